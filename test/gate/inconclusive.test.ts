/** An implementation that cannot be checked has no findings: exit code 2, unless another stage finds an error. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultRandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import { runGate } from '../../contracts/gate/gate.ts';
import type { Report } from '../../contracts/report/report.ts';
import { committedPact, contract } from '../pact/support.ts';

/** The gate with the pact of the kit's consumer, and a few cases. */
async function gateAt(server: Server): Promise<Report> {
  const events = runGate({
    ...{ contract, baseUrl: await urlOf(server), targetKind: 'implementation' },
    ...{ credentials: { token: 'right', byScheme: new Map() }, strict: false, timeoutMs: 5_000 },
    ...{ concurrency: 4, randomOptions: defaultRandomOptions, budget: 3, pactFiles: [committedPact] },
    consumerOutDir: undefined,
  });
  for await (const event of events) if (event.type === 'finished') return event.report;
  throw new Error('no report');
}

async function urlOf(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const respondWithStatus = (status: number, body = Buffer.from('{}')) =>
  createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(body);
  });

test.each([
  ['speaks another protocol', createTcpServer((socket) => socket.end('SSH-2.0-here\r\n'))],
  ['closes every connection', createTcpServer((socket) => socket.destroy())],
  ['responds with more than the size limit', respondWithStatus(200, Buffer.alloc(32_000_001, ' '))],
  ['rate-limits every request', respondWithStatus(429)],
  ['rejects all credentials', respondWithStatus(401)],
])('one that %s: exit code 2 without findings', async (_name, server) => {
  const { verdict, stages } = await gateAt(server);
  expect(verdict.exitCode, JSON.stringify(stages.slice(-2)).slice(0, 2_000)).toBe(2);
  for (const { unattempted, findings } of stages.slice(-2)) {
    expect(unattempted).not.toEqual([]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

test('a failed pact counts even if conformance could not run: exit code 1', async () => {
  const { verdict, stages, unattempted } = await gateAt(respondWithStatus(404));
  expect([verdict.exitCode, ...stages.slice(-2).map(({ status }) => status)]).toEqual([1, 'failed', 'not run']);
  expect(unattempted).toEqual(['conformance: None of the operations is there']);
});
