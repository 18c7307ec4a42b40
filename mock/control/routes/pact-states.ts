/** The provider states of Pact: `{ operationId, status }` makes the next request of the operation get that status. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { isJsonType, type Operation, type Response, responseFor } from '../../../spec/model/contract.ts';
import { idsNamed } from '../../../spec/model/operation-named.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import { isBodiless } from '../../http/message.ts';
import type { RuleEffect, StoredRule } from '../../model/rule.ts';
import type { Desk, ScenarioDesk } from '../desk.ts';
import type { ServedContract } from '../info.ts';
import { type ControlReply, type ControlRoutes, json, problem } from '../reply.ts';

/** Nothing that is answered here is a 5xx: the verifier of Pact would ask again for two minutes. */
export function pactStateRoutes(
  { scenario, records }: Pick<Desk, 'scenario' | 'records'>,
  served: () => readonly ServedContract[],
): ControlRoutes {
  return {
    changePactState: async ({ body }) => {
      const { params, action } = isJsonObject(body) ? body : {};
      if (!isJsonObject(params) || params['operationId'] === undefined) return done;
      const wanted = wantedOf(params, served());
      if ('refusal' in wanted) return wanted.refusal;
      // One that was set up before and never asked for would answer in the place of this.
      await forget(scenario, wanted);
      if (action !== 'setup' || !wanted.needsRule) return done;
      const collection = collectionOf(wanted, served());
      const [record] = collection === undefined ? [] : await records.list(collection);
      if (collection !== undefined && record === undefined) return recordMissing(wanted);
      await scenario.next(wanted.operation.id, effectOf(wanted));
      return json(200, namesOf(record, wanted.operation));
    },
  };
}

/** Other values for generators are the business of whoever runs the verifier. */
const done: ControlReply = json(200, {});

interface Wanted {
  readonly operation: Operation;
  readonly status: number;
  readonly needsRule: boolean;
}

function wantedOf(
  { operationId, status, needsState }: JsonObject,
  served: readonly ServedContract[],
): Wanted | { readonly refusal: ControlReply } {
  const operations = served.flatMap(({ contract }) => contract.operations);
  const ids = typeof operationId === 'string' ? idsNamed(operationId, operations) : [];
  const operation = operations.find(({ id }) => id === ids[0]);
  if (ids.length > 1)
    return refused(
      `params.operationId: expected the one that is meant of ${ids.join(', ')}; got ${shown(operationId)}`,
    );
  if (operation === undefined) {
    const known = operations.map(({ id }) => id).join(', ');
    return refused(`params.operationId: expected one of ${known}; got ${shown(operationId)}`);
  }
  if (typeof status === 'number' && responseFor(operation, status) !== undefined)
    return { operation, status, needsRule: needsRule(operation, status, needsState) };
  // How credentials are refused a contract need not say, and no rule is needed for it.
  if (status === 401 || status === 403) return { operation, status, needsRule: false };
  const declared = operation.responses.map((response) => response.status).join(', ');
  return refused(`params.status: ${operation.id} declares ${declared}; got ${shown(status)}`);
}

/** Where the state does not say: what the request itself brings about needs nothing. */
function needsRule(operation: Operation, status: number, needsState: Json | undefined): boolean {
  if (typeof needsState === 'boolean') return needsState;
  const success = operation.responses.find((response) => response.status.startsWith('2'));
  return ![400, 401, 403, 422].includes(status) && success?.status !== String(status);
}

/**
 * A success is sent as it is: the record that it is about need not be there. What a request brings along it expects to
 * get back, though, so an operation that takes a body answers as usual.
 */
function effectOf({ operation, status }: Wanted): RuleEffect {
  const response = responseFor(operation, status);
  const isUsual = status >= 300 || isBodiless(status) || takesRecord(operation);
  if (isUsual || response === undefined) return { status };
  const headers = requiredHeaders(response);
  if (response.content.length === 0)
    return { status, headers: { ...headers, 'Content-Type': 'text/plain' }, body: '' };
  const media = response.content.find(({ range }) => isJsonType(range));
  const body = media?.schema === undefined ? undefined : sampleOf(media.schema, 'response');
  if (media === undefined || body === undefined) return { status };
  return { status, headers: { ...headers, 'Content-Type': media.range }, body };
}

/** A list of changes is nothing that comes back. */
function takesRecord({ requestBody }: Operation): boolean {
  return requestBody?.content.some(({ range }) => range !== 'application/json-patch+json') === true;
}

/** Of the record that a success needs to be there: a rule says how to answer, and makes none. */
function collectionOf({ operation, status }: Wanted, served: readonly ServedContract[]): string | undefined {
  if (status >= 300 || !(isBodiless(status) || takesRecord(operation))) return undefined;
  const own = served.find(({ contract }) => contract.operations.includes(operation));
  const path = `${own?.prefix ?? ''}${operation.path}`;
  return own?.collections.find((collection) => path.startsWith(`${collection}/{`));
}

/** What a path names the record by: pacts made from the contract ask for the parameters by their names. */
function namesOf(record: Json | undefined, { parameters }: Operation): JsonObject {
  if (!isJsonObject(record)) return {};
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const last = names.at(-1) ?? '';
  const value = record[last] ?? (/(?:^i|_i|I)d$/.test(last) ? record['id'] : undefined);
  return value === undefined ? {} : { [last]: value };
}

function recordMissing({ operation, status }: Wanted): ControlReply {
  const detail = `params.status: ${operation.id} answers ${status} for a record that is there, and there is none`;
  return problem(400, detail, {
    fix: 'Start the store with --stateless, or make a record of that collection first.',
  });
}

function requiredHeaders({ headers }: Response): Readonly<Record<string, string>> {
  const values = headers.flatMap(({ name, required, schema }): [string, string][] => {
    const sample = required && schema !== undefined ? sampleOf(schema, 'response') : undefined;
    return typeof sample === 'object' || sample === undefined ? [] : [[name, String(sample)]];
  });
  return Object.fromEntries(values);
}

async function forget(scenario: ScenarioDesk, wanted: Wanted): Promise<void> {
  for (const rule of await scenario.rules()) if (isOurs(rule, wanted)) await scenario.remove(rule.id);
}

/** A rule bears no name, so one that says just this is taken for one of ours. */
function isOurs({ when = {}, then, times, skip }: StoredRule, wanted: Wanted): boolean {
  const isOfOperation = Object.keys(when).length === 1 && when.operation === wanted.operation.id;
  return isOfOperation && times === 1 && skip === undefined && isDeepStrictEqual(then, effectOf(wanted));
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'none' : stringifyJson(value);
}

function refused(detail: string): { readonly refusal: ControlReply } {
  const fix = 'GET /__store/info lists the operations and their statuses.';
  return { refusal: problem(400, detail, { fix }) };
}
