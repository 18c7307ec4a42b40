/** Malformed HTTP messages: which check reports them, although the transport hides some. */
import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { runChecks } from '../../../contracts/conformance/checking/run-checks.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { rawRequestSpec } from '../../../contracts/conformance/request/build-request-spec.ts';
import { createCase } from '../../../contracts/conformance/request/create-case.ts';
import { createSender, type Sender } from '../../../contracts/conformance/transport/sender.ts';
import { plantStoreContract } from '../support.ts';

const plant = '{"name":"Boston fern"}';
const json = 'Content-Type: application/json';

const messages: readonly (readonly [what: string, head: string, body: string, faults: readonly string[]])[] = [
  ['a valid response', `200 OK\r\n${json}\r\nContent-Length: 22`, plant, []],
  ['two lengths', `200 OK\r\n${json}\r\nContent-Length: 22\r\nContent-Length: 23`, plant, ['response-arrives']],
  ['a length that is not a number', `200 OK\r\n${json}\r\nContent-Length: many`, plant, ['response-arrives']],
  [
    'a length and chunked encoding',
    `200 OK\r\n${json}\r\nContent-Length: 22\r\nTransfer-Encoding: chunked`,
    `16\r\n${plant}\r\n0\r\n\r\n`,
    ['response-arrives'],
  ],
  [
    'two media types',
    `200 OK\r\n${json}\r\nContent-Type: text/html\r\nContent-Length: 22`,
    plant,
    ['headers-well-formed'],
  ],
  ['no media type', `200 OK\r\nContent-Type: json\r\nContent-Length: 22`, plant, ['headers-well-formed']],
  ['204 with a length', '204 No Content\r\nContent-Length: 22', plant, ['status-declared', 'no-forbidden-body']],
  [
    '204 with chunks',
    '204 No Content\r\nTransfer-Encoding: chunked',
    '0\r\n\r\n',
    ['headers-well-formed', 'status-declared'],
  ],
  ['205 with a body', '205 Reset Content\r\nContent-Length: 22', plant, ['status-declared', 'no-forbidden-body']],
  ['a redirect', '302 Found\r\nLocation: /login\r\nContent-Length: 0', '', ['no-redirect']],
];

test.each(messages)('%s', async (_what, head, body, errors) => {
  const { server, origin } = await serve(`HTTP/1.1 ${head}\r\n\r\n${body}`);
  const sender = createSender({ origin, connections: 1, timeoutMs: 60_000 });
  try {
    expect(await failedChecks(sender, origin)).toEqual(errors);
  } finally {
    await sender.close();
    server.close();
  }
});

/** The response is the same for every request, so the checks do not compare it with the request. */
async function failedChecks(sender: Sender, origin: string): Promise<readonly string[]> {
  const [baseline] = plantStoreContract.operations.map((operation) => deriveBaseline(operation, [])).filter(isBaseline);
  if (baseline === undefined) throw new Error('no operation');
  const requestSpec = rawRequestSpec(baseline, { content: '{"id":1,"name":"Boston fern"}' });
  const testCase = createCase(baseline, {
    category: 'messages',
    name: 'valid',
    topic: 'valid',
    expectation: 'accept',
    mutation: 'nothing changes',
    place: baseline.operation.place,
    buildRequest: () => requestSpec,
  });
  const exchange = await sender.send({
    method: 'POST',
    url: `${origin}${requestSpec.path}`,
    headers: requestSpec.headers,
    body: Buffer.from(String(requestSpec.body)),
    delivery: 'whole',
  });
  return runChecks(testCase, requestSpec, exchange)
    .violations.filter(({ check, violation }) => (violation.severity ?? check.severity) === 'error')
    .map(({ check }) => check.id);
}

async function serve(response: string): Promise<{ server: Server; origin: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, origin: `http://127.0.0.1:${port}` };
}
