/** Values that sentences of the contract give the properties of a record: computed ones, and those of a new record. */
import { withComputed } from '../../../spec/described/computed-properties.ts';
import { initialValues } from '../../../spec/described/initial-values.ts';
import { isJsonObject, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type RecordContext, recordEnvelope } from '../collection.ts';
import type { SampleResponse } from '../record-handler.ts';
import { type SentRecord, withDefaults } from '../values/sent-record.ts';
import { withFullNames } from './full-names.ts';
import { withTotals } from './totals.ts';

/** Stored as well as shown: filters and sorting compare what is stored. `old`: before a change. */
export function withComputedProperties(resource: Resource, record: JsonObject, old?: JsonObject): JsonObject {
  const [schema] = resource.responseSchemas;
  const totalled = withTotals(resource, withFullNames(resource, record, old));
  const computed = schema === undefined ? totalled : withComputed(schema, totalled);
  return isJsonObject(computed) ? computed : totalled;
}

/** Of the properties that were not sent. */
export function withInitialValues(
  { resource, request: { operation } }: RecordContext,
  record: JsonObject,
  { sentRecord, schema }: Pick<SampleResponse, 'schema'> & { readonly sentRecord: SentRecord },
): JsonObject {
  const shape = recordEnvelope(resource, schema)?.schema ?? schema;
  if (shape === undefined) return record;
  const sent = withDefaults(sentRecord);
  const unsent = initialValues(operation, shape).filter(
    ({ property, schema: declared, value }) => !Object.hasOwn(sent, property) && isValid(declared, value, 'response'),
  );
  if (unsent.length === 0) return record;
  return { ...record, ...Object.fromEntries(unsent.map(({ property, value }) => [property, value])) };
}
