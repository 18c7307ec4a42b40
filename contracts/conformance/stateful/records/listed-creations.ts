/** Creates records that only their list shows: as names, as addresses, or as objects without an identifier. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import {
  declaresStatus,
  detectListView,
  detectScalarListView,
  successMedia,
} from '../../../../spec/resources/record-views.ts';
import { findResources } from '../../../../spec/resources/resources.ts';
import { isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { KnownRecord, PagesSoFar, Sequence, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { listGoal } from '../goals/lifecycle-goals.ts';
import { asListedItem, createdTexts, LISTED_ID } from '../model/listed-scalars.ts';
import { pathValues, withParentValues } from '../model/path-items.ts';
import { toleratesConflict, toleratesMissing } from '../model/tolerated-responses.ts';
import { buildCreateRequest } from './create-request.ts';
import { readListPages } from './read-pages.ts';

interface ListedCreation {
  readonly create: BaselineRequest;
  readonly list: BaselineRequest;
  /** The list has texts or numbers in place of objects. */
  readonly isScalar: boolean;
}

/** Undefined where no list shows the records, or where something identifies them: then the lifecycle has them. */
export function createListedSequence(create: BaselineRequest, contract: Contract): Sequence | undefined {
  const creation = findListedCreation(create, contract);
  if (creation === undefined) return undefined;
  const { list } = creation;
  return {
    goals: [listGoal(list.operation, { create: create.operation, idNames: [] })],
    requiresGoals: true,
    *generateSteps(fresh) {
      const before = yield* readListed(creation, [], fresh);
      const records: KnownRecord[] = [];
      for (let count = 0; count < 2; count++) {
        const record = yield* createListed(creation, fresh);
        if (record === undefined) return;
        records.push(record);
      }
      yield* readListed(creation, records, fresh, new Set(before.map(String)));
    },
  };
}

function findListedCreation(create: BaselineRequest, contract: Contract): ListedCreation | undefined {
  const { operation } = create;
  const resource = findResources(contract).find(({ roles }) => roles.get('create') === operation);
  const list = operation.method === 'POST' ? findOperation(contract, 'GET', operation.path) : undefined;
  // Only 201 says that a record was created: another POST next to a list may be a search.
  if (resource === undefined || list === undefined || !declaresStatus(operation, 201)) return undefined;
  const schema = successMedia(list)?.schema;
  const isUnnamed =
    detectListView(schema, resource.collection) !== undefined &&
    resource.item === undefined &&
    resource.idName === undefined;
  const isScalar = detectScalarListView(schema, resource.collection) !== undefined;
  const derived = isUnnamed || isScalar ? deriveBaseline(list, [], contract.operations) : undefined;
  return derived !== undefined && isBaseline(derived)
    ? { create, list: withParentValues(derived, create), isScalar }
    : undefined;
}

/** Undefined where it was rejected, or only accepted for later. */
function* createListed({ create }: ListedCreation, fresh: FreshValues): StepGenerator<KnownRecord | undefined> {
  const { operation } = create;
  const creator = { createBaseline: create, isPut: false, nameParameter: undefined, idName: undefined };
  const request = buildCreateRequest(creator, { parentValues: pathValues(create), fresh });
  if (request === undefined) return undefined;
  const { requestSpec } = request;
  const exchange = yield { operation, requestSpec, description: 'a record is created', tolerated: toleratesConflict };
  if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202) return undefined;
  const { identifier, label } = createdTexts(requestSpec.value, exchange);
  return {
    pathValues: [...pathValues(create), identifier ?? label],
    idName: identifier === undefined ? undefined : LISTED_ID,
    read: undefined,
    remove: undefined,
    isStillShown: false,
    isConfirmed: statusOf(exchange) === 201,
    writes: [{ kind: 'create', operation, requestSpec, exchange }],
    lastShown: exchange,
  };
}

/** Scalars that were in the list before are no names of new records. */
function* readListed(
  { list, isScalar }: ListedCreation,
  records: readonly KnownRecord[],
  fresh: FreshValues,
  before: ReadonlySet<string> = new Set(),
): StepGenerator<readonly Json[]> {
  const asItems = (pages: PagesSoFar): PagesSoFar => ({
    ...pages,
    itemsIn: (exchange) =>
      pages.itemsIn(exchange)?.map((item) => (before.has(String(item)) ? {} : asListedItem(item, records))),
  });
  return yield* readListPages({
    baseline: list,
    fresh,
    records,
    isAppendOnly: false,
    description: 'the list is read',
    tolerated: toleratesMissing,
    expectedState: (pages) => ({ expects: 'list', records, pages: isScalar ? asItems(pages) : pages }),
  });
}
