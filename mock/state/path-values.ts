import type { Json } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import { parameterNames } from '../../spec/resources/paths.ts';
import type { RecordRequest } from './keeper.ts';

/** The values of a request's path parameters, in the order of the path. */
export function pathValues({ operation, parameters }: RecordRequest): readonly Json[] {
  return keysOf(operation).map((key) => parameters.get(key) ?? '');
}

const keysOf = remembered(({ path }: Operation) => parameterNames(path).map((name) => `path.${name}`));
