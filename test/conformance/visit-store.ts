/** A small implementation of visits.yaml that validates with the kit's validator; tests override parts of it. */
import { createServer } from 'node:http';
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { failingChecks, verify } from './support.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

const visits = await loadContract('test/fixtures/conformance/visits.yaml');

/** How an implementation differs from the correct one. */
export interface VisitOverrides {
  /** Whether a body is accepted, given whether the contract allows it. */
  accepts?(body: JsonObject, isAllowed: boolean): boolean;
  stores?(body: JsonObject): JsonObject;
  shows?(visit: JsonObject): JsonObject;
  /** Whether a list of days in a path or a query is accepted. */
  acceptsDays?(days: readonly string[]): boolean;
  acceptsHours?(hour: string): boolean;
  acceptsWhere?(where: JsonObject, isAllowed: boolean): boolean;
}

/** The checks that find an error in one category, of all operations or some. */
export async function checksOnVisits(
  overrides: VisitOverrides,
  { category, operations = [] }: { readonly category: string; readonly operations?: readonly string[] },
  onEnd: OnTestEnd,
): Promise<readonly string[]> {
  const respond = createVisitStore({ ...rightVisits, ...overrides });
  const server = createServer(async (request, response) => {
    const body = parseJson(String(await readBody(request)));
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const value = body.ok && isJsonObject(body.value) ? body.value : undefined;
    const [status, result] = respond({ method: request.method ?? '', path: decoded(path), query, value });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(stringifyJson(result));
  });
  const baseUrl = await startTestServer(server, onEnd);
  return failingChecks(await verify({ contract: visits, baseUrl, categories: [category], operations }));
}

const rightVisits: Required<VisitOverrides> = {
  accepts: (_body, isAllowed) => isAllowed,
  stores: (body) => body,
  shows: (visit) => visit,
  acceptsDays: (days) => days.length <= 3 && days.every((day) => /^[1-9]\d?$/.test(day) && Number(day) <= 31),
  acceptsHours: (hour) => /^\d{1,19}$/.test(hour) && BigInt(hour) < 2n ** 63n,
  acceptsWhere: (_where, isAllowed) => isAllowed,
};

interface VisitRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly value: JsonObject | undefined;
}

type VisitResponse = readonly [status: number, body: Json];

function createVisitStore(behavior: Required<VisitOverrides>): (request: VisitRequest) => VisitResponse {
  const { accepts, stores, shows, acceptsDays } = behavior;
  const stored = new Map<string, JsonObject>();
  return ({ method, path, query, value }) => {
    if (path === '/statistics') return hasValidQuery(new URLSearchParams(query), behavior) ? [200, 0] : [422, {}];
    if (method === 'POST') {
      const schema = operationAt(method, path)?.requestBody?.content[0]?.schema;
      const isAllowed = value !== undefined && schema !== undefined && isValid(schema, value, 'request');
      if (value === undefined || !accepts(value, isAllowed)) return [422, {}];
      const id = stored.size + 1;
      stored.set(`${path}/${id}`, { id, ...stores(value) });
      return [path === '/reports' ? 202 : 201, { id, ...stores(value) }];
    }
    const [, item = path, days] = /^(.*)\/days\/([^/]*)$/.exec(path) ?? [];
    const record = method === 'GET' ? stored.get(item) : undefined;
    if (record === undefined) return [404, {}];
    if (days === undefined) return [200, shows(record)];
    return acceptsDays(days.split(',')) ? [200, days.split(',').map(() => 0)] : [422, {}];
  };
}

function operationAt(method: string, path: string) {
  return visits.operations.find((operation) => operation.method === method && operation.path === path);
}

function hasValidQuery(
  query: URLSearchParams,
  { acceptsDays, acceptsHours, acceptsWhere }: Required<VisitOverrides>,
): boolean {
  const days = query.get('days')?.split(',') ?? [];
  const hours = [...query].filter(([name]) => name.startsWith('hours'));
  return (
    acceptsDays(days) &&
    hours.every(([name, hour]) => /^hours\[(?:from|to)\]$/.test(name) && acceptsHours(hour)) &&
    query.getAll('where').every((text) => {
      const parsed = parseJson(text);
      const schema = operationAt('GET', '/statistics')?.parameters.find(({ name }) => name === 'where')?.content[0]
        ?.schema;
      if (!parsed.ok || !isJsonObject(parsed.value) || schema === undefined) return false;
      return acceptsWhere(parsed.value, isValid(schema, parsed.value, 'request'));
    })
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
