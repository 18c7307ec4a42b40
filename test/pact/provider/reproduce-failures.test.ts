/** A failure that is not reproduced is reported differently from a permanent one. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { InteractionResult } from '../../../contracts/pact/provider/interaction-result.ts';
import { freePort } from '../../free-port.ts';
import {
  committedPact,
  contract,
  interactionsOf,
  pactValue,
  startHttpServer,
  startHttpServerWith,
  verifyFiles,
} from '../support.ts';

const token = 'the-token';

const LATE_MS = 3_000;

/** The first call with a token gets `first`, all others a conforming response. */
async function first(
  received: 'another record' | 'no answer' | 'a late response',
): Promise<InteractionResult | undefined> {
  let calls = 0;
  const baseUrl = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
      calls += 1;
      const body = Buffer.concat(chunks).toString('utf8');
      if (calls === 1 && received === 'no answer') return void request.socket.destroy();
      if (calls === 1 && received === 'a late response') return;
      const { name, tag } = JSON.parse(body);
      const isInvalid = /9223372036854775808|e\+/.test(body);
      response.writeHead(isInvalid ? 400 : 200, { 'content-type': 'application/json' });
      const plant = { name: calls === 1 ? 'another' : name, tag };
      response.end(JSON.stringify(isInvalid ? { error: 1, message: 'no' } : plant));
    });
  });
  const { interactions } = await verifyFiles({
    ...{ baseUrl, token, contract, timeoutMs: received === 'a late response' ? LATE_MS : 60_000 },
    pactFiles: [committedPact],
  });
  return interactions.find(
    ({ notes, status }) => status === 'failed' || notes.some((note) => note.includes('not reproduced')),
  );
}

test('a wrong response that comes once is an error, reported as seen once', async () => {
  const result = await first('another record');
  expect(result).toMatchObject({ status: 'failed', findings: [{ check: 'created-is-echoed' }] });
  expect(result?.findings[0]?.evidence?.reproduction).toEqual({ reproduced: 1, attempts: 3, isUnreachable: false });
});

test('a connection that breaks once passes with a note', async () => {
  expect(await first('no answer')).toMatchObject({
    status: 'passed',
    findings: [],
    notes: ['not reproduced: the connection was closed without a response; it then passed 2/2 times'],
  });
});

test('a response that is late once passes with a note', async () => {
  expect(await first('a late response')).toMatchObject({
    status: 'passed',
    notes: ['not reproduced: no complete response within 3000 ms; it then passed 2/2 times'],
  });
});

test('a permanent failure is confirmed', async () => {
  const baseUrl = await startHttpServer((_request, response) => response.writeHead(500).end());
  const { interactions } = await verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract });
  const [finding] = interactions.flatMap(({ findings }) => findings);
  expect(finding?.evidence?.reproduction).toEqual({ reproduced: 3, attempts: 3, isUnreachable: false });
});

test('an implementation that became unreachable is reported as such', async () => {
  const all = interactionsOf(pactValue()).length;
  let responded = 0;
  const server = createServer((_request, response) => {
    responded += 1;
    // Before the response: once it has arrived, the next connection can already be open.
    if (responded === all) server.close();
    response.writeHead(500, { connection: 'close' }).end();
  });
  const baseUrl = await startHttpServerWith(server, 'http', '127.0.0.1', await freePort());
  const { interactions } = await verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract });
  const [finding] = interactions.flatMap(({ findings }) => findings);
  expect(finding?.evidence?.reproduction).toEqual({ reproduced: 1, attempts: 3, isUnreachable: true });
});

test('requests that could not be sent are not errors', async () => {
  let responded = 0;
  const server = createServer((_request, response) => {
    responded += 1;
    // Before the response: once it has arrived, the next connection can already be open.
    if (responded === 2) server.close();
    response.writeHead(500, { connection: 'close' }).end();
  });
  const baseUrl = await startHttpServerWith(server, 'http', '127.0.0.1', await freePort());
  const { interactions } = await verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract });
  const [first, second, ...others] = interactions;
  expect([first?.status, second?.status]).toEqual(['failed', 'failed']);
  for (const { status, reason, findings } of others) {
    expect({ status, findings }).toEqual({ status: 'not checked', findings: [] });
    expect(reason).toMatch(/^the implementation could not be reached: .*ECONNREFUSED/);
  }
});
