/** The API `plant-store/verify`. */
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { KitError, reportText, type VerifyOptions, verify, writeReport } from '../../../contracts/api/verify/index.ts';
import { TOKEN } from '../../cli/support.ts';
import { startVariant, variants } from '../../evals/zoo/index.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { fileOf, startHttpServer, temporaryFolder } from '../../pact/support.ts';

const right = await started('right-store');
const wrong = await started('takes-numeric-string-as-id');
const gone = UNUSED_URL;
afterAll(() => Promise.all([right, wrong].map((store) => store.close())));

const trees = {
  openapi: '3.0.3',
  info: { title: 'Trees', version: '1' },
  paths: { '/trees': { get: { operationId: 'listTrees', responses: { 200: { description: 'All' } } } } },
};

const brief = { baseUrl: right.url, token: TOKEN, only: ['wrong-types'] };

function started(name: string) {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`the zoo has no ${name}`);
  return startVariant(variant, { token: TOKEN });
}

async function kitErrorFrom(options: VerifyOptions): Promise<KitError> {
  const error: unknown = await verify(options).catch((thrown) => thrown);
  if (error instanceof KitError) return error;
  throw new Error('expected a KitError');
}

describe('verify', () => {
  it('resolves to a conforming report for a conforming implementation', async () => {
    const report = await verify({ ...brief, cases: 3 });
    expect(report.verdict).toEqual({ kind: 'conforms', exitCode: 0, summary: 'conforms: no findings' });
  });

  it('gets its token from a command', async () => {
    const { token: _given, ...rest } = brief;
    const report = await verify({ ...rest, cases: 3, login: { command: `echo ${TOKEN}` }, headers: { 'X-A': 'b' } });
    expect(report.verdict.kind).toBe('conforms');
  });

  it('resolves to the findings of a faulty implementation, equal to the JSON report', async () => {
    const report = await verify({ ...brief, baseUrl: wrong.url });
    const [finding] = report.stages.flatMap(({ findings }) => findings);
    expect([report.verdict.exitCode, finding?.check]).toEqual([1, 'invalid-rejected']);
    const file = path.join(temporaryFolder(), 'new/report.json');
    await writeReport(report, { json: file });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(report);
  });

  it('accepts the contract as an object and the base URL as a URL', async () => {
    const url = await startHttpServer((_request, response) => void response.writeHead(200).end());
    const report = await verify({ baseUrl: new URL(url), spec: trees });
    expect([report.contract.title, report.stages[0]?.run?.rows[0]?.operation]).toEqual(['Trees', 'listTrees']);
  });

  it('does not count findings that are waived', async () => {
    const [finding] = (await verify({ ...brief, baseUrl: wrong.url })).stages.flatMap(({ findings }) => findings);
    const entry = { id: finding?.id, reason: 'known', expires: '2999-12-31' };
    const waivers = fileOf(JSON.stringify({ waivers: [entry] }), 'waivers.json');
    const { verdict } = await verify({ ...brief, baseUrl: wrong.url, waivers });
    expect(verdict.summary).toBe('conforms: 0 errors, 0 warnings, 1 waived');
  });

  it.each([
    [{}, 4],
    [{ seed: 7 }, 1],
    [{ seed: 7, concurrency: 3 }, 3],
  ])('with %j, sends this many requests concurrently: a seed keeps the order', async (given, most) => {
    let [underWay, highest] = [0, 0];
    const url = await startHttpServer(async (_request, response) => {
      highest = Math.max(highest, ++underWay);
      await delay(5);
      underWay--;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"fern"}');
    });
    await verify({ ...brief, baseUrl: url, ...given });
    expect(highest).toBe(most);
  });

  it('sends the same requests with the same seed', async () => {
    const seen: string[] = [];
    const url = await startHttpServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    const options = { baseUrl: url, token: TOKEN, seed: 7, cases: 9, only: ['random'], concurrency: 1 };
    for (let time = 0; time < 2; time++) await verify(options);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.slice(seen.length / 2)).toEqual(seen.slice(0, seen.length / 2));
  });

  it('rejects with the reason of the signal, without waiting for a response', async () => {
    const url = await startHttpServer(() => {});
    const signal = AbortSignal.timeout(50);
    const run = verify({ baseUrl: url, token: TOKEN, timeout: 2_000, signal });
    await expect(run).rejects.toBe(
      await new Promise((reportProgress) => signal.addEventListener('abort', () => reportProgress(signal.reason))),
    );
    expect(signal.aborted).toBe(true);
  });

  it('rejects with the reason of the signal, without waiting for a document', async () => {
    const spec = await startHttpServer(() => {});
    const run = verify({ baseUrl: right.url, spec, signal: AbortSignal.timeout(50) });
    await expect(run).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('sends nothing if the signal is already aborted', async () => {
    const url = await startHttpServer(() => expect.unreachable());
    await expect(verify({ baseUrl: url, signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });

  it('rejects while it waits for the document, and sends nothing afterwards', async () => {
    const specRequest = Promise.withResolvers<ServerResponse>();
    const spec = await startHttpServer((_request, response) => specRequest.resolve(response));
    let sent = 0;
    const url = await startHttpServer((_request, response) => {
      sent += 1;
      response.end();
    });
    const ender = new AbortController();
    const run = verify({ baseUrl: url, spec: `${spec}/api.json`, signal: ender.signal });
    const ended = expect(run).rejects.toBe('enough');
    const response = await specRequest.promise;
    ender.abort('enough');
    await ended;
    await new Promise<void>((resolve) => response.end(JSON.stringify(trees), resolve));
    await delay(200);
    expect(sent).toBe(0);
  });

  it('rejects if it is aborted while it reads its options', async () => {
    const ender = new AbortController();
    const waivers = fileOf(JSON.stringify({ waivers: [] }), 'waivers.json');
    const baseUrl = await startHttpServer(() => {});
    const run = verify({ baseUrl, token: TOKEN, timeout: 500, waivers, signal: ender.signal });
    queueMicrotask(() => ender.abort('enough'));
    await expect(run).rejects.toBe('enough');
  });
});

describe('throws a KitError for:', () => {
  it.each<readonly [string, VerifyOptions, string]>([
    ['an unknown host', { baseUrl: 'not a URL' }, 'target-invalid'],
    ['a password in the URL', { baseUrl: 'http://me:hush@127.0.0.1' }, 'target-invalid'],
    ['a token with characters that headers do not allow', { ...brief, token: 'hush\n' }, 'option-invalid'],
    ['an undeclared security scheme', { ...brief, auth: { other: 'hush' } }, 'option-invalid'],
    ['an unknown test category', { ...brief, only: ['wrong-typos'] }, 'option-invalid'],
    ['a number out of range', { ...brief, timeout: 0 }, 'option-invalid'],
    ['half a number', { ...brief, cases: 1.5 }, 'option-invalid'],
    ['a shard index beyond the last', { ...brief, shard: { index: 4, of: 3 } }, 'option-invalid'],
    ['a missing document', { ...brief, spec: 'nowhere.yaml' }, 'spec-unreadable'],
    ['a missing waivers file', { ...brief, waivers: 'nowhere.yaml' }, 'waivers-unreadable'],
    ['no credentials', { baseUrl: right.url }, 'credentials-missing'],
    ['invalid credentials', { ...brief, token: 'another' }, 'credentials-rejected'],
    ['an unreachable implementation', { ...brief, baseUrl: gone }, 'target-unreachable'],
  ])('%s', async (_what, options, code) => {
    const error = await kitErrorFrom(options);
    expect([error.code, error.fix !== '', error.message.includes('hush')]).toEqual([code, true, false]);
  });

  it('an unknown option, with a suggestion', async () => {
    const misspelled = { ...brief, seeds: 7 };
    expect((await kitErrorFrom(misspelled)).detail).toMatch(/^option seeds: .*\(did you mean seed\?\)$/);
  });

  it('a report without a format or with an unwritable path', async () => {
    const report = await verify(brief);
    const odd = { json: 'report.json', pdf: 'report.pdf' };
    await expect(writeReport(report, odd)).rejects.toMatchObject({ code: 'option-invalid' });
    const folder = temporaryFolder();
    const files = { junit: path.join(folder, 'fine.xml'), html: path.join(fileOf(''), 'report.html') };
    await expect(writeReport(report, files)).rejects.toMatchObject({ code: 'file-unwritable' });
    expect(existsSync(files.junit)).toBe(false);
  });
});

it('returns the terminal text without colors', async () => {
  const text = reportText(await verify({ ...brief, baseUrl: wrong.url }));
  expect(text).toMatch(/invalid-rejected.*curl .*\ndoes not conform: 1 error, 0 warnings {2}http/s);
  expect(text).not.toContain('\u001b');
});
