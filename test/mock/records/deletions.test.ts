import { expect, test } from 'vitest';
import { member, startMockOf } from '../support.ts';
import { createClient, type JsonClient } from './json-client.ts';

const albums = 'test/fixtures/conformance/stateful/albums.yaml';

/** The path of the new record. */
async function create(app: JsonClient, collection: string, body: Parameters<JsonClient['post']>[1]): Promise<string> {
  return `${collection}/${member((await app.post(collection, body)).json, 'id')}`;
}

test('deletes the records that refer to a deleted one, if its description says so', async () => {
  const app = createClient(await startMockOf(albums));
  const [one, other] = [
    await create(app, '/singers', { title: 'One' }),
    await create(app, '/singers', { title: 'Other' }),
  ];
  const [first, second] = [
    await create(app, '/songs', { title: 'First', singerId: idOf(one) }),
    await create(app, '/songs', { title: 'Second', singerId: idOf(other) }),
  ];
  expect((await app.remove(one)).status).toBe(204);
  expect((await app.get(first)).status).toBe(404);
  expect((await app.get(second)).status).toBe(200);
});

test('generates no response below a record that does not exist', async () => {
  const app = createClient(await startMockOf(albums));
  const [album, other] = [
    await create(app, '/albums', { title: 'One' }),
    await create(app, '/albums', { title: 'Other' }),
  ];
  const photo = await create(app, `${album}/photos`, { title: 'Photo' });
  const printsBelow = (below: string) => `${below}/photos/${idOf(photo)}/prints`;
  expect((await app.post(printsBelow(album), { title: 'Print' })).status).toBe(201);
  expect((await app.post(printsBelow(other), { title: 'Print' })).status).toBe(404);
  expect((await app.remove(album)).status).toBe(204);
  expect((await app.post(printsBelow(album), { title: 'Print' })).status).toBe(404);
});

function idOf(path: string): number {
  return Number(path.split('/').at(-1));
}
