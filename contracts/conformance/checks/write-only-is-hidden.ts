import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { matchingViews, reachableSchemas } from '../../../spec/sampling/schema-views.ts';
import { describeValue, formatPath } from '../../../spec/validation/validate.ts';
import type { BodyPath } from '../../http/json-path.ts';
import { isSuccess } from '../model/exchange.ts';
import { memberSchema } from '../request/values/value-locations.ts';
import { type Check, downgradeIfTolerated } from './check.ts';

export const writeOnlyIsHidden: Check = {
  id: 'write-only-is-hidden',
  severity: 'error',
  invariant: 'no response contains a writeOnly property',
  title: 'A response contains a writeOnly property',
  why: 'A password, a PIN or a key reaches every caller that may read the record, and logs and caches on the way. Likely cause: the response is built from the whole stored record. Build responses from a separate type without the property.',
  references: 'OpenAPI 3.0, Schema Object (writeOnly); JSON Schema Validation 2020-12, section 9.4',
  frameworkDefaults: 'Jackson returns every property that it reads, unless JsonProperty.Access.WRITE_ONLY',
  appliesTo: ({ response, json, media }) =>
    response !== undefined && isSuccess(response.status) && json?.ok === true && media?.schema !== undefined,
  violations({ json, media, testCase: { operation } }) {
    if (json?.ok !== true || media?.schema === undefined) return [];
    return [...findWriteOnly(media.schema, json.value)].map(({ path, schema, value }) => {
      const name = formatPath(path);
      const violation = {
        expected: `${name}: no value, because it is writeOnly`,
        // The value is usually secret.
        received: value === null ? describeValue(null) : 'a value',
        responsePart: { in: 'body', path },
        place: schema.place,
        requirement:
          'a writeOnly property is never present when a record is read (JSON Schema 2020-12, validation, section 9.4)',
        key: formatPath(path.filter((part) => typeof part === 'string')),
      } as const;
      return downgradeIfTolerated(violation, toleranceReason(operation.openapi, value === null));
    });
  },
};

function toleranceReason(openapi: '3.0' | '3.1' | undefined, isNull: boolean): string | undefined {
  if (openapi !== '3.1') return 'OpenAPI 3.0 says SHOULD NOT';
  return isNull ? 'null shows only that the property exists' : undefined;
}

/** A write-only property that a response shows. */
interface ShownProperty {
  readonly path: BodyPath;
  readonly schema: Schema;
  readonly value: Json;
}

/** Searches at every depth, in the alternatives that match the value; nothing if there are several and none matches. */
function* findWriteOnly(schema: Schema, value: Json, path: BodyPath = []): Generator<ShownProperty> {
  if (typeof value !== 'object' || value === null || !hasWriteOnly(schema)) return;
  const views = matchingViews(schema, value);
  const [view] = views;
  if (view === undefined) return;
  if (isJsonArray(value)) yield* findWriteOnlyInItems(view, value, path);
  for (const [name, part] of isJsonObject(value) ? Object.entries(value) : []) {
    const declared = memberSchema(view, name);
    if (declared === undefined) continue;
    const inner = { path: [...path, name], schema: declared, value: part };
    if (views.every(({ properties }) => isWriteOnly(properties.get(name)))) yield inner;
    else yield* findWriteOnly(declared, part, inner.path);
  }
}

function* findWriteOnlyInItems(
  { prefixItems, items }: Schema,
  value: readonly Json[],
  path: BodyPath,
): Generator<ShownProperty> {
  for (const [index, item] of value.entries()) {
    const declared = prefixItems[index] ?? items;
    if (declared !== undefined) yield* findWriteOnly(declared, item, [...path, index]);
  }
}

function isWriteOnly(schema: Schema | undefined): boolean {
  return schema !== undefined && flattenSchema(schema).writeOnly;
}

/** Most schemas have no such property. */
const hasWriteOnly = memoize((schema: Schema) => [...reachableSchemas(schema)].some(({ writeOnly }) => writeOnly));
