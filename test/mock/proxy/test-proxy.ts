/** Upstreams with the responses of a test, and the proxy in front of them; both are closed after the test. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import type { JournalEntry } from '../../../mock/model/journal-entry.ts';
import { createProxy, type ProxyOptions, type ValidatingProxy } from '../../../mock/proxy/proxy.ts';
import { type RunningMock, type ServeOptions, serveMock } from '../../../mock/serve/mock-server.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { plantStoreSpec } from '../support.ts';

/** The base URL of a server with this response. */
export async function startUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

export interface TestProxy extends RunningMock {
  readonly proxy: ValidatingProxy;
  /** The lines logged so far. */
  readonly lines: readonly string[];
  /** `side code message` of every violation in the journal. */
  readonly violations: () => Promise<readonly string[]>;
  readonly entries: () => Promise<readonly JournalEntry[]>;
}

export interface ProxySettings extends Partial<ProxyOptions> {
  readonly contract?: string;
  readonly serve?: ServeOptions;
}

export async function startProxyTo(upstream: string, settings: ProxySettings = {}): Promise<TestProxy> {
  const { contract = plantStoreSpec, serve = {}, ...options } = settings;
  const lines: string[] = [];
  const proxy = createProxy({ upstream, ...options });
  const mock = await serveMock(await loadContract(contract), {
    log: (line) => lines.push(line),
    ...serve,
    proxy,
  });
  onTestFinished(() => mock.close());
  const entries = () => mock.journal.list();
  const violations = async () =>
    (await entries()).flatMap((entry) =>
      entry.violations.map(({ side, code, message }) => `${side} ${code} ${message}`),
    );
  return { ...mock, proxy, lines, entries, violations };
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A correct plant store in a few lines. */
export const respondWithPlant: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end('{"name":"Fern"}');
};

export const plantRequest = {
  method: 'POST',
  headers: { Authorization: 'Bearer any-token-will-do', 'Content-Type': 'application/json' },
  body: '{"id":7,"name":"Fern"}',
} as const;
