/** The value of a query parameter, or its default. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Parameter } from '../../spec/model/contract.ts';

/** The value that the client sent, or else the declared default. */
export function sentOrDefault(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): Json | undefined {
  if (parameter === undefined) return undefined;
  return parameters.get(`query.${parameter.name}`) ?? parameter.schema?.default?.value;
}
