/** Creates the records of a relation. The sequences below parents write nothing but these. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import { type BaselineBody, type BaselineRequest, mainPayload } from '../../request/baseline-request.ts';
import { type Path, replaceAt } from '../../request/values/value-locations.ts';
import { isNonJsonContent, recordRequestSpec } from '../model/non-json-bodies.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { toleratesRejection } from '../model/tolerated-responses.ts';
import { type CreationVariant, createInSequence, createParents } from '../records/create-records.ts';
import { readRecord } from '../records/read-record.ts';
import { minimalRequestSpec, withIfMatch, withPathValues } from '../records/record-requests.ts';
import type { StepContext } from '../records/step-context.ts';
import type { ItemOperations } from './item-operations.ts';
import type { Relation } from './relations.ts';

/** The cases of the operations that create report rejections. */
const tolerant = { changeBody: (sent: Json) => sent, tolerated: toleratesRejection };

/** Undefined where it cannot be created, or where only a guess names it. */
export function* createParent(
  { parent }: Relation,
  fresh: FreshValues,
  grandparents?: readonly Json[],
): StepGenerator<KnownRecord | undefined> {
  const parentValues = grandparents ?? (yield* createParents(parent, fresh));
  const context = stepContext(parent, parentValues, fresh);
  const record = yield* createInSequence(context, { ...tolerant, description: 'a record is created' });
  return record === 'unknown' || !record.isConfirmed ? undefined : record;
}

/** As it was read, where the contract has an operation for that; undefined where it cannot be created or read. */
export function* createChild(
  { child, reference }: Relation,
  parent: KnownRecord,
  fresh: FreshValues,
): StepGenerator<KnownRecord | undefined> {
  if (child === undefined) return undefined;
  const context = stepContext(child, reference === undefined ? parent.pathValues : [], fresh);
  const created = yield* createInSequence(
    context,
    reference === undefined ? belowVariant : referring(reference, parent),
  );
  if (created === 'unknown' || !created.isConfirmed) return undefined;
  if (reference !== undefined && !refersTo(created, reference, parent)) return undefined;
  const record = yield* readRecord(context, created);
  return record.isMissing === true ? undefined : record;
}

const belowVariant: CreationVariant = { ...tolerant, description: 'a record is created' };

function referring(reference: Path, { pathValues }: KnownRecord): CreationVariant {
  const name = pathValues.at(-1) ?? '';
  return {
    ...tolerant,
    description: 'a record that refers to it is created',
    changeBody(sent: Json, { schema }: BaselineBody) {
      const changed = [name, String(name)].map((value) => replaceAt(sent, reference, value));
      return changed.find((value) => isValid(schema, value, 'request')) ?? sent;
    },
  };
}

function refersTo({ writes: [first] }: KnownRecord, [name = '']: Path, { pathValues }: KnownRecord): boolean {
  const sent = first?.requestSpec.value;
  return sent !== undefined && isJsonObject(sent) && String(sent[name]) === String(pathValues.at(-1));
}

export function stepContext(
  resourceOperations: ResourceOperations,
  parentValues: readonly Json[],
  fresh: FreshValues,
): StepContext {
  return { resourceOperations, fresh, parentValues, record: undefined, otherRecords: [] };
}

/** What an operation below the record has shown. */
export interface ShownBelow {
  readonly baseline: BaselineRequest;
  /** With what was written to the same path. */
  readonly record: KnownRecord;
  readonly exchange: Exchange;
}

/** Writes and reads what is below the record, such as its content; only what was shown. */
export function* readBelow(
  { reads, writes }: ItemOperations,
  record: KnownRecord,
  fresh: FreshValues,
): StepGenerator<readonly ShownBelow[]> {
  const shown: ShownBelow[] = [];
  for (const baseline of reads) {
    const write = writes.find(
      ({ operation: { method, path } }) => method === 'PUT' && path === baseline.operation.path,
    );
    const written = write === undefined ? record : yield* writeContent(write, record, fresh);
    const target = withPathValues(baseline, record.pathValues);
    if (target === undefined) continue;
    const exchange: Exchange = yield {
      operation: target.operation,
      requestSpec: minimalRequestSpec(target, fresh),
      description: 'what is below it is read',
      expectation: 'unspecified',
    };
    if (isSuccessfulExchange(exchange)) shown.push({ baseline, record: written, exchange });
  }
  return shown;
}

/** Only what is neither JSON nor a form identifies the record. */
function* writeContent(write: BaselineRequest, record: KnownRecord, fresh: FreshValues): StepGenerator<KnownRecord> {
  const target = withPathValues(write, record.pathValues);
  const payload = mainPayload(write);
  if (target === undefined || payload === undefined || !isNonJsonContent(payload.type)) return record;
  const { operation } = target;
  const requestSpec = withIfMatch(recordRequestSpec(target, fresh), target, record);
  const exchange: Exchange = yield {
    operation,
    requestSpec,
    description: 'what is below it is written',
    expectation: 'unspecified',
  };
  if (!isSuccessfulExchange(exchange)) return record;
  return { ...record, writes: [...record.writes, { kind: 'replace', operation, requestSpec, exchange }] };
}

/** 404 or 410. */
export function isNotFound(exchange: Exchange): boolean {
  return statusOf(exchange) === 404 || statusOf(exchange) === 410;
}
