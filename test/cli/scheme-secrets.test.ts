/** Unique credentials for every kind of scheme, returned in every encoding: none is in the output or files of a command. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createClose, listenOnLocalhost } from '../../contracts/pact/provider/local-server.ts';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { readBody } from '../conformance/test-server.ts';
import { fileOf, temporaryFolder } from '../pact/support.ts';
import { runPlantStore } from './support.ts';

const token = `Tk"Qz7wVb%N3k\\Rt8m`;
const byScheme = {
  query: 'Qy/a&b=c%d+4Xw9sLm',
  header: 'Hd3kk9zQm7Vv2Lp',
  cookie: 'Ck4vv7XpRt8nQw',
  basic: 'usr:Bs5p:wYy3Kd8Zt',
} as const;

const declared = {
  bearer: { type: 'http', scheme: 'bearer' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  basic: { type: 'http', scheme: 'basic' },
};

const responses = { 200: { description: 'It is there.' }, 401: { description: 'Who is it?' } };
const operationRequiring = (...names: readonly string[]) => ({
  get: {
    operationId: names.join('And'),
    security: [Object.fromEntries(names.map((name) => [name, []]))],
    responses,
  },
});

const contract = fileOf(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Five doors', version: '1' },
    paths: {
      ...Object.fromEntries(Object.keys(declared).map((name) => [`/${name}`, operationRequiring(name)])),
      '/both': operationRequiring('basic', 'query'),
    },
    components: { securitySchemes: declared },
  }),
  'doors.json',
);

/**
 * Lets everybody in, fails or sends elsewhere at some addresses, and says what it heard, and what it may have heard from
 * others: it is known before, so that nothing hangs on who asks first.
 */
async function echoCredentials(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await readBody(request);
  const { authorization, cookie, 'x-key': key } = request.headers;
  const receivedCredentials = [authorization, cookie, key, request.url].filter(Boolean).join(' ');
  const echoed = encodings(receivedCredentials)
    .join(' ')
    .replace(/[^\x20-\x7e]/g, '?');
  const { pathname } = new URL(request.url ?? '/', 'http://store');
  const status = pathname === '/header' ? 500 : pathname === '/cookie' ? 302 : 200;
  response.writeHead(status, echoed.slice(0, 2_000), {
    'content-type': 'text/plain',
    'x-heard': echoed,
    'set-cookie': `sid=${encodeURIComponent(receivedCredentials)}`,
    location: `/elsewhere?${encodeURIComponent(receivedCredentials)}`,
  });
  response.end(`${startEchoingServer(pathname)} ${echoed}`);
}

function encodings(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  return [
    ...[text, text.toUpperCase(), text.toLowerCase(), json, JSON.stringify(json)],
    ...[encodeURIComponent(text), encodeURIComponent(encodeURIComponent(text))],
    ...[Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')],
    [...text].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  ];
}

/** Those that would make headers too long. */
function longEncodings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    [1, 2, 3, 4, 5].reduce((inner) => encodeURIComponent(inner), text),
    [1, 2, 3, 4, 5].reduce((inner) => JSON.stringify(inner), text),
    Buffer.from(JSON.stringify({ authorization: `Bearer ${text}`, of: 'somebody, somewhere' }))
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
    ...[JSON.stringify(bytes), JSON.stringify(bytes, null, 2), inspect(bytes)],
    ...[`${text.slice(0, 8)}…`, `${text.slice(0, 8)}...`],
  ];
}

/** Letters and digits of each that stand in a row, and so in every spelling of them but those that hide all; and these. */
const secrets = [token, ...Object.values(byScheme), 'Bs5p:wYy3Kd8Zt'];
const forbidden = secrets.flatMap((secret) => [
  ...(secret.match(/[A-Za-z0-9]{6,}/g) ?? []),
  Buffer.from(secret).toString('base64').slice(2, -4),
  Buffer.from(secret).toString('hex'),
  [...secret].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  [...Buffer.from(secret)].join(','),
  ...(secret.slice(0, 8).match(/[A-Za-z0-9]{6,}/g) ?? []),
]);

/** Of all, in some of the spellings, which are other ones at each address: reports show so much of an answer and no more. */
function startEchoingServer(pathname: string): string {
  const paths = [...Object.keys(declared), 'both'];
  const turn = paths.indexOf(pathname.slice(1));
  return secrets
    .flatMap((secret) =>
      [...encodings(secret), ...longEncodings(secret)].filter((_one, index) => index % paths.length === turn),
    )
    .join(' | ');
}

test('the credentials of all schemes stay secret', async () => {
  const server = createServer(echoCredentials);
  const url = `http://127.0.0.1:${await listenOnLocalhost(server)}`;
  onTestFinished(createClose(server));
  const auth = Object.entries(byScheme).flatMap(([name, value]) => ['--auth', `${name}=${value}`]);
  const out = temporaryFolder();
  const common = ['--spec', contract, ...auth];
  const reports = reportFormats.flatMap((format) => ['--report', `${format}=${path.join(out, format)}`]);
  const ended = await Promise.all([
    runPlantStore(['verify', url, ...common, ...reports], token),
    runPlantStore(['gate', url, ...common, '--out', path.join(out, 'gate')], token),
    runPlantStore(['replay', 'basic/authentication/basic/cut', url, ...common], token),
    runPlantStore(['replay', 'query/authentication/query/cut', url, ...common, '--json'], token),
  ]);
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1]);
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
  const texts = [...written, ...ended.flatMap(({ stdout, stderr }) => [stdout, stderr])];
  // Also where they stand in lines, or with spaces between bytes.
  const all = texts
    .flatMap((text) => [text, text.replace(/\s|\\r|\\n/g, '')])
    .join('\n')
    .toLowerCase();
  expect(all).toContain('$plant_store_token');
  expect(forbidden.filter((form) => all.includes(form.toLowerCase()))).toEqual([]);
});
