/** Finds a new record that the response to its creation does not name: by a value in the response, or in its list. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isSuccess, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, mainPayload } from '../../request/baseline-request.ts';
import { findIdentifier, type IdentifierTarget } from '../model/identify-record.ts';
import { getProperty, parseBody } from '../model/response-records.ts';
import type { OperationExchange } from '../model/runtime-expressions.ts';
import { CONSISTENCY_DELAY_MS, toleratesMissing } from '../model/tolerated-responses.ts';
import { readListPages } from './read-pages.ts';
import { minimalRequestSpec, withPathValues } from './record-requests.ts';

export interface UnnamedCreation {
  readonly createBaseline: BaselineRequest;
  /** The request that created the record, and its response. */
  readonly creation: OperationExchange;
  readonly fresh: FreshValues;
  /** The path values of its parents. */
  readonly parentValues: readonly Json[];
  /** Undefined when there is no item path. */
  readonly target: IdentifierTarget | undefined;
  /** The property that holds the id. */
  readonly idName: string | undefined;
  readonly read: BaselineRequest | undefined;
  readonly list: BaselineRequest | undefined;
}

/** The name of the record; undefined when it was not created at once, or no response shows the texts that were sent. */
export function* identifyCreated(unnamed: UnnamedCreation): StepGenerator<Json | undefined> {
  const status = statusOf(unnamed.creation.exchange) ?? 0;
  if (!isSuccess(status) || status === 202 || distinctTexts(unnamed).length === 0) return undefined;
  return (yield* identifyByRead(unnamed)) ?? (yield* identifyInList(unnamed));
}

/** Texts that only this request has sent. */
function distinctTexts({ createBaseline, creation, idName }: UnnamedCreation): readonly (readonly [string, Json])[] {
  const { value } = creation.requestSpec;
  const example = createBaseline.body?.full ?? mainPayload(createBaseline)?.full;
  if (value === undefined || !isJsonObject(value)) return [];
  return Object.entries(value).filter(
    ([name, text]) =>
      typeof text === 'string' &&
      text.length >= MIN_LENGTH &&
      name !== idName &&
      !isEqualJson(text, getProperty(example, name) ?? null),
  );
}

/** Shorter texts may be equal by coincidence. */
const MIN_LENGTH = 4;

function showsTexts(unnamed: UnnamedCreation, shown: Json | undefined): boolean {
  return distinctTexts(unnamed).some(([name, text]) => isEqualJson(getProperty(shown, name) ?? null, text));
}

/** The value of any property of the response that leads to the record. */
function* identifyByRead(unnamed: UnnamedCreation): StepGenerator<Json | undefined> {
  return yield* firstThatLeads(unnamed, possibleNames(unnamed).slice(0, MAX_NAMES));
}

function* firstThatLeads(unnamed: UnnamedCreation, names: readonly Json[]): StepGenerator<Json | undefined> {
  const { read, parentValues, fresh } = unnamed;
  if (read === undefined) return undefined;
  for (const name of names) {
    const baseline = withPathValues(read, [...parentValues, name]);
    if (baseline === undefined) continue;
    const exchange = yield {
      operation: baseline.operation,
      requestSpec: minimalRequestSpec(baseline, fresh),
      description: 'it is read under a value that may identify it',
      expectation: 'unspecified',
    };
    if (isSuccessfulExchange(exchange) && showsTexts(unnamed, parseBody(exchange))) return name;
  }
  return undefined;
}

const MAX_NAMES = 3;

/** What the response shows and the request did not send. */
function possibleNames({ creation, target }: UnnamedCreation): readonly Json[] {
  const body = parseBody(creation.exchange);
  const { schema } = target?.parameter ?? {};
  if (schema === undefined || !isJsonObject(body)) return [];
  const records = [body, ...Object.values(body).filter(isJsonObject)];
  const values = records.flatMap((record) =>
    Object.entries(record)
      .filter(([name, value]) => !isEqualJson(getProperty(creation.requestSpec.value, name) ?? null, value))
      .map(([, value]) => value),
  );
  const isName = (value: Json) =>
    (typeof value === 'string' && !['', '.', '..'].includes(value)) ||
    typeof value === 'number' ||
    typeof value === 'bigint';
  return values.filter((value) => isName(value) && isValid(schema, value, 'request'));
}

/** The only item with the texts that were sent; an eventually consistent list shows it only after a moment. */
function* identifyInList(unnamed: UnnamedCreation): StepGenerator<Json | undefined> {
  const { list, parentValues, fresh, target, idName } = unnamed;
  const baseline = list && withPathValues(list, parentValues);
  if (baseline === undefined || unlisted.has(unnamed.createBaseline)) return undefined;
  for (const delayMs of [undefined, CONSISTENCY_DELAY_MS]) {
    const items = yield* readListPages({
      baseline,
      fresh,
      records: [],
      isAppendOnly: false,
      description: 'it is looked for in the list',
      tolerated: toleratesMissing,
      ...(delayMs !== undefined && { delayMs }),
    });
    const found = items.filter((item) => showsTexts(unnamed, item));
    const [item, ...others] = found;
    if (item === undefined) continue;
    if (others.length > 0) return undefined;
    const name = target === undefined ? listedName(item, idName) : findIdentifier(item, target);
    // An item may have another identifier than the one in the path, which reading it shows.
    return name === undefined || unnamed.read === undefined ? name : yield* firstThatLeads(unnamed, [name]);
  }
  unlisted.add(unnamed.createBaseline);
  return undefined;
}

/** Requests whose record its list did not show, even after a delay: it is not looked for again. */
const unlisted = new WeakSet<BaselineRequest>();

function listedName(item: Json, idName: string | undefined): Json | undefined {
  const name = idName === undefined ? undefined : getProperty(item, idName);
  return name === null || typeof name === 'object' ? undefined : name;
}
