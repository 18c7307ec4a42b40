/** Writes JSON to a path that no sequence creates records for, such as settings or the note of a record, and reads it. */
import { isJsonObject } from '../../../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties, itemsSchema } from '../../../../spec/model/schema-view.ts';
import { creationFor } from '../../../../spec/resources/creations.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import { parameterNames } from '../../../../spec/resources/path-templates.ts';
import { isObjectLike, onlyReplaces, successMedia } from '../../../../spec/resources/record-views.ts';
import { isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { validRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import { readBackDescription } from '../goals/lifecycle-goals.ts';
import { writtenValueGoal } from '../goals/written-value-goal.ts';
import { pathParameterValue, pathValues, withParentValues, withPathValue } from '../model/path-items.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { alternativeRequestSpec } from './alternative-values.ts';
import { minimalRequestSpec, withIfMatch } from './record-requests.ts';

interface WrittenPath {
  readonly write: BaselineRequest;
  readonly read: BaselineRequest;
  /** What the sequence has to show. */
  readonly description: string;
}

/** Undefined unless it writes properties that a GET of the same path shows, and no sequence creates records for it. */
export function createValuesSequence(write: BaselineRequest, contract: Contract): Sequence | undefined {
  const writtenPath = findWrittenPath(write, contract);
  if (writtenPath === undefined) return undefined;
  return {
    goals: [writtenValueGoal(writtenPath)],
    requiresGoals: true,
    *generateSteps(given) {
      const fresh = adaptFreshValues(write, given);
      const initial = yield* readBefore(writtenPath, fresh);
      const first = yield* writeAndRead(writtenPath, initial, { fresh, requestSpec: usualRequest(write, fresh) });
      const other = first && alternativeRequestSpec(write, first, fresh);
      if (first === undefined || other === undefined) return;
      const second = yield* writeAndRead(writtenPath, first, { fresh, requestSpec: other });
      // The usual values last: other cases follow.
      if (second !== undefined)
        yield* writeAndRead(writtenPath, second, { fresh, requestSpec: usualRequest(write, fresh) });
    },
  };
}

function findWrittenPath(write: BaselineRequest, contract: Contract): WrittenPath | undefined {
  const { operation, body } = write;
  if (!['PUT', 'PATCH'].includes(operation.method) || body === undefined || /json-patch/.test(body.media.range))
    return undefined;
  const read = findOperation(contract, 'GET', operation.path);
  if (read === undefined || !isJsonObject(body.full)) return undefined;
  const isOfExisting = isOfExistingRecord(operation, contract);
  if (!isOfExisting && isPartOfCreation(operation, contract)) return undefined;
  const shown = successMedia(read)?.schema;
  if (shown === undefined || !isObjectLike(shown)) return undefined;
  const names = new Set(
    [shown, ...declaredProperties(shown).values()].flatMap((one) => [...declaredProperties(one).keys()]),
  );
  const sent = Object.keys(body.full);
  // A PATCH with other properties is a command, such as the `Operations` of SCIM.
  const isCommand = operation.method === 'PATCH' && !sent.every((name) => names.has(name));
  if (isCommand || !sent.some((name) => names.has(name)) || listsRecords(shown, sent)) return undefined;
  const derived = deriveBaseline(read, [], contract.operations);
  if (!isBaseline(derived)) return undefined;
  const description = isOfExisting ? readBackDescription(operation) : 'what was written is read again';
  return { write, read: withSameValues(withParentValues(derived, write), write), description };
}

/** Both have the same path: examples of the two may name different records. */
function withSameValues(read: BaselineRequest, write: BaselineRequest): BaselineRequest {
  return parameterNames(write.operation.path).reduce((same, name) => {
    const value = pathParameterValue(write, name)?.value;
    return value === undefined ? same : withPathValue(same, name, value);
  }, read);
}

/** `{ "kind": "list", "items": [...] }`: a list of what is written, which shares names such as `kind` with it. */
function listsRecords(shown: Schema, sent: readonly string[]): boolean {
  const countShared = (schema: Schema) => sent.filter((name) => declaredProperties(schema).has(name)).length;
  return [...declaredProperties(shown)].some(([name, part]) => {
    const items = sent.includes(name) ? undefined : itemsSchema(part);
    return items !== undefined && countShared(items) > 0 && countShared(items) >= countShared(shown);
  });
}

/** Whether no operation creates the record: then an example of the contract names the one that is written. */
function isOfExistingRecord(operation: Operation, contract: Contract): boolean {
  const creations = contract.operations.flatMap((one) => {
    const creation = creationFor(contract, one);
    if (!('create' in creation)) return [];
    return creation.followUps.values().some((followUp) => followUp.operation === operation) ? [creation] : [];
  });
  return creations.length > 0 && creations.every((creation) => creation.isPut && onlyReplaces(creation.create));
}

/** Whether the lifecycle of a record has it. */
export function isPartOfCreation(operation: Operation, contract: Contract): boolean {
  return contract.operations.some((one) => {
    const creation = creationFor(contract, one);
    return 'create' in creation && creation.followUps.values().some((followUp) => followUp.operation === operation);
  });
}

function usualRequest(write: BaselineRequest, fresh: FreshValues): RequestSpec {
  return withFreshUuids(validRequestSpec(write, fresh), fresh);
}

/** What is there before, which may be nothing. */
function* readBefore({ write, read }: WrittenPath, fresh: FreshValues): StepGenerator<KnownRecord> {
  const { operation } = read;
  const requestSpec = minimalRequestSpec(read, fresh);
  const shown = yield { operation, requestSpec, description: 'it is read', tolerated: toleratesMissing };
  return {
    pathValues: pathValues(write),
    idName: undefined,
    read: operation,
    remove: undefined,
    isConfirmed: true,
    writes: [],
    lastShown: shown,
    isStillShown: false,
  };
}

/** The record as it was read; undefined when it is unknown. */
function* writeAndRead(
  { write, read }: WrittenPath,
  record: KnownRecord,
  { fresh, requestSpec }: { readonly fresh: FreshValues; readonly requestSpec: RequestSpec },
): StepGenerator<KnownRecord | undefined> {
  const { operation } = write;
  const sent = withIfMatch(requestSpec, write, record);
  const exchange = yield {
    operation,
    requestSpec: sent,
    description: 'it is written',
    tolerated: [...toleratesMissing, ...toleratesRejection],
  };
  // 202 means accepted, not done.
  if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202) return undefined;
  const kind = operation.method === 'PATCH' ? 'change' : 'replace';
  const written = { ...record, writes: [...record.writes, { kind, operation, requestSpec: sent, exchange } as const] };
  const shown = yield {
    operation: read.operation,
    requestSpec: minimalRequestSpec(read, fresh),
    description: 'it is read',
    tolerated: toleratesMissing,
    expectedState: { expects: 'record', record: written },
  };
  return isSuccessfulExchange(shown) ? { ...written, lastShown: shown } : undefined;
}
