/** The implementation of fixtures/conformance/stateful/parts.yaml, with a part that may be wrong. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export const partsContract = await loadContract('test/fixtures/conformance/stateful/parts.yaml');

export interface PartStoreOverrides {
  /** What of a valid request is stored. */
  readonly stored?: (created: readonly JsonObject[]) => readonly JsonObject[];
  /** What of an invalid request is stored. */
  readonly storedOfInvalid?: (sent: readonly Json[]) => readonly Json[];
  readonly returned?: (created: readonly JsonObject[]) => readonly JsonObject[];
  /** The members of the filter that it applies. */
  readonly applied?: (names: readonly string[]) => readonly string[];
  readonly hasLinks?: boolean;
}

const newPart = partsContract.operations
  .find(({ id }) => id === 'createParts')
  ?.requestBody?.content[0]?.schema?.properties.get('parts')?.items;

export function startPartStore(onEnd: OnTestEnd, overrides: PartStoreOverrides = {}): Promise<string> {
  const { stored = (created) => created, storedOfInvalid = () => [], returned = (created) => created } = overrides;
  const { applied = (names) => names, hasLinks = true } = overrides;
  const parts: JsonObject[] = [];
  const identified = (sent: Json): JsonObject => ({ id: randomUUID(), ...(isJsonObject(sent) ? sent : {}) });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const reply = (status: number, body?: Json, headers = {}) =>
      response
        .writeHead(status, body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' })
        .end(body === undefined ? undefined : stringifyJson(body));
    const bytes = await readBody(request);
    if (url.pathname !== '/parts') return reply(404);
    if (request.method === 'GET') return list(url, reply);
    if (request.method !== 'POST') return reply(405, undefined, { Allow: 'GET, POST' });
    const parsed = parseJsonBytes(bytes);
    const body = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
    const sent = isJsonArray(body['parts']) ? body['parts'] : [];
    const isAllowed = Object.keys(body).join() === 'parts' && sent.length >= 1 && sent.length <= 9;
    if (!isAllowed || newPart === undefined || !sent.every((one) => isValid(newPart, one, 'request'))) {
      parts.push(...storedOfInvalid(sent).map(identified));
      return reply(400);
    }
    const created = sent.map(identified);
    parts.push(...stored(created));
    return reply(201, { parts: returned(created) });
  });
  return startTestServer(server, onEnd);

  function list(url: URL, reply: (status: number, body?: Json, headers?: object) => unknown): unknown {
    const filters = [...url.searchParams].flatMap(([name, value]) => {
      const [, member] = /^filter\[(\w+)\]$/.exec(name) ?? [];
      return member === undefined ? [] : [[member, value] as const];
    });
    const names = applied(filters.map(([name]) => name));
    const selected = parts.filter((part) =>
      filters.every(([name, value]) => !names.includes(name) || String(part[name]) === value),
    );
    const number = (name: string, usual: number) => Number(url.searchParams.get(name) ?? usual);
    const [page, limit] = [number('page', 1), number('limit', 50)];
    if (![page, limit].every((one) => Number.isInteger(one) && one >= 1) || limit > 100 || page > 1000)
      return reply(400);
    const items = selected.slice((page - 1) * limit, page * limit);
    const next = new URLSearchParams(url.searchParams);
    next.set('page', String(page + 1));
    const hasNext = hasLinks && page * limit < selected.length;
    return reply(200, { items }, hasNext ? { Link: `</parts?${next}>; rel="next"` } : {});
  }
}
