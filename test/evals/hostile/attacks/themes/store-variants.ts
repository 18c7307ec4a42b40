/** Stores that are started otherwise: what has to hold for the usual one has to hold for them. */
import { type Attack, type AttackTheme, closed, dropped, onConnection, open } from '../attack.ts';
import { VALID_REQUEST } from '../many-connections.ts';
import { controlRequest, create, get, PLANT, withFraming } from '../requests.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { framing } from './framing.ts';
import { headers } from './headers.ts';
import { requestLine } from './request-line.ts';
import { targets } from './targets.ts';

const all = [requestLine, targets, headers, framing, bodies, credentials, connections].flatMap(
  ({ attacks }) => attacks,
);

/** Those of the other themes by their names. */
function again(...names: readonly string[]): readonly Attack[] {
  return names.map((name) => {
    const found = all.find((attack) => attack.name === name);
    if (found === undefined) throw new Error(`no attack ${name}`);
    return found;
  });
}

const common = again(
  'no HTTP at all',
  'CONNECT',
  'an unknown method',
  'two Hosts',
  '10,000 header fields',
  'a length and chunks',
  'a length and chunks behind a space',
  'chunks twice over',
  'a chunk size beyond 64 bits',
  'chunks with extensions',
  'garbage behind a request',
  '11 MB in chunks',
  '20 MB of white space in gzip',
  '100,000 arrays within each other',
  '1e999999999',
  '__proto__ and constructor as names',
  'the token twice',
  'a path with CR and LF, encoded, and a forged line of the log',
  'a reset after every byte of a request',
  '3,000 pipelined requests on one connection',
);

export const workers: AttackTheme = {
  name: 'Two workers',
  sends: 'the same with two processes, and the control API',
  store: 'workers',
  attacks: [
    ...common,
    {
      name: 'the journal of both, after all that',
      reason: 'they share one storage',
      sends: controlRequest('GET', 'journal/count'),
      expected: open(200, /"count":\d+/),
    },
    {
      name: 'a foreign Host, sent to the control API of both',
      reason: 'both check the host',
      sends: controlRequest('GET', 'info').replace('localhost', 'evil.example'),
      expected: open(403),
    },
  ],
};

export const tls: AttackTheme = {
  name: 'TLS',
  sends: 'the same over TLS; plain HTTP, half a handshake, broken records and abandoned handshakes to its port',
  store: 'tls',
  attacks: [
    ...common,
    {
      name: 'a target of 100 KB in many records',
      reason: 'what comes in pieces is not known as a target any more: a 431 instead of the 414',
      sends: get(`/${'a'.repeat(100_000)}`),
      expected: closed(431),
    },
    {
      name: 'plain HTTP',
      reason: 'it is no handshake: closed without a word',
      sends: async (store) => {
        const connection = await store.openWithoutTls();
        await connection.write(VALID_REQUEST);
        return connection;
      },
      expected: dropped,
    },
    {
      name: 'half a handshake',
      reason: 'it has as long as a header section has, here three seconds',
      sends: async (store) => {
        const connection = await store.openWithoutTls();
        await connection.write(Buffer.from('16030100c8010000c40303', 'hex'));
        return connection;
      },
      expected: dropped,
    },
    {
      name: 'a connection that does not begin its handshake',
      reason: 'the same',
      sends: (store) => store.openWithoutTls(),
      expected: dropped,
    },
    {
      name: '200 handshakes that break off',
      reason: 'the next one is served',
      sends: async (store) => {
        await Promise.all(
          Array.from({ length: 200 }, async () => {
            const connection = await store.openWithoutTls();
            await connection.write(Buffer.from('16030100c8010000c40303', 'hex'));
            connection.reset();
          }),
        );
        const connection = await store.open();
        await connection.write(VALID_REQUEST);
        return connection;
      },
      expected: open(200, /fern/),
    },
  ],
};

export const proxy: AttackTheme = {
  name: 'Proxy mode',
  sends:
    'what could reach the service in another form than was validated: smuggled requests, other hosts, packed bodies, headers of the connection',
  store: 'proxy',
  attacks: [
    ...again(
      'CONNECT',
      'two Hosts',
      'a length and chunks',
      'a length and chunks behind a space',
      'chunks twice over',
      'garbage behind a request',
      '11 MB in chunks',
      'a reset after every byte of a request',
    ),
    {
      name: 'another host in an absolute target',
      reason: 'requests go to the one service that was named at the start, and nowhere else',
      sends: get('http://169.254.169.254/plants'),
      expected: closed(421, /1016/),
    },
    {
      name: 'another port in an absolute target',
      reason: 'the same',
      sends: get('http://127.0.0.1:1/plants'),
      expected: open(405),
    },
    {
      name: 'another host in Host',
      reason: 'RFC 9110, 7.4: a page of the web that has its own name point to this machine is not led to the service',
      sends: create(PLANT).replace('localhost', 'evil.example'),
      expected: open(421, /1016/),
    },
    {
      name: 'OPTIONS *',
      reason: 'no path, so nothing that could be put behind that of the service',
      sends: 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
      expected: open(400),
    },
    {
      name: 'Connection that names Authorization',
      reason: 'RFC 9110, 7.6.1: what it names is not passed on, and the service requires it',
      sends: create(PLANT, 'Connection: Authorization\r\n'),
      expected: open(401),
    },
    {
      name: 'chunks with extensions and trailers',
      reason: 'the body is passed on whole, with its length and without either',
      sends: withFraming('Transfer-Encoding: chunked\r\n', `16;a=b\r\n${PLANT}\r\n0\r\nX: y\r\n\r\n`),
      expected: open(200, /fern/),
    },
    {
      name: '100-continue',
      reason: 'the proxy reads the body itself',
      sends: create(PLANT, 'Expect: 100-continue\r\n'),
      expected: { statuses: [100, 200], connection: 'open' },
    },
    {
      name: 'an upgrade to a WebSocket',
      reason: 'what would pass unchecked is not passed',
      sends: get('/plants', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
      expected: open(501),
    },
    ...again('20 MB of white space in gzip', '20 MB of white space in Zstandard'),
    {
      name: 'a body that its client does not finish',
      reason: 'the service hears nothing of it',
      sends: onConnection(async (connection) => {
        await connection.write(withFraming('Content-Length: 99\r\n', '{"id"'));
        connection.end();
      }),
      expected: closed(400),
    },
    {
      name: 'dot segments',
      reason: 'passed on as they are: nothing is read as another path',
      sends: get('/plants/../../__store/info'),
      expected: open(404),
    },
  ],
};
