/** Bounds that only values of a certain kind reach: items that name other records or have to differ, and long emails. */
import { expect, onTestFinished, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import {
  type ItemReply,
  idSchema,
  itemContract,
  itemHandlers,
  pick,
  rejections,
  responds,
  sends,
  startItemStore,
} from './item-store.ts';
import { describeErrors, verify } from './support.ts';

interface Bounds {
  readonly lines: number;
  readonly email: number;
  readonly uri: number;
}

const declared: Bounds = { lines: 6, email: 90, uri: 50 };

/** Items, and parcels whose lines name an item each by its id and have a code that no other line has; no two parcels have one email. */
function contractWith({ lines, email, uri }: Bounds): Promise<Contract> {
  const line = {
    type: 'object',
    additionalProperties: false,
    required: ['itemId', 'code'],
    properties: { itemId: idSchema, code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' } },
  };
  const properties = {
    lines: { type: 'array', minItems: 1, maxItems: lines, items: line },
    email: { type: 'string', format: 'email', maxLength: email },
    page: { type: 'string', format: 'uri', maxLength: uri },
  };
  const parcel = { type: 'object', additionalProperties: false, required: ['lines', 'email'], properties };
  const shown = { type: 'object', required: ['id'], properties: { id: idSchema, ...properties } };
  const operation = {
    operationId: 'send',
    ...sends(parcel),
    ...responds({ 201: shown, ...rejections, 409: { type: 'object' } }),
  };
  return itemContract({
    ...pick('POST /items', 'GET /items', 'GET /items/{id}'),
    'POST /parcels': operation,
    'GET /parcels/{id}': { operationId: 'find', ...responds({ 200: shown, ...rejections }) },
  });
}

/** The errors for an implementation with these bounds. */
async function errorsOf(bounds: Partial<Bounds> = {}): Promise<readonly string[]> {
  const items = new Map<string, JsonObject>();
  const parcels = new Map<string, JsonObject>();
  const send = ({ sent }: { readonly sent: JsonObject }): ItemReply => {
    const lines: readonly Json[] = isJsonArray(sent['lines'] ?? null) ? Object.values(sent['lines'] ?? []) : [];
    const objects = lines.filter(isJsonObject);
    const isKnown = objects.every(({ itemId }) => items.has(String(itemId)));
    const codes = new Set(objects.map(({ code }) => code));
    const isTaken = parcels.values().some(({ email }) => email === sent['email']);
    if (!isKnown || isTaken || codes.size < objects.length) return { status: 409, body: { message: 'conflict' } };
    const id = parcels.size + 1;
    parcels.set(String(id), { id, ...sent });
    return { status: 201, body: { id, ...sent } };
  };
  const baseUrl = await startItemStore(onTestFinished, await contractWith({ ...declared, ...bounds }), {
    ...itemHandlers(items),
    'POST /parcels': send,
    'GET /parcels/{id}': ({ values: [id = ''] }) => {
      const body = parcels.get(id);
      return body === undefined ? { status: 404 } : { status: 200, body };
    },
  });
  const contract = await contractWith(declared);
  return describeErrors(await verify({ contract, baseUrl, categories: ['boundary-values'] }));
}

test('an implementation with the declared bounds is not reported', async () => {
  expect(await errorsOf()).toEqual([]);
});

test.each<[string, Partial<Bounds>, string]>([
  [
    'a list longer than maxItems, although its items name records and differ',
    { lines: 100 },
    'invalid-rejected: body.lines is an array of 7 items',
  ],
  ['an email longer than maxLength', { email: 200 }, 'invalid-rejected: body.email is a valid email, 91 characters'],
  ['a URI longer than maxLength', { uri: 200 }, 'invalid-rejected: body.page is a valid uri, 51 characters'],
])('an implementation that accepts %s is reported', async (_name, bounds, error) => {
  expect((await errorsOf(bounds)).join('\n')).toContain(error);
});
