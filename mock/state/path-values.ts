import type { Json } from '../../spec/exact-json.ts';
import { parameterNames } from '../../spec/resources/paths.ts';
import type { RecordRequest } from './keeper.ts';

/** The values of a request's path parameters, in the order of the path. */
export function pathValues({ operation, parameters }: RecordRequest): readonly Json[] {
  return parameterNames(operation.path).map((name) => parameters.get(`path.${name}`) ?? '');
}
