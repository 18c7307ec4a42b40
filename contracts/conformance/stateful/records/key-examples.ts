/** The keys that the contract has examples of: of the property, of whole records, and of the path parameter. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';

interface KeyPlaces {
  readonly createBaseline: Pick<BaselineRequest, 'body'>;
  /** The property that holds the key. */
  readonly idName: string | undefined;
  /** The path parameter that names a record. */
  readonly nameParameter: Parameter | undefined;
}

/** Valid in the body of a request that creates a record, without duplicates. */
export function bodyKeyExamples({ createBaseline: { body }, idName, nameParameter }: KeyPlaces): readonly Json[] {
  const schema = body === undefined || idName === undefined ? undefined : keySchema(body, idName);
  if (body === undefined || idName === undefined || schema === undefined) return [];
  const { examples } = flattenSchema(body.schema);
  const records = [...body.media.examples.map(({ value }) => value), ...examples].filter(isJsonObject);
  const inRecords = records.flatMap((record) => (Object.hasOwn(record, idName) ? [record[idName] ?? null] : []));
  return distinct([...flattenSchema(schema).examples, ...inRecords, ...pathExamples(nameParameter)], schema);
}

/** Valid in the path of a PUT that creates a record, without duplicates. */
export function pathKeyExamples(places: KeyPlaces): readonly Json[] {
  const { schema } = places.nameParameter ?? {};
  return distinct([...pathExamples(places.nameParameter), ...bodyKeyExamples(places)], schema);
}

/** The schema of the key in the body. */
export function keySchema({ schema }: BaselineBody, idName: string): Schema | undefined {
  return flattenSchema(schema).properties.get(idName);
}

function pathExamples(parameter: Parameter | undefined): readonly Json[] {
  if (parameter === undefined) return [];
  const { examples, schema } = parameter;
  return [...examples.map(({ value }) => value), ...(schema === undefined ? [] : flattenSchema(schema).examples)];
}

function distinct(keys: readonly Json[], schema: Schema | undefined): readonly Json[] {
  const isKey = (value: Json) =>
    typeof value !== 'object' && (schema === undefined || isValid(schema, value, 'request'));
  return keys.filter((key, index) => isKey(key) && keys.findIndex((other) => isEqualJson(other, key)) === index);
}
