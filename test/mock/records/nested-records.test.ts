/** Records that are listed below a parent and read at a shorter path: the numbers of their children, and new ones. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { call } from '../login/shops.ts';
import { send, startMockWithPaths } from '../support.ts';
import { contentOf } from './json-client.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const readOnly = { ...integer, readOnly: true };
const object = (properties: JsonObject) => ({ type: 'object', required: Object.keys(properties), properties });
const labels = { type: 'array', items: text };
const card = object({ id: readOnly, title: text, labels, boardId: readOnly, noteCount: readOnly });
const newCard = { type: 'object', required: ['title'], properties: { title: text, labels } };
const note = object({ id: readOnly, cardId: readOnly, body: text });
const board = object({ id: readOnly, name: text, cardCount: readOnly });
const ok = (schema: JsonObject) => ({ 200: { description: 'ok', content: contentOf(schema) } });
const list = (items: JsonObject) => ({ get: { responses: ok({ type: 'array', items }) } });
const create = (sent: JsonObject, shown: JsonObject) => ({
  post: {
    requestBody: { required: true, content: contentOf(sent) },
    responses: { 201: { description: 'new', content: contentOf(shown) } },
  },
});
const parameters = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] });

const paths = {
  '/boards': list(board),
  '/boards/{boardId}': { ...parameters('boardId'), get: { responses: ok(board) } },
  '/boards/{boardId}/cards': { ...parameters('boardId'), ...list(card), ...create(newCard, card) },
  '/cards/{cardId}': { ...parameters('cardId'), get: { responses: ok(card) } },
  '/cards/{cardId}/notes': { ...parameters('cardId'), ...list(note), ...create(object({ body: text }), note) },
};
const records = {
  '/boards': [{ id: 1, name: 'Home', cardCount: 99 }],
  '/boards/1/cards': [{ id: 5, title: 'Lamp', labels: [], boardId: 1, noteCount: 99 }],
  '/cards/5/notes': [{ id: 1, cardId: 5, body: 'Red' }],
};

it('numbers are the same in both, follow a creation, and are 0 in a new record', async () => {
  const mock = await startMockWithPaths(paths, {}, { records });
  await call(mock, 'POST /cards/5/notes', { body: { body: 'Green' } });
  expect((await call(mock, 'GET /cards/5')).json).toMatchObject({ noteCount: 2 });
  expect((await call(mock, 'GET /boards/1/cards')).json).toMatchObject([{ id: 5, noteCount: 2 }]);
  expect((await call(mock, 'POST /boards/1/cards', { body: { title: 'Desk' } })).json).toMatchObject({ noteCount: 0 });
  expect((await call(mock, 'GET /boards/1')).json).toMatchObject({ cardCount: 2 });
});

it('a new record has what clients have not set yet as an empty list', async () => {
  const mock = await startMockWithPaths(paths, {}, { records });
  expect((await call(mock, 'POST /boards/1/cards', { body: { title: 'Desk' } })).json).toMatchObject({ labels: [] });
});

it('numbers are the same in the control API and in the records of the console', async () => {
  const mock = await startMockWithPaths(paths, {}, { records });
  expect(await mock.records.list('/boards')).toMatchObject([{ cardCount: 1 }]);
  expect(await mock.records.list('/boards/1/cards')).toMatchObject([{ noteCount: 1 }]);
  const { json } = await send(`${mock.url}/__store/records/items`);
  expect(JSON.stringify(json)).toMatch(/"cardCount":1\b.*"noteCount":1\b/s);
});
