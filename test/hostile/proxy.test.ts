/** The fake store's proxy mode before each of the hostile servers: its client gets an answer in time, and it lives on. */
import { request as ask } from 'node:http';
import { describe, test, vi } from 'vitest';
import { createProxy } from '../../mock/proxy/proxy.ts';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { outputProblems } from '../evals/hostile/output-safety.ts';
import { serverThemes } from '../evals/hostile/servers/index.ts';
import { defaultToken as token } from '../evals/zoo/index.ts';

vi.setConfig({ maxConcurrency: 6 });

describe.concurrent.for(serverThemes)('$title', ({ servers }) => {
  test.for(servers)('$name', async (server, { expect }) => {
    const upstream = await server.start(token);
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const proxy = createProxy({
      upstream: upstream.url,
      timeout: server.proxied === 504 ? 1_500 : 60_000,
      responseBytes: 1_000_000,
    });
    const mock = await serveMock(plantStoreContract, { log, proxy });
    try {
      const status = await statusFrom(mock.url);
      if (server.proxied === 'passed on') expect([502, 504, 'nothing']).not.toContain(status);
      else expect([server.proxied, lines]).toEqual([status, lines]);
      expect(upstream.strayRequests?.() ?? []).toEqual([]);
      expect(lines.flatMap((line) => outputProblems('printed', line, token))).toEqual([]);
      expect(outputProblems('journal', JSON.stringify(await mock.journal.list()), token)).toEqual([]);
      expect(await healthOf(mock.url)).toBe(200);
    } finally {
      await Promise.all([mock.close(), upstream.close()]);
    }
  });
});

/** Looks at the head alone, and leaves. */
function statusFrom(url: string): Promise<number | 'nothing'> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const options = { method: 'POST', headers, agent: false, maxHeaderSize: 100_000 };
    const request = ask(`${url}/plants`, options, (response) => {
      resolve(response.statusCode ?? 0);
      // In full, where there is an end: the journal tells of whole exchanges.
      response.on('error', () => {}).resume();
      setTimeout(() => request.destroy(), 300).unref();
    });
    request.on('error', () => resolve('nothing')).end('{"id":7,"name":"Fern"}');
  });
}

async function healthOf(url: string): Promise<number> {
  return (await fetch(`${url}/__store/health`)).status;
}
