/** The effects of the commands on the pages about the mock. shell.test.ts tests that they run. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Mock, startMock } from '../../mock/index.ts';
import { cliMain, commandEnvironment } from '../cli/support.ts';
import { send } from '../mock/support.ts';
import { blocksOf, type CommandLine, commandsOf, frontend, mockPages } from './parse-page.ts';
import { streamCurl } from './shell/stream-curl.ts';

const commands = mockPages.flatMap((page) => commandsOf(page).map((command) => ({ ...command, page })));
const isCurl = ({ line }: CommandLine) => line.startsWith('curl ');

/** Concurrent tests each have their own. */
type Finished = typeof onTestFinished;

/** A folder with the files and the program that the documents mention. */
async function folder(finished: Finished): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  finished(() => rm(made, { recursive: true }));
  await cp('spec/plant-store.yaml', path.join(made, 'api.yaml'));
  for (const { text } of blocksOf('docs/how-to/simulate-errors-and-delays.md', 'yaml'))
    await writeFile(path.join(made, /^# (\w+\.yaml)/.exec(text)?.[1] ?? 'rules.yaml'), text);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${cliMain}' "$@" --port 0 --log none\n`;
  await writeFile(path.join(made, 'plant-store'), program, { mode: 0o755 });
  return made;
}

interface Started {
  readonly child: ChildProcess;
  readonly out: string;
  readonly url: string;
}

/** The shell becomes the mock, so that its process is the one to stop. */
async function start(line: string, finished: Finished): Promise<Started> {
  const cwd = await folder(finished);
  const withoutOwn = line.replaceAll(/ --(?:port|log)[ =]\S+/g, '');
  const child = spawn('sh', ['-c', `exec ${withoutOwn}`], {
    cwd,
    env: { ...commandEnvironment(undefined), PATH: `${cwd}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  finished(async () => {
    child.kill();
    await ended;
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const signal = AbortSignal.timeout(60_000);
  while (!out.includes('\nconsole ')) await Promise.race([once(child.stdout, 'data', { signal }), failed(ended)]);
  return { child, out, url: /listening on (\S+)/.exec(out)?.[1] ?? '' };
}

async function failed(ended: Promise<readonly unknown[]>): Promise<never> {
  throw new Error(`ended with ${(await ended)[0]}`);
}

const token = 'plant-store-dev-token';
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
const create = (url: string, body: string, more: Record<string, string> = {}) =>
  send(`${url}/plants`, { method: 'POST', headers: { ...headers, ...more }, body });
const fern = '{"id":7,"name":"fern"}';

describe('a mock that a document starts', () => {
  const written = blocksOf('docs/how-to/simulate-errors-and-delays.md', 'yaml').map(({ at, text }) => ({
    at,
    line: /^# \w+\.yaml: (.*)$/m.exec(text)?.[1] ?? '',
  }));
  it.concurrent.for(written)('$at: $line', async ({ line }, test) => {
    expect((await start(line, test.onTestFinished)).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.concurrent('prints the output and returns the error of docs/tutorials/develop-against-the-mock.md', async (test) => {
    const { out, url } = await start('plant-store mock', test.onTestFinished);
    const [[ready], [error]] = [blocksOf(frontend, ''), blocksOf(frontend, 'json')];
    expect(out).toBe(ready?.text.replaceAll('http://127.0.0.1:4010', url));
    expect((await create(url, '{"id":"7","name":"fern"}')).text).toBe(error?.text.trim());
  });
});

interface Ran {
  readonly status: number;
  readonly text: string;
}

/** Files are read and written in `cwd`. */
function curl(line: string, mock: Mock, cwd: string): Promise<Ran> {
  const script = [
    line.includes('/stream')
      ? `curl() { ${streamCurl('command curl')}; printf '\\n%s' "$status"; }`
      : `curl() { command curl -sS --max-time 60 -w '\\n%{http_code}' "$@"; }`,
    `store=${mock.url}/__store`,
    line.replaceAll('localhost:4010', new URL(mock.url).host),
  ];
  const env = commandEnvironment(undefined);
  return new Promise((resolve) => {
    execFile('sh', ['-c', script.join('\n')], { env, cwd }, (_error, out) =>
      resolve({ status: Number(out.slice(-3)), text: out.slice(0, -4) }),
    );
  });
}

async function store(): Promise<Mock> {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  return mock;
}

const statusesOf = async (mock: Mock, count: number) => {
  const responses = [];
  for (let n = 0; n < count; n++) responses.push((await create(mock.url, fern)).status);
  return responses;
};

describe('the curl lines', () => {
  /** The effects that the page describes for each line. */
  const promises: Readonly<Record<string, (mock: Mock, ran: Ran) => Promise<void> | void>> = {
    '/journal?limit=1': (_mock, { text }) => {
      expect(JSON.parse(text)).toMatchObject({ entries: [{ operation: 'createPlant', valid: true }] });
    },
    '/journal/count': (_mock, { text }) => expect(JSON.parse(text)).toEqual({ count: 1 }),
    '-X DELETE "$store/journal"': async ({ journal }) => expect(await journal.list()).toEqual([]),
    '/records?collection=/plants': (_mock, { text }) => expect(text).toContain('"fern"'),
    '-X POST "$store/records"': async ({ records }) =>
      expect(await records.list('/plants')).toContainEqual({ id: 7, name: 'Boston fern' }),
    '/rules" -H': async (mock) => expect(await statusesOf(mock, 2)).toEqual([503, 200]),
    '/reset': async ({ records, scenario, journal }) =>
      expect([await records.collections(), await scenario.rules(), await journal.list()]).toEqual([[], [], []]),
    'code=429': (_mock, { status, text }) => {
      expect(status).toBe(429);
      expect(text).toMatch(/^Retry-After: /im);
    },
    'code=503, delay=200-400': (_mock, { status, text }) => {
      expect(status).toBe(503);
      expect(text).toMatch(/^Retry-After: /im);
    },
    '-X POST localhost:4010/__store/rules': async ({ scenario }) =>
      expect(await scenario.rules()).toMatchObject([{ times: 1, then: { status: 503 } }]),
    '-X DELETE localhost:4010/__store/rules': async ({ scenario }) => expect(await scenario.rules()).toEqual([]),
  };

  it.each(mockPages)('of %s have the described effect', async (page) => {
    const mock = await store();
    await create(mock.url, fern);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-curl-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const { line } of commandsOf(page).filter(isCurl)) {
      const ran = await curl(line, mock, folder);
      const [, promise] = Object.entries(promises).find(([part]) => line.includes(part)) ?? [];
      if (!line.includes('code=')) expect([line, ran.status]).toEqual([line, expect.toSatisfy(isSuccess)]);
      await promise?.(mock, ran);
    }
  });

  it('include every line with a described effect', () => {
    const lines = commands.filter(isCurl).map(({ line }) => line);
    expect(Object.keys(promises).filter((part) => !lines.some((line) => line.includes(part)))).toEqual([]);
  });
});

const isSuccess = (status: number) => status >= 200 && status < 300;

describe('the rules', () => {
  it('of the first command make three creates fail, not the fourth', async () => {
    const [first] = commandsOf('docs/how-to/simulate-errors-and-delays.md');
    const { url } = await start(first?.line ?? '', onTestFinished);
    const responses = await Promise.all(Array.from({ length: 4 }, () => create(url, fern)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 503, 503, 503]);
  });

  it('of the file have their effects', async () => {
    const mock = await startMock({ scenario: path.join(await folder(onTestFinished), 'rules.yaml') });
    onTestFinished(() => mock.close());
    expect(await statusesOf(mock, 4)).toEqual([503, 503, 503, 200]);
    const weed = await create(mock.url, '{"id":8,"name":"Weed"}');
    expect([weed.status, weed.json]).toEqual([400, { code: 42, message: 'No weeds here.' }]);
    const startedAt = performance.now();
    await create(mock.url, fern, { 'X-App': 'web' });
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });
});
