import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../../spec/json/exact-json.ts';
import { UNUSED_URL } from '../../free-port.ts';
import {
  changedPact,
  committedPact,
  contract,
  fakeVerifier,
  fileOf,
  interactionsOf,
  kitErrorOf,
  pactValue,
  startHttpServer,
  temporaryFolder,
  verifyFiles,
  zooStore,
} from '../support.ts';

const token = 'the-token';

async function verify(options: Partial<Parameters<typeof verifyFiles>[0]> = {}) {
  const baseUrl = options.baseUrl ?? (await zooStore('right-store', token));
  return verifyFiles({
    token,
    pactFiles: [committedPact],
    contract,
    timeoutMs: 60_000,
    ...options,
    baseUrl,
  });
}

/** A server that responds to everything, so that only a guard can stop the run. */
function agreeable(): Promise<string> {
  return startHttpServer((_request, response) => response.writeHead(200).end());
}

const first = interactionsOf(pactValue())[0] ?? null;
const count = interactionsOf(pactValue()).length;

const pluginPact = changedPact([[['metadata', 'plugins'], [{ name: 'protobuf', version: '1' }]]]);

function lineWith(file: string, text: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

describe('rejects a pact', () => {
  test.each<[what: string, file: string, code: string, detail: string, line: number | undefined]>([
    ['that does not exist', '/nowhere/pact.json', 'pact-unreadable', 'no such file', undefined],
    ['that is a folder', temporaryFolder(), 'pact-unreadable', 'is a folder', undefined],
    ['that is an empty file', fileOf(''), 'pact-unreadable', 'not JSON', 1],
    ['that is invalid JSON', fileOf('{\n  "consumer": {},\n  nonsense\n}'), 'pact-unreadable', 'not JSON', 3],
    ['with a duplicate key', fileOf('{"a": 1,\n"a": 2}'), 'pact-unreadable', 'duplicate key', undefined],
    ['that is an array', fileOf('[]'), 'pact-unreadable', 'a pact must be a JSON object', 1],
    ['that is {}', fileOf('{}'), 'pact-unverifiable', 'no interactions', 1],
    ['without interactions', changedPact([[['interactions'], []]]), 'pact-unverifiable', 'no interactions', 5],
    ['with only messages', fileOf('{"messages":[{"description":"m"}]}'), 'pact-unverifiable', 'no interactions', 1],
    ['with a plugin', pluginPact, 'pact-unverifiable', 'plugins are not supported', lineWith(pluginPact, '"plugins"')],
    [
      'with an interaction that is not HTTP',
      changedPact([[['interactions', 0, 'type'], 'Synchronous/Messages']]),
      'pact-unverifiable',
      'only HTTP',
      6,
    ],
    [
      'with another transport',
      changedPact([[['interactions', 0, 'transport'], 'grpc']]),
      'pact-unverifiable',
      'only HTTP',
      6,
    ],
    [
      'with an interaction without request',
      changedPact([[['interactions', 0, 'request'], undefined]]),
      'pact-unverifiable',
      'no "request"',
      6,
    ],
    [
      'with headers that are a string',
      changedPact([[['interactions', 0, 'request', 'headers'], 'Accept: x']]),
      'pact-unverifiable',
      'headers',
      6,
    ],
    [
      'with the same interaction twice',
      changedPact([[['interactions'], [first, first]]]),
      'pact-unverifiable',
      'twice, first on line 6',
      undefined,
    ],
  ])('%s', async (_what, file, code, detail, line) => {
    const error = await kitErrorOf(verify({ baseUrl: await agreeable(), pactFiles: [file] }));
    expect(error).toMatchObject({ code, detail: expect.stringContaining(detail) });
    if (line !== undefined) expect(error.where).toBe(`${file}:${line}`);
  });

  test('without a pact, nothing passes', async () => {
    expect(await kitErrorOf(verify({ pactFiles: [] }))).toMatchObject({ code: 'nothing-checked' });
  });

  test('interactions with one description in different states are two', async () => {
    const other: Json = [{ name: 'another state' }];
    const pact = changedPact([
      [['interactions', 1, 'description'], 'a request to create a plant with a tag'],
      [['interactions', 1, 'providerStates'], other],
    ]);
    expect(await verify({ pactFiles: [pact] })).toMatchObject({ ok: true, interactions: { length: count } });
  });
});

describe('the environment', () => {
  test.each([
    ['PACT_DESCRIPTION', 'matches nothing'],
    ['PACT_PROVIDER_STATE', 'matches nothing'],
    ['PACT_PROVIDER_NO_STATE', 'true'],
    ['PACT_PROVIDER_HOSTNAME', 'pact.invalid'],
    ['PACT_PROVIDER_BASE_PATH', '/elsewhere'],
    ['http_proxy', 'http://127.0.0.1:9'],
    ['HTTP_PROXY', 'http://127.0.0.1:9'],
    ['ALL_PROXY', 'http://127.0.0.1:9'],
  ])('%s changes nothing', async (name, value) => {
    process.env[name] = value;
    onTestFinished(() => {
      delete process.env[name];
    });
    expect(await verify()).toMatchObject({ ok: true, interactions: { length: count } });
  });

  test('of the verifier contains no telemetry, filter or proxy', async () => {
    process.env.PACT_DESCRIPTION = 'x';
    process.env.HTTPS_PROXY = 'http://127.0.0.1:9';
    process.env.PACT_DO_NOT_TRACK = '1';
    onTestFinished(() => {
      process.env.PACT_DO_NOT_TRACK = 'true';
      delete process.env.PACT_DESCRIPTION;
      delete process.env.HTTPS_PROXY;
    });
    const { detail } = await kitErrorOf(verify({ binary: fakeVerifier('env | grep -i -E "pact|proxy"; exit 3') }));
    expect(detail.split('\n').slice(1).toSorted()).toEqual(['NO_PROXY=*', 'PACT_DO_NOT_TRACK=true']);
  });
});

/** `$report` is the file that a verifier writes its results to. */
const findReport = 'while [ "$1" != --json ]; do shift; done; report="$2"';

describe('a failed verifier does not pass:', () => {
  test.each([
    ['it is killed', 'kill -9 $$', 'killed by SIGKILL'],
    ['it is terminated', 'kill -15 $$', 'killed by SIGTERM'],
    ['it ends with another code', 'echo usage; exit 2', 'exit code 2; its last lines:\nusage'],
    ['it writes no report', 'exit 0', 'its report is missing'],
    ['its report is invalid', `${findReport}; echo '{' > "$report"`, 'its report is missing'],
    ['its report has no results', `${findReport}; echo '{"result":true}' > "$report"`, 'its report is missing'],
    [
      'it reports too few results',
      `${findReport}; echo '{"interactionResults":[]}' > "$report"`,
      '0 results for 7 interactions',
    ],
    [
      'it reports other interactions',
      `${findReport}; echo '{"interactionResults":[{},{},{},{},{},{},{}]}' > "$report"`,
      'no result for "a request to create a plant with a tag"',
    ],
    ['its exit code contradicts its report', `${findReport}; echo '${allOk()}' > "$report"; exit 1`, 'contradicts'],
  ])('%s', async (_what, script, detail) => {
    const error = await kitErrorOf(verify({ binary: fakeVerifier(script) }));
    expect(error).toMatchObject({ code: 'pact-verifier-failed', detail: expect.stringContaining(detail) });
  });

  test('it reports success without a request', async () => {
    const result = await verify({ binary: fakeVerifier(`${findReport}; echo '${allOk()}' > "$report"`) });
    expect(result.ok).toBe(false);
    const [first] = result.interactions;
    expect(first).toMatchObject({ reason: 'the verifier sent 0 requests instead of one', findings: [] });
    expect(new Set(result.interactions.map(({ status }) => status))).toEqual(new Set(['not checked']));
  });

  test('it sends a request twice', async () => {
    const call = `curl -s -o /dev/null -H "x-plant-store-interaction: $tag-0-0" http://127.0.0.1:$port/plants`;
    const script = `while [ "$1" != --file ]; do shift; done; pact="$2"
      while [ "$1" != --port ]; do shift; done; port="$2"
      tag=$(grep -o '[0-9a-f]*-0-0"' "$pact" | head -1 | cut -d- -f1); ${call}; ${call}
      ${findReport}; echo '${allOk()}' > "$report"`;
    const { interactions } = await verify({ binary: fakeVerifier(script) });
    expect(interactions[0]).toMatchObject({
      status: 'not checked',
      reason: 'the verifier sent 2 requests instead of one',
    });
  });

  test('it never ends', async () => {
    const error = await kitErrorOf(verify({ binary: fakeVerifier('sleep 3600'), deadlineMs: 300 }));
    expect(error).toMatchObject({
      code: 'pact-verifier-failed',
      detail: expect.stringContaining('killed after the time limit of 300 ms'),
    });
  });

  test('it does not exist', async () => {
    expect(await kitErrorOf(verify({ binary: '/nowhere/pact' }))).toMatchObject({
      code: 'pact-verifier-failed',
      detail: expect.stringContaining('ENOENT'),
    });
  });
});

describe('is inconclusive with:', () => {
  test('a required token that is missing', async () => {
    expect(await kitErrorOf(verify({ token: undefined }))).toMatchObject({ code: 'credentials-missing' });
  });

  test.each(['', 'seeded secret', 'seeded\r\nX: y', 'seeded-é'])(
    'a token that a header cannot contain: %j',
    async (bad) => {
      const error = await kitErrorOf(verify({ token: bad }));
      expect(error.code).toBe('option-invalid');
      expect(error.message).not.toContain('seeded');
    },
  );

  test('an invalid token', async () => {
    expect(await kitErrorOf(verify({ token: 'another' }))).toMatchObject({ code: 'credentials-rejected' });
  });

  test('an unreachable implementation', async () => {
    expect(await kitErrorOf(verify({ baseUrl: UNUSED_URL }))).toMatchObject({
      code: 'target-unreachable',
    });
  });

  test.each([
    '',
    'plants.example',
    'ftp://plants.example',
    'http://user:secret@plants.example',
    'http://secret@plants.example',
  ])('%j as a base URL', async (baseUrl) => {
    const error = await kitErrorOf(verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract }));
    expect(error.code).toBe('target-invalid');
    expect(error.message).not.toContain('secret');
  });
});

test('a provider name that starts with a dash is not read as an option', async () => {
  const pactFiles = [changedPact([[['provider', 'name'], '--publish']])];
  expect(await verify({ pactFiles })).toMatchObject({ ok: true });
});

test('a rate-limited request is not checked', async () => {
  const baseUrl = await startHttpServer((_request, response) => response.writeHead(429).end());
  const { ok, interactions } = await verifyFiles({ baseUrl, token, contract, pactFiles: [committedPact] });
  expect(ok).toBe(false);
  expect(new Set(interactions.map(({ status }) => status))).toEqual(new Set(['not checked']));
});

test('a pending interaction that fails is a failure', async () => {
  const pact = changedPact([
    [['interactions', 0, 'pending'], true],
    [['interactions', 0, 'response', 'status'], 204],
  ]);
  expect(await verify({ pactFiles: [pact] })).toMatchObject({
    ok: false,
    interactions: [{ status: 'failed' }, ...Array(count - 1).fill({})],
  });
});

test('leaves no temporary files', async () => {
  const [folder, usual] = [temporaryFolder(), process.env.TMPDIR];
  const binary = fakeVerifier('kill -9 $$');
  process.env.TMPDIR = folder;
  onTestFinished(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });
  expect(tmpdir()).toBe(folder);
  await verify();
  await kitErrorOf(verify({ binary }));
  expect(readdirSync(folder)).toEqual([]);
});

function allOk(): string {
  const results = interactionsOf(pactValue()).map((one) => ({
    description: typeof one === 'object' && one !== null && 'description' in one ? one.description : '',
    result: 'OK',
  }));
  return JSON.stringify({ interactionResults: results });
}
