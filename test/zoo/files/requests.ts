/** Bodies and queries for a file service. */
import type { Call } from './client.ts';

export function json(value: unknown): Call {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return { headers: { 'content-type': 'application/json' }, body };
}

const folder = { name: 'a', kind: 'project', retention: 30 };
const archive = { ...folder, kind: 'archive', retention: 365 };

export const fullFolder =
  '{"name":"fern & <cafe\u0301>","kind":"archive","retention":3.65e2,"closedOn":"2024-02-29","quota":9223372036854775807,' +
  '"balance":-12.345,"region":["eu",3,true],"labels":["apple","Zebra"],' +
  '"owner":{"name":"Ada","mail":"ada@example.org","phone":"12345","country":"GB"},"settings":"{ \\"view\\": 1 }","format":2}';

export const validFolders: readonly unknown[] = [
  archiveOn('2024-01-31'),
  archiveOn('2024-02-29'),
  { ...folder, balance: -1 },
  { ...folder, kind: 'inbox' },
  { ...folder, region: ['us', 9] },
  { ...folder, owner: { name: 'A', country: 'FR' } },
  '{"name":"a","kind":"project","retention":1e2}',
  '{"name":"a","kind":"project","retention":1,"quota":9007199254740993}',
];

function archiveOn(closedOn: string): unknown {
  return { ...archive, closedOn };
}

export const invalidFolders: readonly unknown[] = [
  archive,
  { ...archive, closedOn: '2024-01-31', retention: 30 },
  { ...folder, closedOn: '2024-01-31' },
  archiveOn('2023-02-29'),
  archiveOn('2023-04-31'),
  { ...folder, region: ['xx', 1] },
  { ...folder, region: ['eu', 10] },
  { ...folder, region: ['eu', '1'] },
  { ...folder, region: ['eu', 1, 'yes'] },
  { ...folder, region: ['eu', 1, true, 1] },
  { ...folder, region: ['eu'] },
  { ...folder, labels: ['a', 'a'] },
  { ...folder, labels: ['a', '?'] },
  { ...folder, labels: ['a', 'b', 'c', 'd', 'e', 'f'] },
  { ...folder, owner: { name: 'A', phone: '12345' } },
  { ...folder, owner: { name: 'A', more: 1 } },
  { ...folder, owner: { name: 'A', mail: 'nobody' } },
  { ...folder, owner: { name: 'A', country: 'gb' } },
  { ...folder, owner: null },
  { ...folder, format: 3 },
  { ...folder, quota: -1 },
  '{"name":"a","kind":"project","retention":1,"quota":9223372036854775808}',
  { ...folder, balance: 1000.5 },
  { ...folder, retention: 1.5 },
];

export const invalidJobs: readonly unknown[] = [
  { kind: 'count', confirmed: false },
  { kind: 'count', window: ['08:00', '25:00'] },
  { kind: 'count', priority: 6 },
];

export const invalidLinks: readonly unknown[] = [
  { access: 'write', expiresIn: 60 },
  { access: 'read', expiresIn: 86_401 },
];

export const invalidQueries: readonly string[] = [
  'limit=51',
  'limit=0',
  'limit=1abc',
  'limit=1.5',
  'shelves=1,100',
  'shelves=0',
  'shelves=1,x',
  'shelves=1,2,3,4,5,6',
  'shelves=1,1',
  'bytes[from]=-1',
  'bytes[from]=9223372036854775808',
  'bytes[from]=x',
  'bytes[more]=1',
  'bytes%5Bfrom%5D=-1',
  'near[lat]=1',
  'near[lat]=91&near[long]=1',
  'near[lat]=1&near[long]=181',
  'where={',
  'where={}',
  'where={"more":1}',
  'where={"shelf":100}',
  'where={"title":1}',
  'cursor=x',
  'type=text/plain',
  'sort=shelf',
];

interface Upload {
  readonly title?: string;
  readonly shelf?: number;
  readonly content?: string;
  readonly type?: string;
  readonly meta?: unknown;
  /** Parts as they are sent, in place of the last ones. */
  readonly more?: string;
}

const BOUNDARY = 'b-o';
const fullMeta = {
  rating: 2.5,
  location: [10, 20.5],
  people: [
    { name: 'A', age: 1 },
    { name: 'B', age: 2 },
  ],
};

function part(name: string, content: string, head = ''): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${content}\r\n`;
}

const filePart = (content: string, type = 'application/octet-stream') =>
  part('file', content, `; filename="Plan A.PNG"\r\nContent-Type: ${type}`);
const metaPart = (value: unknown) =>
  part('meta', typeof value === 'string' ? value : JSON.stringify(value), '\r\nContent-Type: application/json');
const defaultMore = `${part('keywords', 'one')}${part('keywords', 'two')}${part('comment', ' é+ %41 ')}`;

/** Characters are bytes, but for the comment, which is UTF-8. */
export function upload({
  title = 'Title',
  shelf = 7,
  content = '\x80\xff\0\r\n',
  type,
  meta = fullMeta,
  more = defaultMore,
}: Upload): Call {
  return multipart(
    `${metaPart(meta)}${filePart(content, type)}${part('title', title)}${part('shelf', String(shelf))}${utf8(more)}`,
  );
}

function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function multipart(parts: string, type = `multipart/form-data; boundary=${BOUNDARY}`): Call {
  const body = Uint8Array.from(Buffer.from(`${parts}--${BOUNDARY}--\r\n`, 'latin1'));
  return { headers: { 'content-type': type }, body };
}

const title = part('title', 'a');
const shelf = part('shelf', '1');
const file = filePart('a');
const meta = metaPart({});

export const uploads: readonly (readonly [label: string, parts: Call])[] = [
  ['an image', upload({ type: 'image/png' })],
  ['no bytes', upload({ content: '' })],
  ['comment last', upload({ more: part('comment', 'last') })],
  ['file first', multipart(`${file}${meta}${title}${shelf}`)],
  ['a quoted boundary', multipart(`${meta}${file}${title}${shelf}`, `multipart/form-data; boundary="${BOUNDARY}"`)],
  [
    'small letters',
    multipart(`${meta}${file}${title}${shelf}`.replaceAll('Content-Disposition', 'content-disposition')),
  ],
  ['no boundary', multipart(`${meta}${file}${title}${shelf}`, 'multipart/form-data')],
  ['another type', upload({ type: 'text/html' })],
  ['no file', multipart(`${meta}${title}${shelf}`)],
  ['no meta', multipart(`${file}${title}${shelf}`)],
  ['two titles', multipart(`${meta}${file}${title}${title}${shelf}`)],
  ['an unknown part', upload({ more: part('more', '1') })],
  ['a wrong keyword', upload({ more: `${part('keywords', 'a')}${part('keywords', 'A')}` })],
  ['five keywords', upload({ more: part('keywords', 'a').repeat(5) })],
  ['a rating in thirds', upload({ meta: { rating: 0.3 } })],
  ['a place beyond', upload({ meta: { location: [1, 181] } })],
  ['a person without a name', upload({ meta: { people: [{ name: 'A' }, { age: 1 }] } })],
  ['a shelf beyond', upload({ shelf: 100 })],
  ['broken meta', upload({ meta: '{' })],
];
