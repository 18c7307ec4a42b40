/**
 * The second user changes, deletes or acts on a record of the first one. What counts is the effect that the first user
 * sees: an implementation may respond 204 to each deletion. Where no effect can be seen, a success counts if the same
 * request about a record that does not exist is rejected.
 */
import { findOperation } from '../../../../spec/resources/operations.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { IsolationState } from '../../model/isolation-state.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { Step, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline, mainPayload } from '../../request/baseline-request.ts';
import { rawRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { createUnusedName } from '../../request/parameters/serialize-parameters.ts';
import { recordRequestSpec } from '../model/non-json-bodies.ts';
import { pathItems, pathParameterValue, withParentValues, withPathValue } from '../model/path-items.ts';
import { CONSISTENCY_DELAY_MS } from '../model/tolerated-responses.ts';
import { minimalRequestSpec } from '../records/record-requests.ts';
import { findUniqueName, newTexts, ownContent, recordFreshValues } from './own-texts.ts';
import { showsEffect, showsOwnContent } from './shows-own-content.ts';
import { asOtherUser, type IsolationContext, isRejected, showToFirstUser } from './user-steps.ts';

export function* writeByOtherUser(context: IsolationContext): StepGenerator<void> {
  const { baseline, rule } = context;
  const { operation } = baseline;
  const reader = findReader(context);
  const before = reader && (yield* showToFirstUser(reader.operation, minimalRequestSpec(reader, context.fresh)));
  if (reader !== undefined && before === undefined) return;
  if (!(yield* isSafeToWrite(context, reader, before))) return;
  const recorded = recordFreshValues(context.fresh);
  const requestSpec = writeRequestSpec(baseline, recorded.fresh);
  const sentTexts = before === undefined ? [] : newTexts(recorded.texts, before);
  const hasEffect = operation.method === 'DELETE' || (operation.method !== 'POST' && sentTexts.length > 0);
  const isObservable = hasEffect && before !== undefined;
  const rejection = isObservable ? undefined : yield* writeToUnknown(context, reader);
  const write = yield asOtherUser(context, {
    operation,
    requestSpec,
    description: `the second user sends ${operation.method}`,
    ...(rejection && { expectedState: { expects: 'rejection for other user', rule, rejection } }),
  });
  if (reader !== undefined && isObservable) yield* observe(context, reader, { rule, before, write, sentTexts });
}

type Effect = Omit<Extract<IsolationState, { expects: 'kept from other user' }>, 'expects'>;

/** Twice where the request succeeded: the effect may appear late. */
function* observe({ fresh }: IsolationContext, reader: BaselineRequest, effect: Effect): StepGenerator<void> {
  const step: Step = {
    operation: reader.operation,
    requestSpec: minimalRequestSpec(reader, fresh),
    description: 'the first user reads it again',
    expectation: 'unspecified',
    expectedState: { expects: 'kept from other user', ...effect },
  };
  const first = yield step;
  if (isSuccessfulExchange(effect.write) && !showsEffect(first, effect))
    yield { ...step, description: 'the first user reads it after a delay', delayMs: CONSISTENCY_DELAY_MS };
}

/** The request that shows what is written; for a POST, the item that it is sent to. */
function findReader({ baseline, contract }: IsolationContext): BaselineRequest | undefined {
  const { method, path } = baseline.operation;
  const read = findOperation(contract, 'GET', method === 'POST' ? (pathItems(path).at(-1)?.item ?? path) : path);
  const derived = read && deriveBaseline(read, [], contract.operations);
  return derived !== undefined && isBaseline(derived) ? withParentValues(derived, baseline) : undefined;
}

/**
 * The path must not name another record, which belongs to the second user: where ids are numbers, each user may have a
 * record 1.
 */
function* isSafeToWrite(
  context: IsolationContext,
  reader: BaselineRequest | undefined,
  before: Exchange | undefined,
): StepGenerator<boolean> {
  if (reader === undefined || before === undefined) return findUniqueName(context.baseline) !== undefined;
  const shown = yield asOtherUser(context, {
    operation: reader.operation,
    requestSpec: minimalRequestSpec(reader, context.fresh),
    description: 'the second user reads it',
  });
  if (isRejected(shown)) return true;
  return isSuccessfulExchange(shown) && showsOwnContent(shown, ownContent(before, reader, context.texts));
}

/** The rejection of the same request about a record that does not exist; undefined where it proves nothing. */
function* writeToUnknown(
  context: IsolationContext,
  reader: BaselineRequest | undefined,
): StepGenerator<Exchange | undefined> {
  const unknown = withUnknownName(context);
  if (unknown === undefined) return undefined;
  if (reader !== undefined) {
    const unknownReader = withParentValues(reader, unknown);
    const shown = yield asOtherUser(context, {
      operation: reader.operation,
      requestSpec: minimalRequestSpec(unknownReader, context.fresh),
      description: 'the second user reads a record that does not exist',
    });
    if (!isRejected(shown)) return undefined;
  } else if (findUniqueName(unknown) === undefined) return undefined;
  const exchange = yield asOtherUser(context, {
    operation: unknown.operation,
    requestSpec: writeRequestSpec(unknown, context.fresh),
    description: `the second user sends ${unknown.operation.method} about a record that does not exist`,
  });
  return isRejected(exchange) ? exchange : undefined;
}

function withUnknownName({ baseline, fresh }: IsolationContext): BaselineRequest | undefined {
  const name = pathItems(baseline.operation.path).at(-1)?.name;
  const given = name === undefined ? undefined : pathParameterValue(baseline, name);
  const value = given && createUnusedName(given, fresh);
  return name === undefined || value === undefined ? undefined : withPathValue(baseline, name, value);
}

/** With other values than the record has. */
function writeRequestSpec(baseline: BaselineRequest, fresh: FreshValues): RequestSpec {
  const payload = mainPayload(baseline);
  if (baseline.operation.method === 'DELETE') return minimalRequestSpec(baseline, fresh);
  if (payload === undefined || !/^application\/octet-stream$/i.test(payload.type) || payload.schema !== undefined)
    return recordRequestSpec(baseline, fresh);
  const content = Buffer.from(`${fresh.word()} ${fresh.word()}`);
  return withFreshUuids(rawRequestSpec(baseline, { content, contentType: payload.type }), fresh);
}
