/** Values that are written to a path without created records, and read there. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import {
  type ItemHandlers,
  itemContract,
  itemHandlers,
  missing,
  newItem,
  pick,
  rejections,
  responds,
  sends,
  startItemStore,
} from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

const settings = {
  'GET /settings': { operationId: 'readSettings', ...responds({ 200: newItem }) },
  'PUT /settings': { operationId: 'writeSettings', ...sends(newItem), ...responds({ 200: newItem, ...rejections }) },
};

const changes = {
  'GET /settings': settings['GET /settings'],
  'PATCH /settings': {
    operationId: 'changeSettings',
    ...sends({ type: 'object', additionalProperties: false, properties: newItem.properties }),
    ...responds({ 200: newItem, ...rejections }),
  },
};

const note = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1, maxLength: 80 } },
};

const notes = {
  ...pick('POST /items', 'GET /items/{id}'),
  'GET /items/{id}/note': { operationId: 'readNote', ...responds({ 200: note, ...rejections }) },
  'PUT /items/{id}/note': { operationId: 'writeNote', ...sends(note), ...responds({ 200: note, ...rejections }) },
};

async function verifyValues(operations: Parameters<typeof itemContract>[0], handlers: ItemHandlers) {
  const contract = await itemContract(operations);
  const baseUrl = await startItemStore(onTestFinished, contract, handlers);
  return verify({ contract, baseUrl, categories: ['lifecycles'], concurrency: 1 });
}

/** `store` returns what is kept of the values before and those that were sent. */
function settingsHandlers(store: (before: JsonObject, sent: JsonObject) => JsonObject): ItemHandlers {
  let values: JsonObject = { name: 'before', stock: 3 };
  return {
    'GET /settings': () => ({ status: 200, body: values }),
    'PUT /settings': ({ sent }) => {
      values = store(values, sent);
      return { status: 200, body: sent };
    },
    'PATCH /settings': ({ sent }) => {
      const after = { ...values, ...sent };
      values = store(values, after);
      return { status: 200, body: after };
    },
  };
}

const noteHandlers = (isKept: boolean): ItemHandlers => {
  const handlers = itemHandlers();
  const texts = new Map<string, JsonObject>();
  const exists = (request: Parameters<ItemHandlers[string]>[0]) =>
    handlers['GET /items/{id}']?.(request).status === 200;
  return {
    ...handlers,
    'GET /items/{id}/note': (request) =>
      exists(request) ? { status: 200, body: texts.get(request.values[0] ?? '') ?? { text: 'none' } } : missing,
    'PUT /items/{id}/note': (request) => {
      if (!exists(request)) return missing;
      if (isKept) texts.set(request.values[0] ?? '', request.sent);
      return { status: 200, body: request.sent };
    },
  };
};

test.each([
  ['settings that are replaced', settings, settingsHandlers((_before, sent) => sent), settingsHandlers((one) => one)],
  ['settings that are changed', changes, settingsHandlers((_before, sent) => sent), settingsHandlers((one) => one)],
  ['a part of a record', notes, noteHandlers(true), noteHandlers(false)],
] as const)('%s are read as they were written', async (_name, operations, right, wrong) => {
  const result = await verifyValues(operations, right);
  expect(result.findings).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(failingChecks(await verifyValues(operations, wrong))).toEqual(['read-returns-written']);
});

test('settings that accept a change only later are not compared', async () => {
  const later = {
    ...settings,
    'PUT /settings': { operationId: 'writeSettings', ...sends(newItem), ...responds({ 202: newItem, ...rejections }) },
  };
  const handlers = settingsHandlers((one) => one);
  const { findings, unchecked } = await verifyValues(later, {
    ...handlers,
    'PUT /settings': (request) => ({ status: 202, body: request.sent }),
  });
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test('settings whose schema allows one value only have nothing to show', async () => {
  const fixed = { type: 'object', required: ['mode'], properties: { mode: { type: 'string', enum: ['only'] } } };
  const operations = {
    'GET /settings': { operationId: 'readSettings', ...responds({ 200: fixed }) },
    'PUT /settings': { operationId: 'writeSettings', ...sends(fixed), ...responds({ 200: fixed, ...rejections }) },
  };
  const { findings, unchecked } = await verifyValues(operations, {
    'GET /settings': () => ({ status: 200, body: { mode: 'only' } }),
    'PUT /settings': ({ sent }) => ({ status: 200, body: sent }),
  });
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test('settings that accept only the example of the contract are not tested, and the reason says what to supply', async () => {
  const example = { name: 'example', stock: 5 };
  const operations = {
    ...settings,
    'PUT /settings': { ...settings['PUT /settings'], ...sends({ ...newItem, example }) },
  };
  const { findings, unchecked } = await verifyValues(operations, {
    'GET /settings': () => ({ status: 200, body: example }),
    'PUT /settings': ({ sent }) => (sent['name'] === 'example' ? { status: 200, body: example } : { status: 400 }),
  });
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    expect.stringMatching(
      /^writeSettings: tested in part, because no values other than those before .* give the request an/,
    ),
  ]);
});

test('the record that an example of the contract names is read as it was written, where nothing creates records', async () => {
  const operations = pick('GET /items/{id}', 'PUT /items/{id}', 'DELETE /items/{id}');
  const named = Object.fromEntries(
    Object.entries(operations).map(([key, one]) => [key, { ...one, pathExample: 7 }] as const),
  );
  const stored = (isKept: boolean): ItemHandlers => {
    const items = new Map<string, JsonObject>([['7', { id: 7, name: 'seven', stock: 7 }]]);
    const handlers = itemHandlers(items);
    const replace = handlers['PUT /items/{id}'];
    return {
      ...handlers,
      'PUT /items/{id}': (request) => {
        const before = items.get('7');
        const reply = replace?.(request) ?? missing;
        if (!isKept && before !== undefined) items.set('7', before);
        return reply;
      },
    };
  };
  const right = await verifyValues(named, stored(true));
  expect(right.findings).toEqual([]);
  expect(right.unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    expect.stringMatching(/^remove: tested in part, because PUT .* returned 404, and the run has no record of its own/),
  ]);
  expect(failingChecks(await verifyValues(named, stored(false)))).toEqual(['read-returns-written']);
});
