/**
 * The provider states of Pact: `{ operationId, status }` makes the next request of the operation return that status.
 */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { findResponse, isJsonType, type Operation, type Response } from '../../../spec/model/contract.ts';
import { findOperationIds } from '../../../spec/model/operation-names.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isBodiless } from '../../http/http-message.ts';
import type { RuleEffect, StoredRule } from '../../model/rule.ts';
import type { AdminService, ScenarioAdmin } from '../admin-service.ts';
import { type ControlResponse, type ControlRoutes, jsonResponse, problemResponse } from '../control-response.ts';
import type { ServedContract } from '../server-info.ts';

/** Never responds with a 5xx: the Pact verifier would retry for two minutes. */
export function pactStateRoutes(
  { scenario, records }: Pick<AdminService, 'scenario' | 'records'>,
  servedContracts: () => readonly ServedContract[],
): ControlRoutes {
  return {
    changePactState: async ({ body }) => {
      const { params, action } = isJsonObject(body) ? body : {};
      if (!isJsonObject(params) || params['operationId'] === undefined) return emptyResponse;
      const state = parseState(params, servedContracts());
      if ('rejection' in state) return state.rejection;
      // A rule that was set up earlier and never used would apply instead of this one.
      await removeEarlierRules(scenario, state);
      if (action !== 'setup' || !state.needsRule) return emptyResponse;
      const collection = requiredCollection(state, servedContracts());
      const [record] = collection === undefined ? [] : await records.list(collection);
      if (collection !== undefined && record === undefined) return missingRecordProblem(state);
      await scenario.next(state.operation.id, ruleEffect(state));
      return jsonResponse(200, pathParameterValues(record, state.operation));
    },
  };
}

/** Values for generators are provided by the users of the verifier. */
const emptyResponse: ControlResponse = jsonResponse(200, {});

interface RequestedState {
  readonly operation: Operation;
  readonly status: number;
  readonly needsRule: boolean;
}

function parseState(
  { operationId, status, needsState }: JsonObject,
  servedContracts: readonly ServedContract[],
): RequestedState | { readonly rejection: ControlResponse } {
  const operations = servedContracts.flatMap(({ contract }) => contract.operations);
  const ids = typeof operationId === 'string' ? findOperationIds(operationId, operations) : [];
  const operation = operations.find(({ id }) => id === ids[0]);
  if (ids.length > 1)
    return rejectState(
      `params.operationId: expected one of ${ids.join(', ')} (several match); got ${showValue(operationId)}`,
    );
  if (operation === undefined) {
    const known = operations.map(({ id }) => id).join(', ');
    return rejectState(`params.operationId: expected one of ${known}; got ${showValue(operationId)}`);
  }
  if (typeof status === 'number' && findResponse(operation, status) !== undefined)
    return { operation, status, needsRule: needsRule(operation, status, needsState) };
  // A contract need not declare 401 and 403, and they need no rule.
  if (status === 401 || status === 403) return { operation, status, needsRule: false };
  const declared = operation.responses.map((response) => response.status).join(', ');
  return rejectState(`params.status: ${operation.id} declares ${declared}; got ${showValue(status)}`);
}

/** The default if the state has no `needsState`: responses that the request itself causes need no rule. */
function needsRule(operation: Operation, status: number, needsState: Json | undefined): boolean {
  if (typeof needsState === 'boolean') return needsState;
  const success = operation.responses.find((response) => response.status.startsWith('2'));
  return ![400, 401, 403, 422].includes(status) && success?.status !== String(status);
}

/**
 * A success is sent by the rule, so the record need not exist. An operation with a request body responds as usual,
 * because the client expects its own values in the response.
 */
function ruleEffect({ operation, status }: RequestedState): RuleEffect {
  const response = findResponse(operation, status);
  const isRegularResponse = status >= 300 || isBodiless(status) || acceptsRecord(operation);
  if (isRegularResponse || response === undefined) return { status };
  const headers = requiredHeaders(response);
  if (response.content.length === 0) return { status, headers: { ...headers, 'Content-Type': 'text/plain' }, body: '' };
  const media = response.content.find(({ range }) => isJsonType(range));
  const body = media?.schema === undefined ? undefined : sampleValue(media.schema, 'response');
  if (media === undefined || body === undefined) return { status };
  return { status, headers: { ...headers, 'Content-Type': media.range }, body };
}

/** A JSON Patch does not appear in the response. */
function acceptsRecord({ requestBody }: Operation): boolean {
  return requestBody?.content.some(({ range }) => range !== 'application/json-patch+json') === true;
}

/** The collection of a record that must exist for a success: a rule only sets the response and creates no record. */
function requiredCollection(
  { operation, status }: RequestedState,
  servedContracts: readonly ServedContract[],
): string | undefined {
  if (status >= 300 || !(isBodiless(status) || acceptsRecord(operation))) return undefined;
  const servedContract = servedContracts.find(({ contract }) => contract.operations.includes(operation));
  const path = `${servedContract?.prefix ?? ''}${operation.path}`;
  return servedContract?.collections.find((collection) => path.startsWith(`${collection}/{`));
}

/** The path parameter that identifies the record: pacts generated from the contract expect the parameters by name. */
function pathParameterValues(record: Json | undefined, { parameters }: Operation): JsonObject {
  if (!isJsonObject(record)) return {};
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const last = names.at(-1) ?? '';
  const value = record[last] ?? (/(?:^i|_i|I)d$/.test(last) ? record['id'] : undefined);
  return value === undefined ? {} : { [last]: value };
}

function missingRecordProblem({ operation, status }: RequestedState): ControlResponse {
  const detail = `params.status: ${operation.id} returns ${status} only for an existing record, and the collection has none`;
  return problemResponse(400, detail, {
    fix: 'Start the mock server with --stateless, or create a record in that collection first.',
  });
}

function requiredHeaders({ headers }: Response): Readonly<Record<string, string>> {
  const values = headers.flatMap(({ name, required, schema }): [string, string][] => {
    const sample = required && schema !== undefined ? sampleValue(schema, 'response') : undefined;
    return typeof sample === 'object' || sample === undefined ? [] : [[name, String(sample)]];
  });
  return Object.fromEntries(values);
}

async function removeEarlierRules(scenario: ScenarioAdmin, state: RequestedState): Promise<void> {
  for (const rule of await scenario.rules()) if (isStateRule(rule, state)) await scenario.remove(rule.id);
}

/** Rules have no owner, so a rule with exactly this effect is considered a state rule. */
function isStateRule({ when = {}, then, times, skip }: StoredRule, state: RequestedState): boolean {
  const isOfOperation = Object.keys(when).length === 1 && when.operation === state.operation.id;
  return isOfOperation && times === 1 && skip === undefined && isDeepStrictEqual(then, ruleEffect(state));
}

function showValue(value: Json | undefined): string {
  return value === undefined ? 'none' : stringifyJson(value);
}

function rejectState(detail: string): { readonly rejection: ControlResponse } {
  const fix = 'GET /__store/info lists the operations and their statuses.';
  return { rejection: problemResponse(400, detail, { fix }) };
}
