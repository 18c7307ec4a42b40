/** The storage commands of a request: with a remote storage, each costs more than most of the rest of a request. */
import { expect, it } from 'vitest';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths } from '../support.ts';
import { createClient } from './json-client.ts';

const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const body = { required: true, content: { 'application/json': { schema: item } } };
const shows = { description: 'ok', content: { 'application/json': { schema: item } } };
const one = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

/** A mock whose POST has these responses, and the names of the storage commands for a record. */
async function plantsOf(...statuses: readonly string[]) {
  const storageCalls: string[] = [];
  const storage = createMemoryStorage();
  const { records } = storage;
  const recordingRecords = {
    ...records,
    has: (...args: Parameters<typeof records.has>) => record('has', records.has(...args)),
    read: (...args: Parameters<typeof records.read>) => record('read', records.read(...args)),
    insert: (...args: Parameters<typeof records.insert>) => record('insert', records.insert(...args)),
    put: (...args: Parameters<typeof records.put>) => record('put', records.put(...args)),
    remove: (...args: Parameters<typeof records.remove>) => record('remove', records.remove(...args)),
    reserveNumbers: (...args: Parameters<typeof records.reserveNumbers>) =>
      record('skipNumbers', records.reserveNumbers(...args)),
  };
  function record<Answer>(name: string, response: Answer): Answer {
    storageCalls.push(name);
    return response;
  }
  const responses = Object.fromEntries(statuses.map((status): [string, Json] => [status, shows]));
  const paths = {
    '/plants': { post: { operationId: 'plant', requestBody: body, responses } },
    '/plants/{id}': { get: { parameters: [one], responses: { 200: shows, 404: { description: 'none' } } } },
  };
  const mock = await startMockWithPaths(paths, {}, { storage: { ...storage, records: recordingRecords } });
  return { app: createClient(mock), asked: storageCalls };
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
  'a POST with the responses %j reads the record only if necessary',
  async (statuses, responded, storageCalls) => {
    const plants = await plantsOf(...statuses);
    const post = async (name: string) => (await plants.app.post('/plants', { id: 7, name })).status;
    expect([await post('fern'), await post('moss')]).toEqual(responded);
    expect(plants.asked).toEqual(storageCalls);
    const { json } = await plants.app.get('/plants/7');
    expect(member(json, 'name')).toBe(statuses.some((status) => status === '409') ? 'fern' : 'moss');
  },
);
