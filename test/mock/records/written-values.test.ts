/** Paths without records that are written and read, and collections that are deleted as a whole. */
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { itemContract, newItem, pick, rejections, responds, sends } from '../../conformance/item-store.ts';

async function startMock(operations: Parameters<typeof itemContract>[0]) {
  const mock = await serveMock(await itemContract(operations));
  onTestFinished(() => mock.close());
  return async (method: string, path: string, sent?: unknown): Promise<unknown> => {
    const response = await fetch(`${mock.url}${path}`, {
      method,
      ...(sent !== undefined && { body: JSON.stringify(sent), headers: { 'Content-Type': 'application/json' } }),
    });
    expect(response.status).toBeLessThan(300);
    return response.status === 204 ? undefined : await response.json();
  };
}

const changed = { type: 'object', additionalProperties: false, properties: newItem.properties };

test('returns the values that were written to a path without records', async () => {
  const request = await startMock({
    'GET /settings': { operationId: 'read', ...responds({ 200: newItem }) },
    'PUT /settings': { operationId: 'write', ...sends(newItem), ...responds({ 204: undefined, ...rejections }) },
    'PATCH /settings': { operationId: 'change', ...sends(changed), ...responds({ 200: newItem, ...rejections }) },
  });
  expect(await request('GET', '/settings')).not.toMatchObject({ name: 'mine' });
  await request('PUT', '/settings', { name: 'mine', stock: 7 });
  expect(await request('GET', '/settings')).toEqual({ name: 'mine', stock: 7 });
  await request('PATCH', '/settings', { stock: 8 });
  expect(await request('GET', '/settings')).toEqual({ name: 'mine', stock: 8 });
});

test('returns the generated body after the values were deleted', async () => {
  const request = await startMock({
    'GET /settings': { operationId: 'read', ...responds({ 200: newItem }) },
    'PUT /settings': { operationId: 'write', ...sends(newItem), ...responds({ 200: newItem, ...rejections }) },
    'DELETE /settings': { operationId: 'reset', ...responds({ 204: undefined }) },
  });
  const generated = await request('GET', '/settings');
  await request('PUT', '/settings', { name: 'mine', stock: 7 });
  await request('DELETE', '/settings');
  expect(await request('GET', '/settings')).toEqual(generated);
});

test('deletes all records of a collection where its DELETE says so', async () => {
  const request = await startMock({
    ...pick('POST /items', 'GET /items'),
    'DELETE /items': { operationId: 'clearItems', ...responds({ 204: undefined }) },
  });
  const created = await request('POST', '/items', { name: 'new' });
  const listed = await request('GET', '/items');
  expect(listed).toContainEqual(created);
  await request('DELETE', '/items');
  expect(await request('GET', '/items')).toEqual([]);
});

test('returns a list that a PUT has written as a whole', async () => {
  const word = { type: 'object', required: ['term'], properties: { term: { type: 'string' } } };
  const words = { type: 'object', required: ['words'], properties: { words: { type: 'array', items: word } } };
  const request = await startMock({
    'GET /synonyms': { operationId: 'read', ...responds({ 200: words }) },
    'PUT /synonyms': { operationId: 'write', ...sends(words), ...responds({ 204: undefined, ...rejections }) },
  });
  await request('PUT', '/synonyms', { words: [{ term: 'fern' }, { term: 'bracken' }] });
  expect(await request('GET', '/synonyms')).toEqual({ words: [{ term: 'fern' }, { term: 'bracken' }] });
  await request('PUT', '/synonyms', { words: [] });
  expect(await request('GET', '/synonyms')).toEqual({ words: [] });
});
