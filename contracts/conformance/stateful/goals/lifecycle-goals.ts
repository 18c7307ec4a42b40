/**
 * What the sequences have to show about the operations of a resource. Without these observations a lifecycle has tested
 * nothing, although all its responses conform.
 */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { declaresStatus, onlyReplaces } from '../../../../spec/resources/record-views.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { ExecutedStep, KnownRecord, RecordWrite, SequenceGoal } from '../../model/sequence.ts';
import { namesShowing } from '../model/listed-texts.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { containsRecord, findItem, getProperty, parseBody, shownIdentifier } from '../model/response-records.ts';
import { describeRejection, hasDefiniteStatus, obstacleIn } from './obstacle.ts';

export function lifecycleGoals({
  createBaseline,
  isPut,
  baselines,
  identifierTarget,
  idName,
  otherLists,
}: ResourceOperations): readonly SequenceGoal[] {
  const operationFor = (role: 'read' | 'list' | 'replace' | 'change' | 'remove') => baselines.get(role)?.operation;
  const [create, read, list] = [createBaseline.operation, operationFor('read'), operationFor('list')];
  const [remove, observer] = [operationFor('remove'), read ?? list];
  const idNames = [idName, identifierTarget?.idName, identifierTarget?.parameter.name].filter(
    (name) => name !== undefined,
  );
  // Without an identifier, another sequence looks for what was created; without an item path, only 201 says that.
  const isIdentified = identifierTarget !== undefined || (idName !== undefined && declaresStatus(create, 201));
  const writes = [
    { kind: 'create', operation: create, description: CREATED },
    { kind: 'replace', operation: operationFor('replace'), description: REPLACED },
    { kind: 'change', operation: operationFor('change'), description: CHANGED },
  ] as const;
  const goals = [
    ...writes.flatMap((write) =>
      write.operation === undefined || observer === undefined || (read === undefined && write.kind === 'create')
        ? []
        : [readBackGoal({ ...write, operation: write.operation, create, read, observer, idNames })],
    ),
    ...(isIdentified ? [list, ...otherLists.map(({ operation }) => operation)] : []).flatMap((one) =>
      one === undefined ? [] : [listGoal(one, { create, idNames })],
    ),
    ...(remove === undefined ? [] : [removalGoal(remove, { create, idNames }, observer)]),
  ];
  const declared = goals.filter(({ operation }) => declaresSuccess(operation));
  return isPut && onlyReplaces(create) ? declared.map((goal) => withoutCreation(goal, { create, list })) : declared;
}

/** A PUT that responds with the declared 404 does not create records: what is left are those of the contract's examples. */
function withoutCreation(
  goal: SequenceGoal,
  { create, list }: { readonly create: Operation; readonly list: Operation | undefined },
): SequenceGoal {
  const isAboutCreation = goal.operation === list || goal.description === CREATED;
  return {
    ...goal,
    obstacle(steps) {
      const rejected = steps.find(({ step, exchange }) => step.operation === create && isMissing(exchange));
      if (rejected === undefined) return goal.obstacle(steps);
      return isAboutCreation ? undefined : `${describeRejection(rejected)}, and ${SUPPLY_RECORD}`;
    },
  };
}

const SUPPLY_RECORD =
  'the run has no record of its own: declare an operation that creates records, or for a change an example of the path parameter';

const CREATED = 'a created record can be read';
const REPLACED = 'a replaced record is read with the new values';
const CHANGED = 'a changed record is read with the new values';

export function readBackDescription({ method }: Operation): string {
  return method === 'PATCH' ? CHANGED : REPLACED;
}

/** What the contract does not declare cannot be required. */
function declaresSuccess({ responses }: Operation): boolean {
  return responses.length === 0 || responses.some(({ status }) => !/^[145]/.test(status));
}

interface ReadBack extends Pick<RecordWrite, 'kind' | 'operation'> {
  readonly description: string;
  readonly create: Operation;
  readonly read: Operation | undefined;
  /** It reads the record, or the list. */
  readonly observer: Operation;
  readonly idNames: readonly string[];
}

function readBackGoal({ kind, operation, description, create, read, observer, idNames }: ReadBack): SequenceGoal {
  const isWrite = (write: RecordWrite | undefined) => write?.kind === kind && write.operation === operation;
  return {
    operation,
    description,
    isReached: (steps) =>
      steps.some(({ step: { expectedState }, exchange }) => {
        if (expectedState?.expects === 'record') {
          const { record } = expectedState;
          if (!hasDefiniteStatus(exchange) || !isWrite(record.writes.at(-1))) return false;
          if (exchange.afterChange === 'unknown') return false;
          return kind === 'create' || !isSuccessfulExchange(exchange) || showsChange(parseBody(exchange), record);
        }
        // Where the record itself can be read, the list may be older.
        if (expectedState?.expects !== 'list' || !isSuccessfulExchange(exchange)) return false;
        const items = expectedState.pages.itemsIn(exchange) ?? [];
        return expectedState.records.some(
          (record) =>
            record.read === undefined && isWrite(record.writes.at(-1)) && showsWrite(findItem(items, record), record),
        );
      }),
    obstacle: (steps) =>
      obstacleIn(steps, {
        operation,
        create,
        observers: [observer],
        idNames,
        lack:
          observer === read
            ? 'declare what is written in the response that reads the record'
            : 'declare an operation that reads the record, or its properties in the list',
      }),
  };
}

/** Whether the item has a property that was written. */
function showsWrite(item: Json | undefined, { writes, idName }: KnownRecord): boolean {
  const { value } = writes.at(-1)?.requestSpec ?? {};
  const names = value !== undefined && isJsonObject(value) ? Object.keys(value) : [];
  return names.some((name) => name !== idName && getProperty(item, name) !== undefined);
}

/** Whether a response shows a property to which the last write has given another value than those before. */
function showsChange(body: Json | undefined, { writes, idName }: KnownRecord): boolean {
  const [last, ...before] = writes.map(({ requestSpec }) => requestSpec.value).toReversed();
  // Other contents are compared as a whole.
  if (last === undefined || !isJsonObject(last)) return true;
  return Object.entries(last).some(([name, sent]) => {
    const earlier = before.map((value) => getProperty(value, name)).find((value) => value !== undefined);
    return name !== idName && getProperty(body, name) !== undefined && !isEqualJson(sent, earlier ?? null);
  });
}

type Creation = Pick<ReadBack, 'create' | 'idNames'>;

export function listGoal(list: Operation, creation: Creation): SequenceGoal {
  return {
    operation: list,
    description: 'the list contains created records',
    isReached: (steps) =>
      steps.some(({ step: { expectedState, operation }, exchange }) => {
        if (operation !== list || expectedState?.expects !== 'list' || !isSuccessfulExchange(exchange)) return false;
        const { records, pages } = expectedState;
        const existing = records.filter(({ removal }) => removal === undefined);
        const items = [...pages.previousPages, exchange].flatMap((page) => pages.itemsIn(page) ?? []);
        return existing.some((record) => isShown(items, record) || (pages.isEnd(exchange) && mayShow(items, record)));
      }),
    obstacle: (steps) =>
      obstacleIn(steps, {
        operation: list,
        observers: [list],
        ...creation,
        lack: 'declare in its items the identifier, or a text that is sent',
      }),
  };
}

function isShown(items: readonly Json[], record: KnownRecord): boolean {
  return containsRecord(items, record) || namesShowing(items, record).length > 0;
}

/** Whether a list without the record shows that it is missing. */
function mayShow(items: readonly Json[], record: KnownRecord): boolean {
  return items.length === 0 || items.some((item) => shownIdentifier(item, record) !== undefined);
}

function removalGoal(remove: Operation, creation: Creation, observer: Operation | undefined): SequenceGoal {
  const showsRemoval = ({ step: { expectedState }, exchange }: ExecutedStep): boolean => {
    if (expectedState?.expects === 'nothing') return hasDefiniteStatus(exchange);
    // Where nothing reads records or lists their identifiers, a second deletion shows the effect of the first.
    if (expectedState?.expects === 'rejection')
      return isMissing(exchange) || (declaresMissing(remove) && hasDefiniteStatus(exchange));
    if (expectedState?.expects !== 'list' || !isSuccessfulExchange(exchange)) return false;
    const items = expectedState.pages.itemsIn(exchange) ?? [];
    return expectedState.records.some((record) => record.removal !== undefined && mayShow(items, record));
  };
  const lack =
    'declare 404 for the deletion of a record that does not exist, or an operation that reads or lists records';
  return {
    operation: remove,
    description: 'a deleted record is no longer found',
    isReached: (steps) => steps.some(showsRemoval),
    obstacle: (steps) =>
      obstacleIn(steps, {
        operation: remove,
        observers: [observer ?? remove],
        ...creation,
        ...(observer === undefined && { lack }),
      }),
  };
}

function isMissing(exchange: Exchange): boolean {
  return [404, 410].includes(statusOf(exchange) ?? 0);
}

/** A general error such as 4XX does not say that a second deletion is rejected. */
function declaresMissing(remove: Operation): boolean {
  return declaresStatus(remove, 404) || declaresStatus(remove, 410);
}
