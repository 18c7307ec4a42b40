/** The numbers of records on a page that are requested, and that a list has without a request. */
import { isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListQuery, ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';

/** Large enough for a page to have an order, small enough that few records fill several pages. */
const PAGE_SIZE = 2;

/** The smallest size from there on that the contract allows. */
export function smallPageSize(limit: Parameter): number | undefined {
  const { minimum, enum: values = [] } = limit.schema === undefined ? {} : flattenSchema(limit.schema);
  const sizes = [PAGE_SIZE, minimum, ...values].filter(isNumeric).map(Number);
  return sizes.toSorted((a, b) => a - b).find((size) => size >= PAGE_SIZE && parameterIfValid(limit, size));
}

/** Limits of one record, of a short page, and the maximum that the contract allows. */
export function limitsToTry(
  { operation }: BaselineRequest,
  { item }: ListShape,
): readonly (ParameterValue & { readonly limit: number })[] {
  const parameter = listParameters(operation, item).pagination.get('limit');
  if (parameter?.schema === undefined) return [];
  const { maximum } = flattenSchema(parameter.schema);
  const maximumLimit = maximum === undefined || maximum > 1_000 ? [] : [Number(maximum)];
  const limits = new Set([1, smallPageSize(parameter) ?? PAGE_SIZE, ...maximumLimit]);
  return [...limits].flatMap((limit) => {
    const value = parameterIfValid(parameter, limit);
    return value === undefined ? [] : [{ ...value, limit }];
  });
}

interface DefaultLimit {
  readonly parameter: Parameter;
  readonly limit: number;
}

/** The number of records of a page for which no limit is requested. */
export function defaultLimit({ operation }: BaselineRequest, { item }: ListShape): DefaultLimit | undefined {
  const parameter = listParameters(operation, item).pagination.get('limit');
  const value = parameter?.schema === undefined ? undefined : flattenSchema(parameter.schema).default?.value;
  return parameter === undefined || parameter.required || typeof value !== 'number' || value < 1
    ? undefined
    : { parameter, limit: value };
}

/** The default that a list has to respect. */
export function certainDefault(baseline: BaselineRequest, shape: ListShape): DefaultLimit | undefined {
  const byDefault = defaultLimit(baseline, shape);
  if (byDefault === undefined) return undefined;
  return reasonForLongList({ ...byDefault, isDefault: true }, baseline.operation) === undefined ? byDefault : undefined;
}

/** The number of records with which a list shows a page size; in longer lists, other cases would not find theirs. */
export function wantedLength(baseline: BaselineRequest, shape: ListShape): number {
  const limits = limitsToTry(baseline, shape).map(({ limit }) => limit);
  const smallest = limits.find((limit) => limit > 1) ?? limits[0] ?? 0;
  return smallest > MAX_LIMIT ? 0 : smallest + 1;
}

const MAX_LIMIT = 25;

/** Why a longer list may be right nevertheless. */
export function reasonForLongList(
  {
    parameter: { name, description = '' },
    isDefault,
  }: Pick<Extract<ListQuery, { kind: 'limit' }>, 'parameter' | 'isDefault'>,
  { openapi }: Operation,
): string | undefined {
  // `size` and `count` may mean something else.
  if (!clearlyNamesPageSize(name)) return 'the name may not mean the page size';
  // OpenAPI 3.0 says that the implementation assumes the default; since 3.1 it is an annotation of JSON Schema.
  const isAnnotation = isDefault === true && openapi === '3.1' && !/\bdefault/i.test(description);
  return isAnnotation ? 'a default of JSON Schema is an annotation' : undefined;
}

function clearlyNamesPageSize(name: string): boolean {
  return /limit|per.?page|page.*size|max.*(?:results|items)|^take$|^\$?top$/i.test(name);
}

export function parameterIfValid(parameter: Parameter, value: Json): ParameterValue | undefined {
  return parameter.schema !== undefined && isValid(parameter.schema, value, 'request')
    ? { parameter, value }
    : undefined;
}
