/** Texts that are written under names that are nearly equal. */
import { createServer } from 'node:http';
import { test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../support.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/named-texts.yaml');
/** It says that each character of a name counts, and that a name may have slashes. */
const exactContract = await loadContract('test/fixtures/conformance/stateful/exactly-named-texts.yaml');

interface Store {
  /** The key of a name, from the last segment of the path; undefined for a name that it rejects. */
  keyOf(segment: string): string | undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function changed(change: (name: string) => string): Store {
  return {
    keyOf: (segment) => {
      const name = decoded(segment);
      return name === undefined ? undefined : change(name);
    },
  };
}

async function startStore(onEnd: OnTestEnd, { keyOf }: Store): Promise<string> {
  const texts = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const sent = await readBody(request);
    const [, segment = ''] = /^\/texts\/([^/?]+)$/.exec(request.url ?? '') ?? [];
    let key: string | undefined;
    try {
      key = keyOf(segment);
    } catch {
      response.writeHead(500).end();
      return;
    }
    const text = key === undefined ? undefined : texts.get(key);
    if (segment === '') response.writeHead(404).end();
    else if (key === undefined || (request.method === 'PUT' && sent.length === 0)) response.writeHead(400).end();
    else if (request.method === 'PUT') {
      texts.set(key, sent);
      response.writeHead(204).end();
    } else if (request.method !== 'GET') response.writeHead(405, { Allow: 'GET, PUT' }).end();
    else if (text === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
  });
  return startTestServer(server, onEnd);
}

test.concurrent.for<readonly [string, Store, readonly string[]]>([
  ['keeps names as they are', changed((name) => name), []],
  ['normalises names to NFC', changed((name) => name.normalize('NFC')), []],
  ['rejects every unusual name', { keyOf: (segment) => decoded(segment)?.match(/^[\w-]+$/)?.[0] }, []],
  ['ignores case', changed((name) => name.toLowerCase()), ['read-returns-written']],
  ['trims names', changed((name) => name.trim()), ['read-returns-written']],
  ['drops dots at the end', changed((name) => name.replace(/\.+$/, '')), ['read-returns-written']],
  ['drops extensions', changed((name) => name.replace(/\.\w+$/, '')), ['read-returns-written']],
  ['ends names at semicolons', changed((name) => name.split(';')[0] ?? ''), ['read-returns-written']],
  ['ends names at question marks', changed((name) => name.split('?')[0] ?? ''), ['read-returns-written']],
  ['reads a plus as a space', changed((name) => name.replaceAll('+', ' ')), ['read-returns-written']],
  ['decodes names twice', changed((name) => decoded(name) ?? name), ['read-returns-written']],
  ['does not decode names', { keyOf: (segment) => segment }, ['created-is-found']],
  ['fails on incomplete escapes', { keyOf: (segment) => decodeURIComponent(segment) }, ['no-server-error']],
])('reports for an implementation that %s', async ([, store, expected], { expect, onTestFinished }) => {
  const baseUrl = await startStore(onTestFinished, store);
  const { findings } = await verify({ contract, baseUrl, categories: ['lifecycles'] });
  expect(findings.map(({ check }) => check)).toEqual(expected);
});

test.concurrent.for<readonly [string, Store, readonly string[]]>([
  ['keeps names as they are', changed((name) => name), []],
  ['rejects a percent sign', { keyOf: (segment) => decoded(segment)?.match(/^[^%]+$/)?.[0] }, []],
  ['normalises names to NFC', changed((name) => name.normalize('NFC')), ['read-returns-written']],
  ['rejects slashes', { keyOf: (segment) => decoded(segment)?.match(/^[^/]+$/)?.[0] }, ['valid-accepted']],
])('reports for an implementation of exact names that %s', async ([, store, expected], { expect, onTestFinished }) => {
  const baseUrl = await startStore(onTestFinished, store);
  const { findings } = await verify({ contract: exactContract, baseUrl, categories: ['lifecycles'] });
  expect(findings.map(({ check }) => check)).toEqual(expected);
});
