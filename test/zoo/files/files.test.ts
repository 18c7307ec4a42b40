/** The correct file service, by files.yaml. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { files } from '../../evals/zoo/files/index.ts';
import type { RunningZooStore } from '../../evals/zoo/zoo.ts';
import { type Call, call } from './client.ts';
import {
  fullFolder,
  invalidFolders,
  invalidJobs,
  invalidLinks,
  invalidQueries,
  json,
  upload,
  uploads,
  validFolders,
} from './requests.ts';

let store: RunningZooStore;
let folder: string;
let file: string;
beforeAll(async () => {
  store = await files.start('right-vault');
  folder = await create('/folders', json(fullFolder));
  file = await create(`${folder}/files`, upload({ content: '0123456789' }));
});
afterAll(() => store.close());

const send = (method: string, path: string, request?: Call) => call(store.url, method, path, request);

/** The path of what was created. */
async function create(path: string, request: Call): Promise<string> {
  return (await send('POST', path, request)).headers.get('location') ?? '';
}

async function contentOf(response: Promise<Response>) {
  const received = await response;
  return { status: received.status, headers: received.headers, body: JSON.parse(await received.text()) };
}

describe('bodies', () => {
  test.each(validFolders.map((body) => [body]))('%j is accepted', async (body) => {
    expect((await send('POST', '/folders', json(body))).status).toBe(201);
  });

  test.each(invalidFolders.map((body) => [body]))('%j is rejected', async (body) => {
    const { status, headers, body: problem } = await contentOf(send('POST', '/folders', json(body)));
    expect([status, headers.get('content-type')]).toEqual([422, 'application/problem+json']);
    expect(problem).toMatchObject({ title: expect.any(String), status: 422, errors: expect.any(Array) });
  });

  test.each(invalidJobs.map((body) => [body]))('a job %j is rejected', async (body) => {
    expect((await send('POST', `${folder}/jobs`, json(body))).status).toBe(422);
  });

  test.each(invalidLinks.map((body) => [body]))('a link %j is rejected', async (body) => {
    expect((await send('POST', `${file}/links`, { ...json(body), as: 'both' })).status).toBe(422);
  });

  test('a folder is read as it was sent', async () => {
    const text = await (await send('GET', folder)).text();
    expect(text).toContain('"quota":9223372036854775807');
    expect(text).toContain('"name":"fern & <cafe\u0301>"');
    expect(text).toContain('"settings":"{ \\"view\\": 1 }"');
    expect(BigInt(/"id":(\d+)/.exec(text)?.[1] ?? 0)).toBeGreaterThan(2n ** 53n);
  });
});

describe('uploads', () => {
  const accepted = ['an image', 'no bytes', 'comment last', 'file first', 'a quoted boundary', 'small letters'];

  test.each(uploads)('with %s are accepted or rejected as declared', async (label, request) => {
    const { status } = await send('POST', `${folder}/files`, request);
    if (accepted.includes(label)) expect(status).toBe(201);
    else expect([400, 422]).toContain(status);
  });

  test('show the values of their parts', async () => {
    const { body } = await contentOf(send('POST', `${folder}/files`, upload({ title: 'A', content: '\x80\0' })));
    expect(body).toMatchObject({
      shelf: 7,
      comment: ' é+ %41 ',
      keywords: ['one', 'two'],
      filename: 'Plan A.PNG',
      bytes: 2,
    });
    expect(body.meta).toMatchObject({
      rating: 2.5,
      location: [10, 20.5],
      people: [
        { name: 'A', age: 1 },
        { name: 'B', age: 2 },
      ],
    });
  });
});

describe('lists', () => {
  test.each(invalidQueries)('%s is rejected', async (query) => {
    const { status, headers } = await send('GET', `${folder}/files?${query}`);
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  test('select, sort and page', async () => {
    const path = await create('/folders', json(fullFolder));
    const titles = ['b', 'B', 'a "c", d'];
    for (const [index, title] of titles.entries())
      await send(
        'POST',
        `${path}/files`,
        upload({ title, shelf: index * 11 + 1, content: 'x'.repeat(index), meta: {} }),
      );
    const list = async (query: string) => {
      const { headers, body } = await contentOf(send('GET', `${path}/files?${query}`));
      expect(headers.get('x-total-count')).toBe(String(body.total));
      return { ...body, titles: body.items.map(({ title }: { title: string }) => title) };
    };
    expect((await list('sort=title')).titles).toEqual(['B', 'a "c", d', 'b']);
    expect((await list('sort=-bytes')).titles).toEqual(['a "c", d', 'B', 'b']);
    expect((await list('shelves=1,23')).titles).toEqual(['b', 'a "c", d']);
    expect((await list('bytes[from]=1&bytes[to]=1')).titles).toEqual(['B']);
    expect((await list('where={"title":"b","shelf":1}')).titles).toEqual(['b']);
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${first.next}`);
    expect([first.total, [...first.titles, ...second.titles], second.next]).toEqual([3, titles, null]);
    const csv = await send('GET', `${path}/files`, { headers: { accept: 'text/csv', 'x-columns': 'title,bytes' } });
    expect(await csv.text()).toBe('title,bytes\r\nb,0\r\nB,1\r\n"a ""c"", d",2\r\n');
    const { body } = await contentOf(send('GET', `${path}/shelves/12,1,12`));
    expect(body).toEqual([12, 1, 12].map((shelf) => ({ shelf, files: 1 })));
  });
});

describe('content', () => {
  test.each([
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=8-20', 206, 'bytes 8-9/10', '89'],
    ['bytes=4-2', 200, null, '0123456789'],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
    ['pages=1-2', 200, null, '0123456789'],
  ])('of the range %s is sent with %i', async (range, status, contentRange, text) => {
    const response = await send('GET', `${file}/content`, { headers: { range } });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
      status,
      contentRange,
      text,
    ]);
  });

  test('beyond its end is 416', async () => {
    const response = await send('GET', `${file}/content`, { headers: { range: 'bytes=10-' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test('comes back byte by byte, with another version and ETag', async () => {
    const path = await create(`${folder}/files`, upload({}));
    const { headers: before } = await send('GET', `${path}/content`);
    for (const bytes of [Uint8Array.from([0x80, 0, 13, 10, 0xff]), new Uint8Array(0), new Uint8Array(1024 * 1024)]) {
      const written = await send('PUT', `${path}/content`, { headers: { 'content-type': 'image/png' }, body: bytes });
      expect([written.status, written.headers.get('etag') === before.get('etag')]).toEqual([200, false]);
      const read = await send('GET', `${path}/content`);
      expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const large = { headers: { 'content-type': 'image/png' }, body: new Uint8Array(1024 * 1024 + 1) };
    expect((await send('PUT', `${path}/content`, large)).status).toBe(413);
    const ifMatch = { 'content-type': 'image/png', 'if-match': before.get('etag') ?? '' };
    expect((await send('PUT', `${path}/content`, { headers: ifMatch, body: 'x' })).status).toBe(412);
    const ifNoneMatch = { 'if-none-match': (await send('GET', `${path}/content`)).headers.get('etag') ?? '' };
    expect((await send('GET', `${path}/content`, { headers: ifNoneMatch })).status).toBe(304);
  });
});

test.each(['a%2Fb', '%2541', 'e%CC%81', 'E%CC%81', '%C3%A9', 's;v=1', 'p+q', '%20t', 'r.txt'])(
  'the note %s is one of its own',
  async (name) => {
    const text = ` ${name}\r\n\ufeff🌿\0 `;
    const path = `${folder}/notes/${name}`;
    expect((await send('GET', path, { as: 'cookie' })).status).toBe(404);
    await send('PUT', path, { as: 'cookie', headers: { 'content-type': 'text/plain' }, body: text });
    expect(Buffer.from(await (await send('GET', path, { as: 'cookie' })).arrayBuffer()).toString()).toBe(text);
  },
);

test.each([
  ['GET', '', 'none', 401],
  ['HEAD', '', 'none', 401],
  ['GET', '', 'cookie', 200],
  ['GET', '', 'other-key', 404],
  ['GET', '', 'other-cookie', 404],
  ['DELETE', '', 'cookie', 401],
  ['DELETE', '', 'other-key', 404],
  ['GET', '/files', 'other-key', 404],
  ['GET', '/notes/a', 'key', 401],
  ['PATCH', '', 'key', 405],
] as const)('%s of a folder%s with %s is %i', async (method, path, as, status) => {
  expect((await send(method, `${folder}${path}`, { as })).status).toBe(status);
});

test('a job is done later, and a link needs no credentials', async () => {
  const started = await send(
    'POST',
    `${folder}/jobs`,
    json({ kind: 'count', priority: -5, window: ['00:00', '23:59'] }),
  );
  expect(started.status).toBe(202);
  const job = started.headers.get('location') ?? '';
  await expect
    .poll(async () => (await contentOf(send('GET', job))).body)
    .toMatchObject({
      kind: 'count',
      priority: -5,
      status: 'done',
      result: [expect.any(Number), expect.any(Number)],
    });
  const link = await create(`${file}/links`, { ...json({ access: 'read', expiresIn: 60 }), as: 'both' });
  expect((await send('POST', `${file}/links`, json({ access: 'read', expiresIn: 60 }))).status).toBe(401);
  expect((await contentOf(send('GET', link, { as: 'none' }))).body).toMatchObject({ title: 'Title', bytes: 10 });
});

test('nothing is below a folder that was deleted', async () => {
  const path = await create('/folders', json(fullFolder));
  const inside = await create(`${path}/files`, upload({}));
  const other = `${folder}/files/${inside.split('/').at(-1)}`;
  for (const method of ['GET', 'DELETE']) expect((await send(method, other)).status).toBe(404);
  expect((await send('DELETE', path)).status).toBe(204);
  const below = [path, `${path}/files`, inside, `${inside}/content`, `${path}/shelves/1`];
  for (const one of below) expect((await send('GET', one)).status).toBe(404);
  expect((await send('DELETE', path)).status).toBe(404);
});
