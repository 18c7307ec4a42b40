/** A full implementation, as its contract declares, causes no finding; unchecked operations are reported. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { describeErrors, verify } from '../support.ts';
import { readBody, startTestServer } from '../test-server.ts';

const contract = await loadContract('test/fixtures/conformance/capacity.yaml');

interface CapacityStoreOptions {
  /** The status that replaces 201. */
  refusal(kept: number, title: string): number | undefined;
}

function store({ refusal }: CapacityStoreOptions): Server {
  let kept = 0;
  return createServer(async (request, response) => {
    const sent = await readBody(request);
    if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end();
    if (request.url === '/login') return void response.writeHead(statusOfLogin(request, sent)).end();
    const title = titleIn(request, sent);
    const status = title === undefined ? 400 : (refusal(kept, title) ?? 201);
    if (status !== 201) return void response.writeHead(status).end();
    kept++;
    response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ title }));
  });
}

function titleIn({ headers }: IncomingMessage, sent: Buffer): string | undefined {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    const { title }: { title?: unknown } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(sent));
    return typeof title === 'string' && [...title].length <= 40 ? title : undefined;
  } catch {
    return undefined;
  }
}

function statusOfLogin({ headers }: IncomingMessage, sent: Buffer): number {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return 400;
  const form = new URLSearchParams(sent.toString());
  const isRight = form.get('user') === 'ada' && form.get('password') === 'correct-horse';
  return isRight ? 204 : form.has('user') && form.has('password') ? 401 : 400;
}

async function runVerifier(overrides: CapacityStoreOptions, only: readonly string[], operations: readonly string[]) {
  const baseUrl = await startTestServer(store(overrides), onTestFinished);
  return verify({ contract, baseUrl, categories: only, operations });
}

const uncheckedReasons = (result: RunResult) =>
  result.unchecked.map(({ operation, reason }) => `${operation}: ${reason}`);

test.each([409, 422, 507])('does not check when a full implementation returns %i', async (status) => {
  const full = { refusal: (kept: number) => (kept >= 20 ? status : undefined) };
  const result = await runVerifier(full, ['valid-bodies', 'text-values', 'boundary-values'], ['createNote']);
  expect(describeErrors(result)).toEqual([]);
  expect(uncheckedReasons(result)).toEqual([expect.stringMatching(`^createNote: valid requests get ${status} `)]);
});

test('reports an implementation that rejects only some titles with it', async () => {
  const picky = { refusal: (_kept: number, title: string) => (title.length > 39 ? 409 : undefined) };
  const result = await runVerifier(picky, ['valid-bodies', 'boundary-values'], ['createNote']);
  expect(describeErrors(result)).not.toEqual([]);
  expect(uncheckedReasons(result)).toEqual([]);
});

test('checks a form when only the user of its examples exists', async () => {
  const result = await runVerifier({ refusal: () => undefined }, ['valid-bodies'], ['login']);
  expect(uncheckedReasons(result)).toEqual([]);
  expect(describeErrors(result)).toEqual([]);
});
