/** Some 250 requests that show every defect of the file services; the responses by a label. */
import { setTimeout as delay } from 'node:timers/promises';
import { northCookie, northKey } from '../../evals/zoo/files/authentication.ts';
import { type Call, call, createNormalizer, rawCall, transcriptOf } from './client.ts';
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

export async function probe(url: string): Promise<ReadonlyMap<string, string>> {
  const normalized = createNormalizer();
  const seen = new Map<string, string>();
  const send = async (method: string, path: string, request: Call = {}, label = ''): Promise<string> => {
    const text = await transcriptOf(call(url, method, path, request));
    const name = normalized(`${seen.size} ${method} ${path} ${label}`);
    seen.set(name, normalized(text));
    return text;
  };
  const idIn = (text: string) => /"(?:id|token)":"?([\w-]+)/.exec(text)?.[1] ?? '0';
  const newFolder = async () => `/folders/${idIn(await send('POST', '/folders', json(fullFolder)))}`;
  const newFile = async (folder: string, parts = upload({})) =>
    `${folder}/files/${idIn(await send('POST', `${folder}/files`, parts))}`;

  const folder = await newFolder();
  const second = await newFolder();
  const third = await newFolder();
  const file = await newFile(folder);
  await send('GET', folder);
  await send('GET', folder, { as: 'cookie' });
  await send('GET', folder, {}, 'again');
  await send('GET', file);
  for (const body of validFolders) await send('POST', '/folders', json(body), JSON.stringify(body));
  for (const body of invalidFolders) await send('POST', '/folders', json(body), JSON.stringify(body));
  for (const body of invalidJobs) await send('POST', `${folder}/jobs`, json(body), JSON.stringify(body));
  for (const body of invalidLinks)
    await send('POST', `${file}/links`, { ...json(body), as: 'both' }, JSON.stringify(body));
  for (const [label, parts] of uploads) await send('POST', `${folder}/files`, parts, label);
  for (const query of invalidQueries) await send('GET', `${folder}/files?${query}`);
  await headers(send, folder);
  await lists(send, newFile, { folder, second });
  await notes(send, url, seen);
  await names(send, second);
  await content(send, newFile, second);
  await credentials(send, { folder, file });
  await jobs(send, idIn, folder);
  await links(send, idIn, { folder, file });
  await concurrentUploads(url, seen, second);
  await deletions(send, newFile, { folder, second, third, file });
  return seen;

  async function notes(sendOne: Send, base: string, all: Map<string, string>): Promise<void> {
    const as = 'cookie';
    const type = { 'content-type': 'text/plain' };
    const texts = [
      ' a b ',
      'a\r\nb',
      'a\nb',
      'a\0b',
      'é 🌿',
      'e\u0301',
      '\ufeffa',
      'a\tb',
      '<&',
      '%41',
      'A',
      'a'.repeat(300),
      '',
      'a'.repeat(2_001),
    ];
    for (const text of texts) {
      await sendOne('PUT', `${second}/notes/text`, { as, headers: type, body: text });
      await sendOne('GET', `${second}/notes/text`, { as });
    }
    const line = `GET ${second}/notes/text HTTP/1.1\r\nhost: a\r\ncookie: vault_session=${northCookie}\r\n\r\n`;
    all.set('raw GET', normalized(await rawCall(base, line)));
    const head = `host: a\r\ncookie: vault_session=${northCookie}\r\ncontent-type: text/plain\r\ncontent-length: 1`;
    all.set('raw PUT', normalized(await rawCall(base, `PUT ${second}/notes/raw HTTP/1.1\r\n${head}\r\n\r\na`)));
    await sendOne('PUT', `${second}/notes/%00`, { as, headers: type, body: 'a' });
    await sendOne('GET', `${second}/notes/%ff`, { as });
    await sendOne('GET', `${third}/notes/text`, { as }, 'other folder');
  }
}

type Send = (method: string, path: string, request?: Call, label?: string) => Promise<string>;
type NewFile = (folder: string, parts?: Call) => Promise<string>;

async function headers(send: Send, folder: string): Promise<void> {
  const accepts = ['text/csv', 'text/html', 'text/html, application/json;q=0.5', '*/*', 'text/*'];
  for (const accept of accepts) await send('GET', `${folder}/files`, { headers: { accept } }, accept);
  const columns = ['bytes,title', 'bytes,owner', 'bytes,bytes', 'bytes, title'];
  for (const one of columns)
    await send('GET', `${folder}/files`, { headers: { accept: 'text/csv', 'x-columns': one } }, one);
  await send('GET', `${folder}/files`, {}, 'JSON after CSV');
  await send('GET', folder, { headers: { 'accept-encoding': 'identity' } }, 'identity');
  await send('GET', folder, { headers: { 'accept-encoding': 'gzip' } }, 'gzip');
  await send('PATCH', folder);
  await send('GET', '/folders/1');
  await send('GET', '/folders/9223372036854775808');
  await send('GET', '/folders/x');
  const types = ['text/plain', 'application/json; charset=utf-8', 'APPLICATION/JSON'];
  for (const type of types)
    await send(
      'POST',
      '/folders',
      { headers: { 'content-type': type }, body: '{"name":"a","kind":"inbox","retention":1}' },
      type,
    );
  await send('POST', '/folders', { headers: { 'content-type': 'application/json' }, body: '{' }, 'broken');
  for (let count = 0; count < 12; count++) await send('GET', folder, {}, `${count}`);
  for (const shelves of ['3,1,3', '1,0', '1,2,3,4,5', '1,x', '2,1']) await send('GET', `${folder}/shelves/${shelves}`);
}

async function lists(send: Send, newFile: NewFile, { folder, second }: Readonly<Record<'folder' | 'second', string>>) {
  const place = { meta: { location: [10, 20] } };
  await newFile(folder, upload({ title: 'b', shelf: 1, content: '0123456789', ...place }));
  await newFile(
    folder,
    upload({ title: 'B', shelf: 12, content: '012345678', type: 'image/png', meta: { location: [20, 10] } }),
  );
  await newFile(folder, upload({ title: 'a "c", d', shelf: 2, content: '' }));
  await newFile(second, upload({ title: 'elsewhere' }));
  const queries = [
    '',
    'limit=2',
    'type=image/png',
    'shelves=1',
    'shelves=2,12',
    'bytes[from]=9',
    'bytes[to]=9',
    'bytes[from]=9&bytes[to]=9',
  ];
  const more = [
    'near[lat]=10&near[long]=20',
    'where={"title":"b"}',
    'where={"title":"b","shelf":12}',
    'sort=title',
    'sort=-bytes',
    'sort=bytes',
    'sort=-title&limit=2',
  ];
  for (const query of [...queries, ...more]) await send('GET', `${folder}/files?${query}`);
  await send('GET', `${folder}/files`, { headers: { accept: 'text/csv' } }, 'CSV');
  await send('GET', `${folder}/shelves/12,1,2`);
  await send('GET', `${second}/shelves/7,1`);
  let next = await send('GET', `${folder}/files?limit=2`);
  for (let page = 0; page < 8; page++) {
    const cursor = /"next":"([^"]+)"/.exec(next)?.[1];
    if (cursor === undefined) break;
    next = await send('GET', `${folder}/files?limit=2&cursor=${cursor}`);
  }
}

/** Two names that a service may take for one, the second of which was never written. */
async function names(send: Send, folder: string): Promise<void> {
  const pairs = [
    ['e%CC%81', '%C3%A9'],
    ['Aa', 'aa'],
    ['%20t', 't'],
    ['r.txt', 'r'],
    ['s;v=1', 's'],
    ['u%CC%88', 'u'],
    ['p%2Bq', 'p%20q'],
    ['x%2Fy', 'y'],
    ['%2541', 'A'],
    ['%41b', 'Ab'],
    ['100%25', '100'],
  ] as const;
  for (const [written, other] of pairs) {
    await send('PUT', `${folder}/notes/${written}`, {
      as: 'cookie',
      headers: { 'content-type': 'text/plain' },
      body: written,
    });
    await send('GET', `${folder}/notes/${written}`, { as: 'cookie' });
    await send('GET', `${folder}/notes/${other}`, { as: 'cookie' });
  }
}

async function content(send: Send, newFile: NewFile, folder: string): Promise<void> {
  const path = `${await newFile(folder)}/content`;
  const png = { 'content-type': 'image/png' };
  const bytes = Uint8Array.from([0x80, 0xff, 0, 13, 10, 0xc3, 0x28, 9]);
  for (const body of [
    bytes,
    new Uint8Array(70).fill(65),
    new Uint8Array(70_000).fill(66),
    new Uint8Array(0),
    Uint8Array.from(Buffer.from('0123456789')),
  ]) {
    await send('PUT', path, { headers: png, body }, `${body.length} bytes`);
    await send('GET', path);
  }
  await send('PUT', path, { headers: { 'content-type': 'text/html' }, body: 'a' });
  await send('PUT', path, { headers: { ...png, 'if-match': '"other"' }, body: '0123456789' }, 'If-Match');
  await send('GET', path, { headers: { 'if-none-match': '"other"' } }, 'If-None-Match');
  await send('GET', path, { headers: { 'if-none-match': '*' } }, 'If-None-Match: *');
  for (const range of ['bytes=2-4', 'bytes=-3', 'bytes=5-', 'bytes=8-20', 'bytes=10-', 'pages=1-2', 'bytes=4-2'])
    await send('GET', path, { headers: { range } }, range);
  await send('GET', path, {}, 'after ranges');
}

async function credentials(send: Send, { folder, file }: Readonly<Record<'folder' | 'file', string>>): Promise<void> {
  const none = { as: 'none' } as const;
  const none401 = (headers: Readonly<Record<string, string>>) =>
    send('GET', folder, { ...none, headers }, Object.entries(headers).join());
  await send('GET', folder, none);
  await none401({ vault_key: northKey });
  await none401({ authorization: `Bearer ${northKey}` });
  for (const cookie of [northKey, 'anything', '']) await none401({ cookie: `vault_session=${cookie}` });
  await none401({ 'x-forwarded-for': '127.0.0.1' });
  const values = [northCookie, `${northKey}x`, northKey.toLowerCase(), `${northKey.slice(0, 8)}x`, ''];
  for (const value of values) await send('GET', `${folder}?vault_key=${value}`, none);
  await send('GET', `${folder}?VAULT_KEY=${northKey}`, none);
  await send('HEAD', folder, none);
  const id = folder.split('/').at(-1);
  for (const path of [
    `${folder};a=1`,
    `/folders%2F${id}`,
    `//folders/${id}`,
    `${folder}/`,
    `/FOLDERS/${id}`,
    '/folders/1',
  ])
    await send('GET', path, none);
  await send('GET', `${folder}/notes/text`, none);
  await send('POST', `${file}/links`, json({ access: 'read', expiresIn: 60 }));
  await send('DELETE', '/folders/1/files/00000000-0000-4000-8000-000000000000', { as: 'cookie' });
  const other = { as: 'other-key' } as const;
  await send('GET', folder, other);
  await send('GET', `${folder}/files`, other);
  await send('GET', `${file}/content`, other);
  await send('PUT', `${file}/content`, { ...other, headers: { 'content-type': 'image/png' }, body: 'south' });
  await send('POST', `${folder}/files`, { ...upload({ title: 'south' }), ...other });
  await send('PUT', `${folder}/notes/owned`, {
    as: 'cookie',
    headers: { 'content-type': 'text/plain' },
    body: 'north',
  });
  await send('GET', `${folder}/notes/owned`, { as: 'other-cookie' });
  await send('DELETE', folder, other);
}

async function jobs(send: Send, idIn: (text: string) => string, folder: string): Promise<void> {
  const body = { kind: 'checksum', priority: -3, confirmed: true, window: ['08:00', '17:30'] };
  const path = `/jobs/${idIn(await send('POST', `${folder}/jobs`, json(body)))}`;
  await send('GET', path, { as: 'other-key' });
  await delay(80);
  await send('GET', path);
}

async function links(
  send: Send,
  idIn: (text: string) => string,
  { folder, file }: Readonly<Record<'folder' | 'file', string>>,
) {
  const body = { access: 'read', expiresIn: 7_200, note: ' For you ' };
  const token = idIn(await send('POST', `${file}/links`, { ...json(body), as: 'both' }));
  await send('POST', `${file}/links`, { ...json({ access: 'read', expiresIn: 60 }), as: 'both' });
  await send('GET', `/links/${token}`, { as: 'none' });
  const swapped = [...token].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
  await send('GET', `/links/${swapped}`, { as: 'none' });
  await send('GET', folder);
}

/** Both begin before either ends. */
async function concurrentUploads(url: string, seen: Map<string, string>, folder: string): Promise<void> {
  const titles = ['one', 'two'];
  const responses = titles.map((title) => call(url, 'POST', `${folder}/files`, upload({ title })));
  const texts = await Promise.all(responses.map(async (response) => (await response).text()));
  seen.set('concurrent uploads', texts.map((text) => /"title":"\w+"/.exec(text)?.[0]).join());
}

type Paths = Readonly<Record<'folder' | 'second' | 'third' | 'file', string>>;

async function deletions(send: Send, newFile: NewFile, { folder, second, third, file }: Paths): Promise<void> {
  const other = await newFile(second);
  const [, , , , id] = other.split('/');
  const below = `${folder}/files/${id}`;
  await send('GET', below);
  await send('GET', `${below}/content`);
  await send('PUT', `${below}/content`, { headers: { 'content-type': 'image/png' }, body: 'x' });
  await send('POST', `${below}/links`, { ...json({ access: 'read', expiresIn: 60 }), as: 'both' });
  await send('DELETE', below);
  await send('GET', other);
  const link = await send('POST', `${file}/links`, { ...json({ access: 'read', expiresIn: 60 }), as: 'both' });
  await send('DELETE', file);
  for (const path of [file, `${folder}/files`, `/links/${/"token":"([\w-]+)/.exec(link)?.[1]}`])
    await send('GET', path, {}, 'after deletion');
  await send('DELETE', file, {}, 'again');
  const inside = await newFile(second);
  await send('PUT', `${second}/notes/kept`, { as: 'cookie', headers: { 'content-type': 'text/plain' }, body: 'kept' });
  await send('DELETE', second);
  for (const path of [second, third, inside, `${inside}/content`, `${second}/files`])
    await send('GET', path, {}, 'after deletion');
  await send('GET', `${second}/notes/kept`, { as: 'cookie' }, 'after deletion');
  await send('PUT', `${second}/notes/late`, { as: 'cookie', headers: { 'content-type': 'text/plain' }, body: 'late' });
  await send('POST', `${second}/files`, upload({}), 'after deletion');
  await send('POST', `${second}/jobs`, json({ kind: 'count' }), 'after deletion');
}
