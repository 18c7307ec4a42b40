/** Writes that follow each other, values that other writes omit, addresses, and items after the first. */
import { createServer } from 'node:http';
import { test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { failingChecks, verify } from '../support.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

const subscribers = await loadContract('test/fixtures/conformance/subscribers.yaml');

/** How an implementation differs from the correct one. */
interface SubscriberOverrides {
  /** Whether an address is taken, by the ids of the subscribers that have it. */
  isTaken?(owners: readonly number[], id: number): boolean;
  stores?(body: JsonObject): JsonObject;
  replaces?(before: JsonObject, after: JsonObject): JsonObject;
  /** Whether a body is accepted, given whether the contract allows it. */
  accepts?(body: JsonObject, isAllowed: boolean): boolean;
  patch?(subscriber: JsonObject, change: JsonObject, lastRead: JsonObject): JsonObject;
  rejectsSameReplacement?: boolean;
}

async function failingChecksOf(
  overrides: SubscriberOverrides,
  category: string,
  onEnd: OnTestEnd,
): Promise<readonly string[]> {
  const {
    isTaken = (owners, id) => owners.some((owner) => owner !== id),
    stores = (body) => body,
    replaces = (_before, after) => after,
    accepts = (_body, isAllowed) => isAllowed,
    patch = (subscriber, change) => ({ ...subscriber, ...change }),
    rejectsSameReplacement = false,
  } = overrides;
  const stored = new Map<number, JsonObject>();
  const lastReads = new Map<number, JsonObject>();
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: JsonObject = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const [, collection = '', text] = (request.url ?? '').split('/');
    const id = text === undefined ? stored.size + 1 : Number(text);
    const before = stored.get(id);
    if (collection !== 'subscribers' || (text !== undefined && before === undefined)) return respond(404);
    if (request.method === 'GET' && before !== undefined) {
      lastReads.set(id, before);
      return respond(200, { id, ...before });
    }
    const body = parseJson(String(await readBody(request)));
    const schema = subscribers.operations.find(({ method }) => method === request.method)?.requestBody?.content[0]
      ?.schema;
    if (!body.ok || !isJsonObject(body.value) || schema === undefined) return respond(400);
    if (!accepts(body.value, isValid(schema, body.value, 'request'))) return respond(400);
    const address = String(body.value['email'] ?? '').toLowerCase();
    const owners = [...stored].filter(([, { email = '' }]) => String(email).toLowerCase() === address);
    if (
      isTaken(
        owners.map(([owner]) => owner),
        id,
      )
    )
      return respond(409);
    const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(withDefault(stores(body.value)));
    if (request.method === 'PUT' && rejectsSameReplacement && isSame) return respond(409);
    const after =
      request.method === 'PATCH' && before !== undefined
        ? patch(before, body.value, lastReads.get(id) ?? before)
        : withDefault(replaces(before ?? {}, stores(body.value)));
    stored.set(id, after);
    return respond(request.method === 'POST' ? 201 : 200, { id, ...after });
  });
  const baseUrl = await startTestServer(server, onEnd);
  return failingChecks(await verify({ contract: subscribers, baseUrl, categories: [category] }));
}

function withDefault(body: JsonObject): JsonObject {
  return { monthly: false, daily: false, ...body };
}

function mapText(body: JsonObject, name: string, change: (text: string) => string): JsonObject {
  const value = body[name];
  return typeof value === 'string' ? { ...body, [name]: change(value) } : body;
}

/** Each line with the count of the first one. */
function withFirstCount(body: JsonObject): JsonObject {
  const { lines } = body;
  if (lines === undefined || !isJsonArray(lines)) return body;
  const [first = {}] = lines;
  const count = isJsonObject(first) ? first['count'] : undefined;
  return {
    ...body,
    lines: lines.map((line) => (isJsonObject(line) && count !== undefined ? { ...line, count } : line)),
  };
}

/** With a right second line, whatever it has. */
function withFirstLine(body: JsonObject): JsonObject {
  const { lines = [] } = body;
  return isJsonArray(lines)
    ? { ...body, lines: lines.map((line, index): Json => (index > 0 ? { title: 'a' } : line)) }
    : body;
}

const createSchema = subscribers.operations.find(({ id }) => id === 'createSubscriber')?.requestBody?.content[0]
  ?.schema;

test.concurrent.for<[string, SubscriberOverrides]>([
  ['stores what it gets', {}],
  ['lowers addresses', { stores: (body) => mapText(body, 'email', (text) => text.toLowerCase()) }],
  ['rejects a replacement that changes nothing', { rejectsSameReplacement: true }],
])('reports no error for an implementation that %s', async ([_title, overrides], { expect, onTestFinished }) => {
  const categories = ['lifecycles', 'text-values', 'boundary-values'];
  const found = [];
  for (const category of categories) found.push(await failingChecksOf(overrides, category, onTestFinished));
  expect(found.flat()).toEqual([]);
});

test.concurrent.for<[string, string, string, SubscriberOverrides]>([
  [
    'takes the address of the record itself for that of another one',
    'lifecycles',
    'valid-accepted',
    { isTaken: (owners) => owners.length > 0 },
  ],
  [
    'changes the copy that was read last',
    'lifecycles',
    'read-returns-written',
    { patch: (_subscriber, change, lastRead) => ({ ...lastRead, ...change }) },
  ],
  [
    'resets a flag with each patch',
    'lifecycles',
    'read-returns-written',
    { patch: (subscriber, change) => ({ ...subscriber, monthly: false, ...change }) },
  ],
  [
    'resets with each patch a flag whose default only the creation declares',
    'lifecycles',
    'read-returns-written',
    { patch: (subscriber, change) => ({ ...subscriber, daily: false, ...change }) },
  ],
  [
    'keeps a flag that a replacement omits',
    'lifecycles',
    'created-is-echoed',
    { replaces: ({ monthly = false }, after) => ({ monthly, ...after }) },
  ],
  ['stores the number of the first item in each', 'lifecycles', 'created-is-echoed', { stores: withFirstCount }],
  [
    'removes tags of addresses',
    'text-values',
    'created-is-echoed',
    { stores: (body) => mapText(body, 'email', (text) => text.replace(/\+[^@]*/, '')) },
  ],
  [
    'lowers addresses that are kept as sent',
    'text-values',
    'created-is-echoed',
    { stores: (body) => mapText(body, 'replyTo', (text) => text.toLowerCase()) },
  ],
  [
    'validates the first item alone',
    'boundary-values',
    'invalid-rejected',
    {
      accepts: (body, isAllowed) =>
        isAllowed || (createSchema !== undefined && isValid(createSchema, withFirstLine(body), 'request')),
    },
  ],
])('reports an implementation that %s', async ([_title, category, check, overrides], { expect, onTestFinished }) => {
  expect(await failingChecksOf(overrides, category, onTestFinished)).toContain(check);
});
