import { type Attack, type AttackTheme, closed, open } from '../attack.ts';
import { create, get, PLANT, post } from '../requests.ts';

const many = (count: number) => Array.from({ length: count }, (_unused, n) => `X-${n}: v\r\n`).join('');
const plant = open(200, /fern/);
const misdirected = open(421, /1016/);

const attacks: readonly Attack[] = [
  {
    name: 'no Host',
    reason: 'RFC 9112, 3.2: must be a 400',
    sends: 'GET /plants HTTP/1.1\r\n\r\n',
    expected: closed(400, /1015/),
  },
  {
    name: 'two Hosts',
    reason: 'RFC 9112, 3.2: must be a 400',
    sends: get('/plants', 'Host: other.example\r\n'),
    expected: closed(400, /1015/),
  },
  {
    name: 'an empty Host',
    reason: 'RFC 9110, 7.2: allowed where there is no authority',
    sends: get('/plants').replace('localhost', ''),
    expected: open(405),
  },
  {
    name: 'a Host with the zone of an address',
    reason:
      'RFC 6874: clients send it as it is in their URL, also with a bare percent sign, so it is read; it names another machine',
    sends: get('/plants').replace('localhost', '[fe80::1%eth0]:4010'),
    expected: closed(421, /1016/),
  },
  {
    name: 'a Host that is not a host',
    reason: 'RFC 9112, 3.2: must be a 400',
    sends: get('/plants').replace('localhost', 'a b/<script>@[::'),
    expected: closed(400, /1015/),
  },
  ...[
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:4010',
    '2130706433',
    '0.0.0.0',
    '192.168.1.1',
    '[::]',
    'x',
  ].map((host) => ({
    name: `the Host ${host} (DNS rebinding)`,
    reason:
      'RFC 9110, 7.4: a page of the web may have its own name point to this machine, and would read what is not for it',
    sends: create(PLANT).replace('localhost', host),
    expected: misdirected,
  })),
  {
    name: 'a preflight from a page of another site',
    reason: 'Fetch standard, CORS: no leave is given, so the request itself is not sent',
    sends: get('/plants', 'Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n').replace(
      'GET',
      'OPTIONS',
    ),
    expected: open(403, /1017/),
  },
  {
    name: 'a preflight from a page without an origin',
    reason: 'the same: any page can show one in a sandboxed frame',
    sends: get('/plants', 'Origin: null\r\nAccess-Control-Request-Method: POST\r\n').replace('GET', 'OPTIONS'),
    expected: open(403, /1017/),
  },
  {
    name: 'a script that is to become a service worker',
    reason: 'Service Workers, 4.1: it would see all that the browser sends to this origin, the control token too',
    sends: get('/plants', 'Service-Worker: script\r\n'),
    expected: closed(403, /1018/),
  },
  {
    name: '10,000 header fields',
    reason: 'RFC 6585, 5',
    sends: get('/plants', many(10_000)),
    expected: closed(431),
  },
  {
    name: '10,000 header fields of one byte',
    reason: 'the same, whatever their size: those beyond the limit would be dropped unread',
    sends: get('/plants', 'a:\r\n'.repeat(10_000)),
    expected: closed(431),
  },
  {
    name: 'Content-Length behind 2,500 other fields',
    reason: 'a field that is dropped unread makes a body look like the next request',
    sends: `POST /plants HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(2_500)}Content-Length: 34\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    expected: closed(431),
  },
  {
    name: 'a header field of 100 KB',
    reason: 'RFC 6585, 5',
    sends: get('/plants', `X-Long: ${'a'.repeat(100_000)}\r\n`),
    expected: closed(431),
  },
  {
    name: 'a header field of 100 KB in bites of 1 KB',
    reason: 'the limit is about all of them together',
    sends: async (store) => {
      const connection = await store.open();
      await connection.write('GET /plants HTTP/1.1\r\nHost: localhost\r\nX-Long: ');
      for (let n = 0; n < 100 && (await connection.write('a'.repeat(1_000))); n++) await new Promise(setImmediate);
      return connection;
    },
    expected: closed(431),
  },
  {
    name: 'a folded field',
    reason: 'RFC 9112, 5.2: it is rejected, or one space put in its place',
    sends: create(PLANT, 'X-Folded: a\r\n b\r\n'),
    expected: closed(400),
  },
  {
    name: 'a folded Content-Length',
    reason: 'RFC 9112, 5.2: what two servers read differently must not decide where a body ends',
    sends: create(PLANT).replace('Content-Length: ', 'Content-Length:\r\n '),
    expected: closed(400),
  },
  {
    name: 'a folded Transfer-Encoding',
    reason: 'the same',
    sends: get('/plants', 'X: a\r\nTransfer-Encoding\r\n : chunked\r\n'),
    expected: closed(400),
  },
  {
    name: 'a space before the colon',
    reason: 'RFC 9112, 5.1: must be a 400',
    sends: get('/plants', 'X-Spaced : a\r\n'),
    expected: closed(400),
  },
  {
    name: 'a name with a space',
    reason: 'RFC 9110, 5.1',
    sends: get('/plants', 'a b: c\r\n'),
    expected: closed(400),
  },
  {
    name: 'a field without a name',
    reason: 'RFC 9110, 5.1',
    sends: get('/plants', ': c\r\n'),
    expected: closed(400),
  },
  {
    name: 'a field without a colon',
    reason: 'RFC 9112, 5',
    sends: get('/plants', 'nothing\r\n'),
    expected: closed(400),
  },
  {
    name: 'a first field that begins with a space',
    reason: 'RFC 9112, 2.2: rejected, or not read',
    sends: 'GET /plants HTTP/1.1\r\n Host: localhost\r\n\r\n',
    expected: closed(400),
  },
  {
    name: 'a NUL in a field',
    reason: 'RFC 9110, 5.5',
    sends: get('/plants', 'X: a\0b\r\n'),
    expected: closed(400),
  },
  {
    name: 'a bare CR in a field',
    reason: 'RFC 9110, 5.5',
    sends: get('/plants', 'X: a\rb\r\n'),
    expected: closed(400),
  },
  {
    name: 'a bare LF in a field',
    reason: 'RFC 9112, 2.2',
    sends: get('/plants', 'X: a\nInjected: b\r\n'),
    expected: closed(400),
  },
  {
    name: 'escape codes in a field',
    reason: 'RFC 9110, 5.5: control characters are invalid',
    sends: get('/plants', 'User-Agent: \x1b[31mred\x07\r\n'),
    expected: closed(400),
  },
  {
    name: 'bytes beyond ASCII in a field',
    reason: 'RFC 9110, 5.5: opaque data',
    sends: create(PLANT, 'X-Name: \xc3\xa9\xff\xfe\r\n'),
    expected: plant,
  },
  {
    name: 'names of JavaScript',
    reason: 'they are names as any other',
    sends: create(PLANT, '__proto__: a\r\nconstructor: b\r\nhasOwnProperty: c\r\ntoString: d\r\n'),
    expected: plant,
  },
  {
    name: 'an unknown expectation',
    reason: 'RFC 9110, 10.1.1: a 417',
    sends: create(PLANT, 'Expect: wonders\r\n'),
    expected: closed(417),
  },
  {
    name: '100-continue of HTTP/1.0',
    reason: 'RFC 9110, 10.1.1: must be ignored',
    sends: create(PLANT, 'Expect: 100-continue\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    expected: closed(200),
  },
  {
    name: '100-continue with the body sent concurrently',
    reason: 'the body is read once',
    sends: create(PLANT, 'Expect: 100-continue\r\n'),
    expected: { statuses: [100, 200], connection: 'open' },
  },
  {
    name: '100-continue without credentials',
    reason: 'rejected without asking for the body, which might follow all the same',
    sends: 'POST /plants HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9000\r\n\r\n',
    expected: closed(401),
  },
  {
    name: 'an upgrade to HTTP/2',
    reason: 'RFC 9110, 7.8: it may be ignored',
    sends: get(
      '/plants',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    ),
    expected: open(405),
  },
  {
    name: 'an upgrade to a WebSocket',
    reason: 'the same',
    sends: get(
      '/plants',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
    ),
    expected: open(405),
  },
  {
    name: 'Connection that names Authorization',
    reason: 'RFC 9110, 7.6.1 is for intermediaries: here it is a credential',
    sends: create(PLANT, 'Connection: Authorization, Content-Length, Host\r\n'),
    expected: plant,
  },
  {
    name: 'Accept that no parser likes',
    reason: 'RFC 9110, 12.5.1: what cannot be read may be ignored',
    sends: create(PLANT, 'Accept: a/b,,c/d;q=x, ;, text/html; q="\r\n'),
    expected: open(406),
  },
  {
    name: 'Accept with 1,500 ranges',
    reason: 'each is read once',
    sends: create(PLANT, `Accept: ${'a/b;q=0.1,'.repeat(1_500)}*/*\r\n`),
    expected: plant,
  },
  {
    name: 'Accept-Encoding with only unknown codings',
    reason: 'RFC 9110, 12.5.3: the response has no coding',
    sends: create(PLANT, 'Accept-Encoding: identity;q=0, *;q=0\r\n'),
    expected: plant,
  },
  {
    name: 'a Range of 1,000 pieces',
    reason: 'RFC 9110, 14.2: it may be ignored',
    sends: create(PLANT, `Range: bytes=${'0-,'.repeat(1_000)}5-0\r\n`),
    expected: plant,
  },
  {
    name: 'a cookie of 3,500 pairs',
    reason: 'each is read once',
    sends: create(PLANT, `Cookie: ${'a=b;'.repeat(3_500)}\r\n`),
    expected: plant,
  },
  {
    name: 'a media type that is none, and no body',
    reason: 'it is not looked at before the credentials, and nothing breaks of it',
    sends: post('Content-Type: garbage\r\nContent-Length: 0\r\n'),
    expected: open(401),
  },
  {
    name: 'a method in X-HTTP-Method-Override',
    reason: 'no header changes what was requested',
    sends: create(PLANT, 'X-HTTP-Method-Override: DELETE\r\n'),
    expected: plant,
  },
];

export const headers: AttackTheme = {
  name: 'Header fields',
  sends:
    'no Host and two, 10,000 fields, fields of 100 KB, folded, nameless and with control characters, expectations, upgrades, `Connection` that names `Authorization`',
  attacks,
};
