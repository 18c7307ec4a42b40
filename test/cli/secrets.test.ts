/** Implementations return the token in every possible way; it must not be in the output or files of a command. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClose, listenOnLocalhost } from '../../contracts/pact/provider/local-server.ts';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { readBody } from '../conformance/test-server.ts';
import { startVariant, type Variant } from '../evals/zoo/index.ts';
import { committedPact, fileOf, kitFolder, temporaryFolder } from '../pact/support.ts';
import { type CommandResult, runInThread } from './run-in-thread.ts';
import { commandEnvironment, runPlantStore } from './support.ts';

/** Contains characters that JSON, XML, URLs and shells escape. */
const odd = `Qz"7$w'Vb%N+3k\\Rt/Y=8&m<PxLd>FhJ`;
const plain = 'Qz7wVbN3kRtY8mPxLdFhJ2sG';

const rightVariant: Variant = {
  name: 'right-store',
  kind: 'right',
  description: 'It is right.',
  behavior: () => ({}),
};

/** The token, its variants in test cases (truncated, in another case), and every encoding of these. */
function forbidden(token: string): readonly string[] {
  const swapped = token.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return [token, token.slice(0, -1), swapped].flatMap((secret) => [...new Set(encodings(secret))]);
}

function encodings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [secret, json, xml, xml.replaceAll('"', '&quot;'), encodeURIComponent(secret), base64];
}

type Responder = (request: IncomingMessage, response: ServerResponse, token: string) => void | Promise<void>;

const credentialsIn = ({ headers, url }: IncomingMessage) =>
  [headers.authorization, headers.cookie, headers['x-api-key'], url].filter(Boolean).join(' ');

/** In every encoding; only printable ones in a header. */
function receivedCredentials(request: IncomingMessage): string {
  const text = credentialsIn(request);
  const bare = text.replaceAll('Bearer ', '');
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(bare.split(' ')[0] ?? '').toString('base64'),
  ].join(' ');
}

/** Accepts requests that look valid, so that the run continues; returns everything it received in every response. */
const echoing: Responder = async (request, response, token) => {
  const text = (await readBody(request)).toString();
  const isKnown = request.headers.authorization === `Bearer ${token}`;
  const status = isKnown ? (text.includes('"id":') ? 200 : 400) : 401;
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-you-said': receivedCredentials(request),
  });
  const message = `refused: ${receivedCredentials(request)}`;
  response.end(
    JSON.stringify(
      status === 200
        ? { name: receivedCredentials(request), tag: receivedCredentials(request) }
        : { error: status, message },
    ),
  );
};

/** As above, in the media type and in a text that is too long for a report. */
const echoingInTypes: Responder = async (request, response, token) => {
  await readBody(request);
  const isKnown = request.headers.authorization === `Bearer ${token}`;
  response.writeHead(isKnown ? 200 : 401, {
    'content-type': `text/plain; you="${receivedCredentials(request)}"`,
    'content-encoding': `x ${receivedCredentials(request)}`,
    'www-authenticate': receivedCredentials(request),
  });
  response.end(`${'x'.repeat(1_980)}${receivedCredentials(request)} ${receivedCredentials(request)}`);
};

/** Returns the last request in the next response, like a log shown in an error page. */
function echoingPrevious(): Responder {
  let before = '';
  return async (request, response, token) => {
    await readBody(request);
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json', 'x-before': before });
    response.end(JSON.stringify({ name: before, error: 'no number', message: before }));
    before = receivedCredentials(request);
  };
}

/** Accepts one valid request, then fails in turn: an error page, half a response, no HTTP, nothing. */
function crashing(): Responder {
  let count = 0;
  return async (request, response, token) => {
    await readBody(request);
    const words = receivedCredentials(request);
    if (count++ < 2) return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"x"}');
    if (count % 4 === 0) return void response.writeHead(500).end(`Error: token ${token}\n    at ${words}`);
    if (count % 4 === 1)
      return void response.writeHead(200, { 'content-length': 100_000 }).write(words, () => response.destroy());
    if (count % 4 === 2) return void request.socket.end(`${words} HTTP/1.1 200 ${words}\r\n${words}\r\n\r\n`);
    request.socket.destroy();
  };
}

/** Accepts no valid request, so that the run stops with an error of the kit. */
const rejectingAll: Responder = (request, response) => void response.writeHead(404).end(receivedCredentials(request));

const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

/** Sends the same requests sequentially, so that responses that depend on their number are the same each time. */
const sequentialOptions = ['--seed', '1', '--concurrency', '1'];

/** The shards of a run with the cases in which the token is most often: other commands show it in all cases. */
const someOptions = ['authentication', 'valid-bodies', 'malformed-bodies'].flatMap((name) => ['--only', name]);

/** Every command that sends requests, with all its output and files. */
const commands = {
  verify: verifying(),
  gate: async (url: string, token: string) => {
    const folder = temporaryFolder();
    const args = [
      'gate',
      url,
      ...sequentialOptions,
      ...['--budget', '150'],
      '--json',
      '--out',
      folder,
      '--spec',
      copy,
      '--pact',
      committedPact,
    ];
    return outputOf(await runPlantStore(args, token), folder);
  },
  replay: async (url: string, token: string) =>
    outputOf(await runPlantStore(['replay', 'createPlant/authentication/bearerAuth/cut', url], token)),
  'replay --json': async (url: string, token: string) =>
    outputOf(await runPlantStore(['replay', 'createPlant/authentication/bearerAuth/other-case', url, '--json'], token)),
  'verify in shards, and merge': async (url: string, token: string) => {
    const folder = temporaryFolder();
    const shards = ['1/2', '2/2'].map((shard) => [shard, path.join(folder, `${shard[0]}.json`)] as const);
    const ended = await Promise.all(
      shards.map(([shard, file]) =>
        runPlantStore(['verify', url, ...someOptions, '--shard', shard, '--report', `json=${file}`], token),
      ),
    );
    const files = shards.map(([, file]) => file);
    const merged = await runPlantStore(['merge', ...files, '--out', path.join(folder, 'out')], token);
    return [...ended.map((one) => outputOf(one)), outputOf(merged, folder)].join('\n');
  },
  'pact verify': async (url: string, token: string) => outputOf(await runPlantStore(['pact', 'verify', url], token)),
  'pact verify --json': async (url: string, token: string) =>
    outputOf(await runPlantStore(['pact', 'verify', url, '--json'], token)),
};

function verifying(...options: readonly string[]) {
  return async (url: string, token: string): Promise<string> => {
    const folder = temporaryFolder();
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=${path.join(folder, format)}`]);
    return outputOf(await runPlantStore(['verify', url, ...sequentialOptions, ...options, ...reports], token), folder);
  };
}

function outputOf({ stdout, stderr }: CommandResult, folder?: string): string {
  const files =
    folder === undefined
      ? []
      : readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
  const all = [stdout, stderr, ...files].join('\n');
  return `${all}\n${decoded(all)}`;
}

/** As readers of a page, a link or an annotation see it. */
function decoded(text: string): string {
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
  return text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: keyof typeof entities) => entities[name])
    .replace(/\\u00([\da-f]{2})/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/%([2-7][\da-f])/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

const { verify, gate } = commands;

/** Some cases of each category, for implementations that treat all requests in the same way. */
const verifySome = verifying('--budget', '200');

const leakyImplementations: readonly (readonly [
  behavior: string,
  make: () => Responder,
  commands: readonly (typeof verify)[],
])[] = [
  ['returns it', () => echoing, Object.values(commands)],
  ['returns it in header values with a meaning', () => echoingInTypes, [verifySome]],
  ['returns it to the next client', echoingPrevious, [verifySome]],
  ['crashes', crashing, [verify, gate, commands['pact verify --json']]],
  ['rejects everything', () => rejectingAll, [verifySome]],
];

describe.concurrent('a token stays secret', () => {
  test.each(leakyImplementations)(
    'when the implementation %s',
    async (_behavior, make, wanted) => {
      const received = new Set<string | undefined>();
      // A separate implementation for each command, since responses depend on earlier requests.
      const outputs = wanted.map(async (command) => {
        const respond = make();
        const { url, close } = await listening((request, response) => {
          received.add(request.headers.authorization);
          void respond(request, response, odd);
        });
        return command(url, odd).finally(close);
      });
      const all = (await Promise.all(outputs)).join('\n');
      expect(received).toContain(`Bearer ${odd}`);
      expect(all).toMatch(/error\[/);
      expect(forbidden(odd).filter((form) => all.includes(form))).toEqual([]);
    },
    180_000,
  );

  test('when it has only letters and digits, and the implementation returns it', async () => {
    const { url, close } = await listening((request, response) => void echoing(request, response, plain));
    const all = (await Promise.all([verifySome(url, plain), gate(url, plain)])).join('\n');
    await close();
    expect(forbidden(plain).filter((form) => all.includes(form))).toEqual([]);
  });

  test('when the implementation is correct', async () => {
    const store = await startVariant(rightVariant, { token: odd });
    const all = (await Promise.all([verifySome(store.url, odd), gate(store.url, odd)])).join('\n');
    await store.close();
    expect(all).toMatch(/^conforms/m);
    expect(forbidden(odd).filter((form) => all.includes(form))).toEqual([]);
  });

  test.each([[`--tokn=${odd}`], ['--token', `${odd}\n`]])(
    'when it is given as %s and cannot be used',
    async (...args) => {
      const { stdout, stderr } = await runPlantStore(['verify', 'http://127.0.0.1:1', ...args], 'another');
      expect(stderr).toMatch(/^error\[/);
      expect(`${stdout}${stderr}`).not.toContain(odd);
    },
  );

  test('when it is given in the wrong place, and also in the environment', async () => {
    const auth = { PLANT_STORE_AUTH: `basic=usr:${plain}` };
    for (const [args, env] of [
      [['verify', 'http://127.0.0.1:1', odd], commandEnvironment(odd)],
      [[odd], commandEnvironment(odd)],
      [
        ['verify', 'http://127.0.0.1:1', '--only', plain, '--seed', `usr:${plain}`],
        { ...commandEnvironment(odd), ...auth },
      ],
      [['verify', plain, '--token', plain, plain], commandEnvironment(undefined)],
    ] as const) {
      const { stdout, stderr } = await runInThread(args, env);
      expect(stderr).toMatch(/^error\[.*\$PLANT_STORE_TOKEN/s);
      for (const secret of [odd, plain])
        expect(`${stdout}${stderr}`).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  });
});

/** Closed by the test: those that run at the same time have no end of their own. */
async function listening(listener: RequestListener) {
  const server = createServer(listener);
  const port = await listenOnLocalhost(server);
  return { url: `http://127.0.0.1:${port}`, close: createClose(server) };
}
