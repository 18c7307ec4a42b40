/** What a request asks of the storage: where that is elsewhere, a question costs more than most of the rest of a request. */
import { expect, it } from 'vitest';
import { createMemoryStorage } from '../../../mock/storage/memory/memory.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { member, storeOf } from '../support.ts';
import { appOf } from './support.ts';

const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const body = { required: true, content: { 'application/json': { schema: item } } };
const shows = { description: 'ok', content: { 'application/json': { schema: item } } };
const one = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

/** A store of plants whose POST has these answers, and the names of what its storage is asked for a record. */
async function plantsOf(...statuses: readonly string[]) {
  const asked: string[] = [];
  const storage = createMemoryStorage();
  const { records } = storage;
  const told = {
    ...records,
    has: (...args: Parameters<typeof records.has>) => ask('has', records.has(...args)),
    read: (...args: Parameters<typeof records.read>) => ask('read', records.read(...args)),
    insert: (...args: Parameters<typeof records.insert>) => ask('insert', records.insert(...args)),
    put: (...args: Parameters<typeof records.put>) => ask('put', records.put(...args)),
    remove: (...args: Parameters<typeof records.remove>) => ask('remove', records.remove(...args)),
    skipNumbers: (...args: Parameters<typeof records.skipNumbers>) =>
      ask('skipNumbers', records.skipNumbers(...args)),
  };
  function ask<Answer>(name: string, answer: Answer): Answer {
    asked.push(name);
    return answer;
  }
  const responses = Object.fromEntries(statuses.map((status): [string, Json] => [status, shows]));
  const paths = {
    '/plants': { post: { operationId: 'plant', requestBody: body, responses } },
    '/plants/{id}': { get: { parameters: [one], responses: { 200: shows, 404: { description: 'none' } } } },
  };
  const store = await storeOf(paths, {}, { storage: { ...storage, records: told } });
  return { app: appOf(store), asked };
}

it.each([
  [['200'], [200, 200], ['put', 'put']],
  [['201'], [201, 201], ['put', 'put']],
  [
    ['201', '2XX'],
    [201, 201],
    ['put', 'put'],
  ],
  [
    ['200', '201'],
    [201, 200],
    ['has', 'put', 'has', 'put'],
  ],
  [
    ['201', '204'],
    [201, 204],
    ['has', 'put', 'has', 'put'],
  ],
  [
    ['201', '409'],
    [201, 409],
    ['has', 'insert', 'has'],
  ],
] as const)(
  'a POST with the answers %j asks whether the record is there only where that matters',
  async (statuses, answered, asked) => {
    const plants = await plantsOf(...statuses);
    const post = async (name: string) => (await plants.app.post('/plants', { id: 7, name })).status;
    expect([await post('fern'), await post('moss')]).toEqual(answered);
    expect(plants.asked).toEqual(asked);
    const { json } = await plants.app.get('/plants/7');
    expect(member(json, 'name')).toBe(statuses.some((status) => status === '409') ? 'fern' : 'moss');
  },
);
