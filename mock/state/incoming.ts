/** What a request says of a record: out of its envelope, without what only the store may set, with defaults. */
import { mediaTypeFor } from '../../spec/contract.ts';
import type { Json, JsonObject } from '../../spec/exact-json.ts';
import { allProperties } from '../../spec/resources/identifiers.ts';
import { parameterNames } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { requestMedia } from '../../spec/resources/views.ts';
import type { Schema } from '../../spec/schema.ts';
import { propertiesOf } from '../../spec/schema-view.ts';
import { isValid } from '../../spec/validate.ts';
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
  const kept = Object.entries(sent).filter(([name]) => !isStoreOwned(resource, name, schema));
  const record = Object.fromEntries(kept);
  return {
    record: { ...parentValues(asked, record), ...record },
    schema: request.sent === undefined ? undefined : schema,
  };
}

function bodySchema({ request: { operation, sentType } }: Asked): Schema | undefined {
  const content = operation.requestBody?.content ?? [];
  const media = sentType === undefined ? undefined : mediaTypeFor(content, sentType);
  return (media ?? requestMedia(operation))?.schema;
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
