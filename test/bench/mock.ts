/** The fake store against a bare server that parses the JSON and answers a constant. */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { serveMock } from '../../mock/serve/server.ts';
import type { Contract } from '../../spec/contract.ts';
import { alternate, line } from './measure.ts';

const CONCURRENCY = 4;
const REQUESTS = 1_000;
const body = '{"id":1042,"name":"Boston fern","tag":"fern"}';

export async function benchMock(contract: Contract): Promise<void> {
  const mock = await serveMock(contract);
  const plain = await startPlainServer();
  const [onMock, onPlain] = await alternate([() => load(mock.url, mock.token), () => load(plain.url, 'any')]);
  await mock.close();
  plain.close();
  const rates = [onMock, onPlain].map(({ requests, seconds }) => requests / seconds);
  const text = line(
    'fake store',
    rates[0] ?? 0,
    'a bare node:http server that parses the JSON',
    rates[1] ?? 0,
  );
  process.stdout.write(`${text}\n`);
}

async function load(url: string, token: string): Promise<{ requests: number; seconds: number }> {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const start = performance.now();
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ method: 'POST', path: '/plants', headers, body });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return { requests: REQUESTS, seconds };
}

async function startPlainServer(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"name":"Boston fern","tag":"fern"}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
