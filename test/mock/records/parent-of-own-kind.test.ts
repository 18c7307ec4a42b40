/** References of made-up records to records of the same kind, and to people. */
import { expect, it } from 'vitest';
import { call } from '../login/shops.ts';
import { startMockWithPaths } from '../support.ts';
import { contentOf } from './json-client.ts';

const uuid = { type: 'string', format: 'uuid' };
const nullable = { type: ['string', 'null'], format: 'uuid' };
const comment = {
  type: 'object',
  required: ['id', 'parentId', 'leadId'],
  properties: { id: uuid, parentId: nullable, replyToId: uuid, postId: uuid, leadId: uuid, text: { type: 'string' } },
};
const required = { ...comment, required: [...comment.required, 'replyToId'] };
const user = { type: 'object', required: ['id', 'email'], properties: { id: uuid, email: { type: 'string' } } };

function pathsOf(collection: string, schema: object) {
  const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }] };
  const one = { responses: { 200: { description: 'one', content: contentOf(JSON.parse(JSON.stringify(schema))) } } };
  const list = { type: 'array', items: JSON.parse(JSON.stringify(schema)) };
  return {
    [collection]: { get: { responses: { 200: { description: 'all', content: contentOf(list) } } } },
    [`${collection}/{id}`]: { ...item, get: one },
  };
}

async function firstOf(schema: object) {
  const paths = { ...pathsOf('/comments', schema), ...pathsOf('/users', user) };
  const mock = await startMockWithPaths(paths, {}, { recordCount: 3 });
  const [list, people] = [await call(mock, 'GET /comments'), await call(mock, 'GET /users')];
  const [stored] = await mock.records.list('/comments');
  return { records: [list.json ?? []].flat().map(Object), users: [people.json ?? []].flat().map(Object), stored };
}

it('a made-up comment has no parent, where its schema allows that', async () => {
  const { records } = await firstOf(comment);
  expect(records.length).toBeGreaterThan(2);
  for (const one of records) {
    expect(one.parentId).toBeNull();
    expect(one).not.toHaveProperty('replyToId');
  }
  expect((await firstOf(required)).stored).toHaveProperty('replyToId');
});

it('the lead of a made-up record is a person who exists', async () => {
  const { records, users } = await firstOf(comment);
  for (const { leadId } of records) expect(users.map((one) => one.id)).toContain(leadId);
});
