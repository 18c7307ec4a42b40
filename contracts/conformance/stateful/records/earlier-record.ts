/** Reads a record that another case has created, before and after the sequence writes its own ones. */
import { isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { matchPath } from '../../../../spec/resources/path-templates.ts';
import { type Exchange, isSuccessfulExchange } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { Creation, EarlierCreations, KnownRecord, RecordWrite, StepGenerator } from '../../model/sequence.ts';
import { isIdentifier } from '../../request/values/identifier-names.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { createdRecord, parseBody } from '../model/response-records.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { minimalRequestSpec, recordBaseline } from './record-requests.ts';

export interface Observation {
  /** Undefined when there is none that can be read: it is not looked for again. */
  readonly record: KnownRecord | undefined;
  /** The writes of the other records until then. */
  readonly earlierWrites: ReadonlySet<RecordWrite>;
}

interface ObservationContext {
  readonly resourceOperations: ResourceOperations;
  readonly fresh: FreshValues;
  readonly earlier: EarlierCreations | undefined;
  /** The records of the sequence. */
  readonly others: readonly KnownRecord[];
}

/** Without a request where nothing was written since. */
export function* readEarlierRecord(
  context: ObservationContext,
  observation: Observation | undefined,
): StepGenerator<Observation> {
  // The request that creates a record names no other one.
  const writes = context.others.flatMap((other) => other.writes.filter(({ kind }) => kind !== 'create'));
  const earlierWrites = new Set(writes);
  if (observation === undefined) return { record: yield* findEarlier(context), earlierWrites };
  const otherWrites = writes.filter((write) => !observation.earlierWrites.has(write));
  const { record } = observation;
  if (record?.lastShown === undefined || otherWrites.length === 0) return observation;
  const shown = yield* read(context, record, otherWrites);
  return { record: shown, earlierWrites };
}

/** The first one that exists, and that none of the sequence's records is related to. */
function* findEarlier(context: ObservationContext): StepGenerator<KnownRecord | undefined> {
  const { resourceOperations, earlier, others } = context;
  const { baselines } = resourceOperations;
  if (!baselines.has('replace') && !baselines.has('change')) return undefined;
  for (const creation of earlier?.of(resourceOperations.createBaseline.operation) ?? []) {
    const record = recordOf(resourceOperations, creation);
    if (record?.isConfirmed !== true || others.some((other) => isRelated(record, other))) continue;
    const shown = yield* read(context, record, []);
    if (shown !== undefined) return others.some((other) => isRelated(shown, other)) ? undefined : shown;
  }
  return undefined;
}

function recordOf(resourceOperations: ResourceOperations, creation: Creation): KnownRecord | undefined {
  const [path = ''] = creation.requestSpec.path.split('?');
  const values = matchPath(creation.operation.path, path);
  return values && createdRecord(resourceOperations, creation, resourceOperations.isPut ? values.slice(0, -1) : values);
}

/** The same record, or one that has the name of the other: a parent may show the state of its children. */
function isRelated(one: KnownRecord, other: KnownRecord): boolean {
  return refersTo(parseBody(one.lastShown), other) || refersTo(parseBody(other.lastShown), one);
}

function refersTo(body: Json | undefined, { pathValues }: KnownRecord): boolean {
  const name = String(pathValues.at(-1));
  // A short number may be any property.
  const isReference = (property: string) => name.length >= MIN_LENGTH || isIdentifier(property);
  const contains = (value: Json, property: string): boolean => {
    if (isJsonArray(value)) return value.some((item) => contains(item, property));
    if (isJsonObject(value)) return Object.entries(value).some(([member, part]) => contains(part, member));
    return isReference(property) && String(value) === name;
  };
  return body !== undefined && contains(body, '');
}

const MIN_LENGTH = 6;

/** Undefined when it is not found. */
function* read(
  { resourceOperations, fresh }: ObservationContext,
  record: KnownRecord,
  otherWrites: readonly RecordWrite[],
): StepGenerator<KnownRecord | undefined> {
  const baseline = recordBaseline(resourceOperations, 'read', record);
  if (baseline === undefined) return undefined;
  const before = otherWrites.length === 0 ? undefined : record.lastShown;
  const exchange: Exchange = yield {
    operation: baseline.operation,
    requestSpec: minimalRequestSpec(baseline, fresh),
    description: 'a record of another case is read',
    tolerated: toleratesMissing,
    ...(before !== undefined && { expectedState: { expects: 'unwritten', record, before, otherWrites } }),
  };
  return isSuccessfulExchange(exchange) ? { ...record, lastShown: exchange } : undefined;
}
