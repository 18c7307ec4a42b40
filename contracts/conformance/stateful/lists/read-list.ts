/** Reads a list, or a part of it. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListQuery, ListShape } from '../../model/list-query.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { rawRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { alternativeValues } from '../../request/values/alternative-values.ts';
import { freshenAll } from '../../request/values/freshen.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { isSuccessfulExchange, parseBody } from '../model/response-records.ts';
import { CONSISTENCY_DELAY_MS, toleratesRejection } from '../model/tolerated-responses.ts';

export interface ListContext {
  readonly baseline: BaselineRequest;
  readonly shape: ListShape;
  /** Undefined when records cannot be created. */
  readonly createBaseline: BaselineRequest | undefined;
}

/**
 * The items of the list; undefined when the response has no list. `added`: parameters in addition to the required ones.
 */
export function* readItems(
  context: ListContext,
  fresh: FreshValues,
  description: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): StepGenerator<readonly Json[] | undefined> {
  return context.shape.itemsIn(yield* readList(context, fresh, description, query, added));
}

export function* readList(
  context: ListContext,
  fresh: FreshValues,
  description: string,
  query?: ListQuery,
  added: readonly ParameterValue[] = [],
): StepGenerator<Json | undefined> {
  const { operation } = context.baseline;
  const requestSpec = listRequestSpec(context.baseline, added, fresh);
  const tolerated = added.length === 0 ? [] : toleratesRejection;
  const exchange: Exchange = yield {
    operation,
    requestSpec,
    description,
    tolerated,
    ...(query && { query }),
  };
  return isSuccessfulExchange(exchange) ? parseBody(exchange) : undefined;
}

export function listRequestSpec(
  list: BaselineRequest,
  added: readonly ParameterValue[],
  fresh: FreshValues,
): RequestSpec {
  const others = list.parameters.filter(({ parameter }) => !added.some((one) => one.parameter === parameter));
  return withFreshUuids(rawRequestSpec({ ...list, parameters: [...others, ...added] }, { content: undefined }), fresh);
}

/** A cache of one second has expired by then. */
export const CACHE_DELAY_MS = 1_200;

/** The list after a delay in milliseconds, so that the whole and its pages come from the same state. */
export function* readAfterDelay(
  context: ListContext,
  fresh: FreshValues,
  delayMs = CONSISTENCY_DELAY_MS,
): StepGenerator<readonly Json[] | undefined> {
  const { operation } = context.baseline;
  const requestSpec = listRequestSpec(context.baseline, [], fresh);
  const description = 'the list is read after a delay';
  const exchange: Exchange = yield { operation, requestSpec, description, delayMs };
  return isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
}

/** Records that differ in the properties that the list can be filtered and sorted by. */
interface RecordVariation {
  /** The properties that should differ. */
  readonly names: readonly string[];
  readonly index: number;
  readonly fresh: FreshValues;
}

export function variedBody({ full, schema }: BaselineBody, { names, index, fresh }: RecordVariation): Json {
  const { properties } = flattenSchema(schema);
  const start = freshenAll(full, schema, fresh);
  return names.reduce((value, name) => {
    const declared = properties.get(name);
    const current = isJsonObject(value) ? value[name] : undefined;
    const choices = declared === undefined ? [] : alternativeValues(declared, current);
    const choice = choices[index % Math.max(choices.length, 1)];
    if (choice === undefined || !isJsonObject(value)) return value;
    const changed = replaceAt(value, [name], choice);
    return isValid(schema, changed, 'request') ? changed : value;
  }, start);
}
