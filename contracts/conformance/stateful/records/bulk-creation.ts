/** Creates several records by one request, reads them and looks for them in their list. */
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import {
  allOrNone,
  type BulkContents,
  bulkBody,
  bulkItems,
  findBulkContents,
  itemOperation,
} from '../../../../spec/resources/bulk-contents.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type Exchange, isClientError, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { freshenAll } from '../../request/values/freshen.ts';
import { listGoal } from '../goals/lifecycle-goals.ts';
import { createResourceOperations, type ResourceOperations } from '../model/resource-operations.ts';
import { getProperty, parseBody } from '../model/response-records.ts';
import { toleratesRejection } from '../model/tolerated-responses.ts';
import { executeAction } from './execute-action.ts';
import { findInList } from './find-in-list.ts';
import { readListPages } from './read-pages.ts';
import type { SequenceContext } from './step-context.ts';

interface BulkCreation {
  readonly resourceOperations: ResourceOperations;
  readonly body: BaselineBody;
  readonly contents: BulkContents;
  readonly idName: string;
}

/** Undefined unless the request creates several records that are listed or read one by one. */
export function createBulkSequence(create: BaselineRequest, contract: Contract): Sequence | undefined {
  const bulk = findBulkCreation(create, contract);
  if (bulk === undefined) return undefined;
  const list = bulk.resourceOperations.baselines.get('list')?.operation;
  return {
    goals: list === undefined ? [] : [listGoal(list, { create: create.operation, idNames: [bulk.idName] })],
    requiresGoals: false,
    *generateSteps(fresh) {
      const { resourceOperations } = bulk;
      const context = { resourceOperations, fresh, parentValues: [] };
      const created = yield* createSeveral(bulk, fresh);
      const records: KnownRecord[] = [];
      for (const record of created) {
        const result = yield* executeAction('read', { ...context, record, otherRecords: [] });
        records.push(typeof result === 'object' ? result : record);
      }
      yield* findInList({ ...context, records });
      yield* sendPartlyInvalid(bulk, context);
    },
  };
}

function findBulkCreation(create: BaselineRequest, contract: Contract): BulkCreation | undefined {
  const { body, operation, isVerbatim } = create;
  if (body === undefined || operation.method !== 'POST' || operation.path.includes('{') || isVerbatim) return undefined;
  const contents = findBulkContents(operation, body.schema);
  const resourceOperations = contents && createResourceOperations(create, contract);
  const { idName, baselines } = resourceOperations ?? {};
  if (contents === undefined || resourceOperations === undefined || idName === undefined) return undefined;
  const isShown = baselines?.has('list') === true || baselines?.has('read') === true;
  return isShown ? { resourceOperations, body, contents, idName } : undefined;
}

/** Enough for the first one, the last one and one between them. */
const RECORD_COUNT = 3;

function* createSeveral(bulk: BulkCreation, fresh: FreshValues): StepGenerator<readonly KnownRecord[]> {
  const { resourceOperations, contents } = bulk;
  const { operation } = resourceOperations.createBaseline;
  const items = freshItems(bulk, fresh);
  const requestSpec = items && bulkRequestSpec(bulk, items, fresh);
  if (requestSpec === undefined) return [];
  const exchange = yield {
    operation,
    requestSpec,
    description: 'several records are created by one request',
    tolerated: toleratesRejection,
  };
  if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202) return [];
  const sent = bulkItems(contents.sent, requestSpec.value);
  return bulkItems(contents.returned, parseBody(exchange)).flatMap(
    (item) => createdItem(bulk, { item, sent, requestSpec, exchange }) ?? [],
  );
}

/** The usual item, each time with other texts; undefined where it has no text that differs. */
function freshItems({ body, contents }: BulkCreation, fresh: FreshValues): readonly JsonObject[] | undefined {
  const [usual] = bulkItems(contents.sent, body.full);
  if (usual === undefined) return undefined;
  const items = Array.from({ length: RECORD_COUNT }, () => freshenAll(usual, contents.sent.item, fresh)).filter(
    isJsonObject,
  );
  const areDistinct = items.every((item) => items.every((other) => other === item || ownTexts(item, other).length > 0));
  return areDistinct && isValid(body.schema, bulkBody(contents.sent, items), 'request') ? items : undefined;
}

/** The properties whose texts the other item does not have. */
function ownTexts(item: JsonObject, other: JsonObject): readonly string[] {
  return Object.entries(item).flatMap(([name, value]) =>
    typeof value === 'string' && value.length >= MIN_LENGTH && other[name] !== value ? [name] : [],
  );
}

/** Shorter texts may be equal by coincidence. */
const MIN_LENGTH = 4;

function bulkRequestSpec(
  { resourceOperations, contents }: BulkCreation,
  items: readonly Json[],
  fresh: FreshValues,
): RequestSpec {
  return withFreshUuids(jsonRequestSpec(resourceOperations.createBaseline, bulkBody(contents.sent, items)), fresh);
}

interface ReturnedItem {
  readonly item: JsonObject;
  readonly sent: readonly JsonObject[];
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
}

/** The record that the response shows, with its part of the request: the only item with one of its texts. */
function createdItem(
  { resourceOperations: { createBaseline, baselines }, contents, idName }: BulkCreation,
  { item, sent, requestSpec, exchange }: ReturnedItem,
): KnownRecord | undefined {
  const id = getProperty(item, idName);
  const [value, ...others] = sent.filter((one) =>
    Object.entries(one).some(
      ([name, text]) => typeof text === 'string' && text === item[name] && !isShared(sent, name, text),
    ),
  );
  if (id === undefined || id === null || typeof id === 'object' || value === undefined || others.length > 0)
    return undefined;
  const shown = itemExchange(exchange, item);
  const operation = itemOperation(createBaseline.operation, contents);
  return {
    pathValues: [id],
    idName,
    read: baselines.get('read')?.operation,
    remove: baselines.get('remove')?.operation,
    isStillShown: false,
    isConfirmed: statusOf(exchange) === 201,
    writes: [{ kind: 'create', operation, requestSpec: { ...requestSpec, value }, exchange: shown }],
    lastShown: shown,
  };
}

function isShared(sent: readonly JsonObject[], name: string, text: string): boolean {
  return sent.filter((one) => one[name] === text).length > 1;
}

/** "All of them or none": then a rejected request has created none. */
function* sendPartlyInvalid(bulk: BulkCreation, { fresh, resourceOperations }: SequenceContext): StepGenerator<void> {
  const { operation } = resourceOperations.createBaseline;
  const list = resourceOperations.baselines.get('list');
  const sentence = allOrNone(operation.description ?? '');
  const items = freshItems(bulk, fresh)?.map((item) => withRequired(bulk, item));
  const requestSpec = items && partlyInvalidRequest(bulk, items, fresh);
  if (sentence === undefined || list === undefined || items === undefined || requestSpec === undefined) return;
  const rejection = yield {
    operation,
    requestSpec,
    description: 'several records are created, of which the last one is invalid',
    expectation: 'unspecified',
  };
  if (!isClientError(statusOf(rejection) ?? 0)) return;
  yield* readListPages({
    baseline: list,
    fresh,
    records: [],
    isAppendOnly: false,
    description: 'the list is read after that',
    expectedState: ({ itemsIn }) => ({
      expects: 'none of rejected',
      rejected: items.slice(0, -1).map((sent) => ({ sent, rejection })),
      requirement: `the contract says "${sentence.trim()}"`,
      itemsIn,
    }),
  });
}

/** Without optional properties, which may be another reason for a rejection. */
function withRequired({ contents: { sent } }: BulkCreation, item: JsonObject): JsonObject {
  const { required } = flattenSchema(sent.item);
  const members = Object.fromEntries(Object.entries(item).filter(([name]) => required.has(name)));
  return isValid(sent.item, members, 'request') ? members : item;
}

/** The last item lacks a required property. */
function partlyInvalidRequest(
  bulk: BulkCreation,
  items: readonly JsonObject[],
  fresh: FreshValues,
): RequestSpec | undefined {
  const last = items.at(-1);
  if (last === undefined) return undefined;
  const incomplete = Object.keys(last)
    .map((name) => Object.fromEntries(Object.entries(last).filter(([other]) => other !== name)))
    .find((one) => !isValid(bulk.contents.sent.item, one, 'request'));
  return incomplete && bulkRequestSpec(bulk, [...items.slice(0, -1), incomplete], fresh);
}

/** The exchange as one whose response shows this item alone, which the Location of the whole does not name. */
function itemExchange(exchange: Exchange, item: Json): Exchange {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return exchange;
  const body = Buffer.from(stringifyJson(item));
  const headers = outcome.response.headers.filter(([name]) => name.toLowerCase() !== 'location');
  return { ...exchange, outcome: { ...outcome, response: { ...outcome.response, headers, body } } };
}
