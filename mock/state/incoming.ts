/** What a request says of a record: out of its envelope, without what only the store may set, with defaults. */
import { mediaTypeFor } from '../../spec/contract.ts';
import type { Json, JsonObject } from '../../spec/exact-json.ts';
import { allProperties, plain } from '../../spec/resources/identifiers.ts';
import { parameterNames } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { requestMedia } from '../../spec/resources/views.ts';
import type { Schema } from '../../spec/schema.ts';
import { propertiesOf } from '../../spec/schema-view.ts';
import { isValid } from '../../spec/validate.ts';
import { withoutReadOnly } from '../answer/without-read-only.ts';
import { type Asked, sentRecord } from './shelf.ts';

export interface Incoming {
  readonly record: JsonObject;
  /** Of the record in the request. */
  readonly schema: Schema | undefined;
}

/** `undefined` where no object was sent. */
export function incoming(asked: Asked): Incoming | undefined {
  const { resource, request } = asked;
  const whole = bodySchema(asked);
  const sent = sentRecord(asked, whole);
  if (sent === undefined) return undefined;
  const schema = whole === undefined ? undefined : (resource.envelope(whole)?.schema ?? whole);
  const kept = Object.entries(sent)
    .filter(([name]) => !isStoreOwned(resource, name, schema) && !isFile(resource, name, schema))
    .map(([name, part]) => [name, withoutReadOnly(part, schema && propertiesOf(schema).get(name))] as const);
  const known = namesOfAnswers(resource, schema);
  const record = Object.fromEntries(kept.map(([name, value]) => [known.get(name) ?? name, value] as const));
  return {
    record: { ...parentValues(asked, record), ...record },
    schema: request.sent === undefined ? undefined : schema,
  };
}

/** What the answers spell otherwise than the request: `FriendlyName` is kept as `friendly_name`. */
function namesOfAnswers({ shown }: Resource, schema: Schema | undefined): ReadonlyMap<string, string> {
  if (schema === undefined) return new Map();
  const asked = propertiesOf(schema);
  const others = [...allProperties(shown).keys()].filter((name) => !asked.has(name));
  if (others.length === 0) return new Map();
  const bySpelling = Map.groupBy(others, plain);
  return new Map(
    [...asked.keys()].flatMap((name) => {
      const [known, ...more] = bySpelling.get(plain(name)) ?? [];
      const isShownSo = shown.some((one) => propertiesOf(one).has(name));
      return known === undefined || more.length > 0 || isShownSo ? [] : [[name, known] as const];
    }),
  );
}

function bodySchema({ request: { operation, sentType } }: Asked): Schema | undefined {
  const content = operation.requestBody?.content ?? [];
  const media = sentType === undefined ? undefined : mediaTypeFor(content, sentType);
  return (media ?? requestMedia(operation))?.schema;
}

/** The bytes of a form that no answer shows: nothing reads them again. */
function isFile({ shown }: Resource, name: string, schema: Schema | undefined): boolean {
  const isBinary = schema !== undefined && propertiesOf(schema).get(name)?.format === 'binary';
  return isBinary && !allProperties(shown).has(name);
}

/** `readOnly` by the request, or by what is read where the request says nothing of it. */
export function isStoreOwned({ shown }: Resource, name: string, schema: Schema | undefined): boolean {
  const asked = schema === undefined ? undefined : propertiesOf(schema).get(name);
  return (asked ?? allProperties(shown).get(name))?.readOnly === true;
}

/** An order that is created under `/users/7/orders` belongs to 7, where it has a `userId`. */
function parentValues({ resource, parents }: Asked, record: JsonObject): JsonObject {
  const declared = allProperties([...resource.shown, ...resource.asked]);
  const values = parameterNames(resource.collection).flatMap((name, index): [string, Json][] => {
    const [schema, value] = [declared.get(name), parents[index]];
    if (schema === undefined || value === undefined || name === resource.idName) return [];
    return Object.hasOwn(record, name) || !isValid(schema, value, 'request') ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

/** With the schema's defaults for what is absent, unless that breaks it. */
export function withDefaults({ record, schema }: Incoming): JsonObject {
  if (schema === undefined) return record;
  const absent = [...propertiesOf(schema)].flatMap(([name, part]): [string, Json][] =>
    part.default === undefined || Object.hasOwn(record, name) || part.readOnly
      ? []
      : [[name, part.default.value]],
  );
  const filled = { ...record, ...Object.fromEntries(absent) };
  return !isValid(schema, record, 'request') || isValid(schema, filled, 'request') ? filled : record;
}
