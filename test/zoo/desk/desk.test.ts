import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { desk } from '../../evals/zoo/desk/index.ts';
import { staffCredentials, tillCredentials } from '../../evals/zoo/desk/start.ts';
import type { RunningZooStore } from '../../evals/zoo/zoo.ts';

let store: RunningZooStore;
beforeAll(async () => {
  store = await desk.start('right-desk');
});
afterAll(() => store.close());

type Headers = Readonly<Record<string, string>>;

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const asStaff = basic(staffCredentials);
const asTill = { cookie: `desk_session=${tillCredentials}` };
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
const asXml = { 'content-type': 'application/xml' };
const anError = { code: expect.any(String), title: expect.any(String), fields: expect.any(Array) };

/** What a test expects of it says its type. */
async function contentOf(response: Response) {
  return JSON.parse(await response.text());
}

function call(
  method: string,
  path: string,
  headers: Headers,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(`${store.url}${path}`, {
    method,
    // Without one fetch sends `*`, which the contract does not have.
    headers: { 'accept-language': 'en', ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const booking = 'performance=AB-1234&date=2026-12-24&tickets=2&tier=circle&seats=7&seats=8';

describe('bookings', () => {
  const book = (form: string, headers: Headers = asForm) => call('POST', '/bookings', { ...asTill, ...headers }, form);
  const base = { performance: 'AB-1234', date: '2026-12-24', tickets: 2, tier: 'circle', seats: [7, 8] };

  test.each([
    ['', {}],
    ['&extras=programme%2Cdrink', { extras: ['programme', 'drink'] }],
    ['&extras=programme,drink', { extras: ['programme', 'drink'] }],
    ['&guest%5Bname%5D=Jos%C3%A9+%F0%9F%8C%9D&guest[age]=41', { guest: { name: 'José 🌝', age: 41 } }],
    ['&remark=a%2Bb%20c+d%2541', { remark: 'a+b c d%41' }],
    ['&remark=', { remark: '' }],
    ['&wheelchair=true&discount=12.5', { wheelchair: true, discount: 12.5 }],
    [`&remark=${'%C3%A9'.repeat(200)}`, { remark: 'é'.repeat(200) }],
  ])('return %s as it was sent', async (more, expected) => {
    const response = await book(`${booking}${more}`);
    expect(response.status).toBe(201);
    expect(response.headers.get('etag')).toMatch(/^"[\da-f]{16}"$/);
    const received = await contentOf(response);
    expect(received).toEqual({
      ...base,
      ...expected,
      status: 'held',
      code: expect.stringMatching(/^[A-Z]{4}\d\d$/),
    });
    expect(response.headers.get('location')).toBe(`/bookings/${received.code}`);
  });

  test.each([
    ['tickets=2', 'tickets=two'],
    ['tickets=2', 'tickets=1.5'],
    ['tickets=2', 'tickets='],
    ['tickets=2', 'tickets=9'],
    ['&tickets=2', ''],
    ['tickets=2', 'tickets=2&tickets=3'],
    ['tickets=2', 'TICKETS=2'],
    ['tier=circle', 'tier=box'],
    ['2026-12-24', '2026-02-30'],
    ['seats=7&seats=8', 'seats=7,8'],
    ['&seats=7&seats=8', ''],
    ['AB-1234', 'AB-12345'],
    ['seats=8', 'seats=8&guest[age]=41'],
    ['seats=8', 'seats=8&guest[name]=A&guest[shoe]=41'],
    ['seats=8', 'seats=8&guest=Ada'],
    ['seats=8', 'seats=8&wheelchair=yes'],
    ['seats=8', 'seats=8&discount=NaN'],
    ['seats=8', 'seats=8&extras=flowers'],
    ['seats=8', 'seats=8&constructor=x'],
    ['seats=8', 'seats=8&remark=%zz'],
    ['seats=8', 'seats=8&remark=%E9'],
    ['seats=8', `seats=8&remark=${'x'.repeat(201)}`],
  ])('with %s as %s are rejected', async (right, wrong) => {
    const response = await book(booking.replace(right, wrong));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(anError);
  });

  test.each([
    ['application/json', JSON.stringify(base), 415],
    ['text/plain', booking, 415],
    ['application/x-www-form-urlencoded; charset=UTF-8', booking, 201],
    ['Application/X-WWW-Form-URLEncoded', booking, 201],
  ])('as %s are returned in the declared media type', async (type, body, status) => {
    expect((await book(body, { 'content-type': type })).status).toBe(status);
  });

  test('are read until they are cancelled, once', async () => {
    const { code } = await contentOf(await book(booking));
    const id = '0c1d2e3f-4a5b-4c6d-8e9f-0a1b2c3d4e5f';
    const read = () => call('GET', `/bookings/${code}`, { ...asTill, 'x-request-id': id });
    expect(await (await read()).json()).toMatchObject({ code, ...base });
    const cancel = async () => (await call('DELETE', `/bookings/${code}`, asTill)).status;
    expect([await cancel(), await cancel(), (await read()).status]).toEqual([204, 404, 404]);
  });
});

describe('headers and cookies', () => {
  const id = { 'x-request-id': '0c1d2e3f-4a5b-4c6d-8e9f-0a1b2c3d4e5f' };
  const read = (headers: Headers) => call('GET', '/bookings/MOON01', headers);

  test('one of two credentials is enough', async () => {
    expect((await read({ ...id, ...asTill })).status).toBe(200);
    expect((await read({ ...id, ...asStaff })).status).toBe(200);
    expect((await read(id)).status).toBe(401);
  });

  test.each([
    [{}, 400],
    [{ 'x-request-id': 'seven' }, 400],
    [{ ...id, 'x-copies': '10' }, 400],
    [{ ...id, 'accept-language': 'de, fr' }, 200],
    [{ ...id, 'accept-language': 'de, xx' }, 400],
    [{ ...id, cookie: `${asTill.cookie}; theme=dark; till=7` }, 200],
    [{ ...id, cookie: `theme=dark; ${asTill.cookie}` }, 200],
    [{ ...id, cookie: `${asTill.cookie}; theme=blue` }, 400],
    [{ ...id, cookie: `${asTill.cookie}; till=0` }, 400],
    [{ ...id, cookie: `xdesk_session=${tillCredentials}` }, 401],
    [{ ...id, cookie: `desk_session=${tillCredentials}x` }, 401],
  ] as const)('%j return %i', async (headers, status) => {
    expect((await read({ ...asTill, ...headers })).status).toBe(status);
  });

  test('a known ETag returns 304', async () => {
    const etag = (await read({ ...id, ...asTill })).headers.get('etag') ?? '';
    const again = await read({ ...id, ...asTill, 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  });
});

describe('basic authentication', () => {
  test.each([
    [asStaff, 200],
    [{ authorization: asStaff.authorization.replace('Basic', 'bASIC') }, 200],
    [basic('anna:Gold'), 401],
    [basic('anna:'), 401],
    [basic('bert:Gold:Lög-7f3KpQ2xVn9s'), 401],
    [basic(staffCredentials.toLowerCase()), 401],
    [{ authorization: asStaff.authorization.replace('Basic', 'Bearer') }, 401],
    [{ authorization: 'Basic' }, 401],
    [{}, 401],
  ])('%j returns %i', async (headers, status) => {
    expect((await call('GET', '/notes/house-rules', headers)).status).toBe(status);
  });

  test('a 401 names the scheme', async () => {
    const { headers } = await call('GET', '/notes/house-rules', {});
    expect(headers.get('www-authenticate')).toBe('Basic realm="desk", charset="UTF-8"');
    expect(headers.get('retry-after')).toBe('2');
  });

  test('a session that was opened is good', async () => {
    const opened = await call('POST', '/sessions', { ...asStaff, ...asForm }, 'desk=3&language=de');
    expect(await opened.json()).toEqual({ desk: 3, language: 'de', expires: expect.any(String) });
    const [cookie = ''] = opened.headers.getSetCookie();
    const [pair = ''] = cookie.split(';');
    expect((await call('GET', '/bookings/MOON01/attachments', { cookie: pair })).status).toBe(200);
  });
});

describe('attachments', () => {
  const part = (name: string, content: string, head = '') =>
    `--b-o\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${content}\r\n`;
  const file = part('file', '\x89PNG\xff\r\n\0', '; filename="a.png"\r\nContent-Type: image/png');
  const about = part('about', '{"title":"Plan","page":2}', '\r\nContent-Type: application/json');
  const label = part('label', 'Sitzplan');
  const end = '--b-o--\r\n';
  const attach = (
    body: string,
    {
      type = 'multipart/form-data; boundary=b-o',
      as = { ...asStaff, ...asTill },
    }: { readonly type?: string; readonly as?: Headers } = {},
  ) => call('POST', '/bookings/MOON01/attachments', { ...as, 'content-type': type }, Buffer.from(body, 'latin1'));

  test('are kept and listed', async () => {
    const response = await attach(`${file}${about}${label}${part('tags', 'a')}${part('tags', 'b')}${end}`);
    const received = await contentOf(response);
    const expected = {
      label: 'Sitzplan',
      tags: ['a', 'b'],
      about: { title: 'Plan', page: 2 },
      bytes: 8,
      type: 'image/png',
    };
    expect([response.status, received]).toEqual([201, { ...expected, id: expect.any(String) }]);
    const list = await (await call('GET', '/bookings/MOON01/attachments', asTill)).json();
    expect(list).toContainEqual(received);
  });

  test.each([
    ['a quoted boundary', 'multipart/form-data; boundary="b-o"', `${file}${about}${label}${end}`, 201],
    ['a preamble and an epilogue', undefined, `hello\r\n${file}${about}${label}${end}bye`, 201],
    ['no boundary', 'multipart/form-data', `${file}${about}${label}${end}`, 400],
    ['no end', undefined, `${file}${about}${label}`, 400],
    ['no parts', undefined, '', 400],
    ['no file', undefined, `${about}${label}${end}`, 400],
    ['a file of another type', undefined, `${file.replace('png\r\n\r\n', 'gif\r\n\r\n')}${about}${label}${end}`, 400],
    [
      'JSON under text/plain',
      undefined,
      `${file}${about.replace('application/json', 'text/plain')}${label}${end}`,
      400,
    ],
    ['broken JSON', undefined, `${file}${about.replace('}', '')}${label}${end}`, 400],
    ['JSON without a title', undefined, `${file}${about.replace('title', 'name')}${label}${end}`, 400],
    ['two labels', undefined, `${file}${about}${label}${label}${end}`, 400],
    ['an unknown part', undefined, `${file}${about}${label}${part('more', 'x')}${end}`, 400],
    ['a part without a name', undefined, `${file}${about}${label.replace('; name="label"', '')}${end}`, 400],
  ])('with %s are accepted or rejected as declared', async (_name, type, body, status) => {
    expect((await attach(body, type === undefined ? {} : { type })).status).toBe(status);
  });

  test('ask for both credentials', async () => {
    const body = `${file}${about}${label}${end}`;
    expect((await attach(body, { as: asStaff })).status).toBe(401);
    expect((await attach(body, { as: asTill })).status).toBe(401);
  });
});

describe('text, images and XML', () => {
  test('a note comes back as it was written', async () => {
    const text = 'Grüße\r\n 🌝 ';
    const written = await call('PUT', '/notes/a-1', { ...asStaff, 'content-type': 'text/plain' }, text);
    expect([written.status, await written.text()]).toEqual([204, '']);
    expect(await (await call('GET', '/notes/a-1', asStaff)).text()).toBe(text);
  });

  test('a photo comes back byte by byte', async () => {
    const bytes = Uint8Array.from([0x89, 0, 0xff, 0xc3, 0x28, 13, 10]);
    const kept = await call('POST', '/photos', { ...asTill, 'content-type': 'image/png' }, bytes);
    expect(await kept.json()).toEqual({ id: expect.any(String), bytes: 7 });
    const read = await call('GET', kept.headers.get('location') ?? '', asTill);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(Buffer.from(bytes));
  });

  test.each([
    [undefined, 200, 'text/csv; charset=utf-8'],
    ['application/xml', 200, 'application/xml; charset=utf-8'],
    ['text/csv;q=0.1, application/*', 200, 'application/xml; charset=utf-8'],
    ['text/html, */*;q=0.1', 200, 'text/csv; charset=utf-8'],
    ['image/png', 406, 'application/json'],
    ['text/csv;q=0', 406, 'application/json'],
  ])('a report for %s returns %i as %s', async (accept, status, type) => {
    const response = await call('GET', '/report?day=2026-12-24&tiers=stalls,circle', {
      ...asStaff,
      ...(accept === undefined ? {} : { accept }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  });

  test.each([
    ['<suggestion stars="4"><subject>A &amp; <![CDATA[<B>]]>&#x21;</subject></suggestion>', 201, 'A & <B>!'],
    [`<?xml version="1.0"?>\n<!-- x --><suggestion stars='1'>\n<subject>A</subject>\n</suggestion>`, 201, 'A'],
    ['<suggestion stars="6"><subject>A</subject></suggestion>', 400, undefined],
    ['<suggestion><subject>A</subject></suggestion>', 400, undefined],
    ['<suggestion stars="4"><subject>A</suggestion>', 400, undefined],
    ['<suggestion stars="4"><subject>A & B</subject></suggestion>', 400, undefined],
    ['<suggestion stars="4"><subject>A\u0001</subject></suggestion>', 400, undefined],
    ['<suggestion stars="4"><subject>A</subject></suggestion><x/>', 400, undefined],
    ['<!DOCTYPE s [<!ENTITY e "x">]><suggestion stars="4"><subject>&e;</subject></suggestion>', 400, undefined],
    ['', 400, undefined],
  ])('%s returns %i', async (xml, status, subject) => {
    const response = await call('POST', '/suggestions', asXml, xml);
    expect([response.status, (await contentOf(response)).subject]).toEqual([status, subject]);
  });

  test('a suggestion may be a form, and needs no credentials', async () => {
    const response = await call('POST', '/suggestions', asForm, 'subject=More+legroom&stars=5');
    expect(await response.json()).toMatchObject({ subject: 'More legroom', stars: 5 });
  });
});

test.each([
  ['GET', '/nowhere', 404],
  ['POST', '/bookings/%', 405],
  ['GET', '/report/%', 404],
  ['GET', '/notes/%', 400],
  ['GET', '/notes/UPPER', 404],
  ['PATCH', '/report', 405],
])('%s %s returns %i and an error', async (method, path, status) => {
  const response = await call(method, path, asStaff);
  expect([response.status, await response.json()]).toEqual([status, anError]);
});

test('every variant has a unique name, and every faulty one names its operations and checks', async () => {
  const { operations } = await loadContract(desk.contract);
  const ids = operations.map(({ id }) => id);
  const names = desk.variants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const faulty = desk.variants.filter(({ kind }) => kind === 'faulty');
  for (const one of faulty) {
    expect(desk.foundBy(one), one.name).not.toEqual([]);
    expect(ids, one.name).toEqual(
      expect.arrayContaining([...(one.kind === 'faulty' ? (one.operations ?? ['none']) : [])]),
    );
  }
  expect(new Set(faulty.flatMap((one) => (one.kind === 'faulty' ? (one.operations ?? []) : [])))).toEqual(new Set(ids));
});
