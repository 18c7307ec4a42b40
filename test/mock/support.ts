/** Starts mocks for a test and closes them after it; sends HTTP with fetch and with raw sockets. */
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type RunningMock, type ServeOptions, serveMock } from '../../mock/serve/mock-server.ts';
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../spec/json/exact-json.ts';
import { loadContract, parseContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';

export const plantStoreSpec = 'spec/plant-store.yaml';
export const gardenSpec = 'test/fixtures/mock/garden.yaml';

export interface TestMock extends RunningMock {
  /** The lines logged so far. */
  readonly lines: readonly string[];
}

export async function startMockOf(file: string, options: ServeOptions = {}): Promise<TestMock> {
  const lines: string[] = [];
  const mock = await serveMock(await loadContract(file), { log: (line) => lines.push(line), ...options });
  onTestFinished(() => mock.close());
  return { ...mock, lines };
}

/** The contract of a document that is part of the test. */
export function contractFromJson(document: Json): Promise<Contract> {
  return parseContract('https://contracts.example/openapi.json', stringifyJson(document));
}

/** A mock of a document that is part of the test: its paths and its other members. */
export async function startMockWithPaths(
  paths: JsonObject,
  more: JsonObject = {},
  options: ServeOptions = {},
): Promise<TestMock> {
  const document = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...more };
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const mock = await serveMock(await contractFromJson(document), { log, auth: false, ...options });
  onTestFinished(() => mock.close());
  return { ...mock, lines };
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of a JSON body; undefined for any other. */
  readonly json: Json | undefined;
}

export async function send(url: string, init: RequestInit = {}): Promise<TestResponse> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...init });
  const text = await response.text();
  const parsed = parseJson(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: parsed.ok ? parsed.value : undefined,
  };
}

/** Creates a plant with the mock's own token; `body` is sent unchanged. */
export function createPlant(
  mock: RunningMock,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const defaults = { Authorization: `Bearer ${mock.token}`, 'Content-Type': 'application/json' };
  return send(`${mock.url}/plants`, { method: 'POST', headers: { ...defaults, ...headers }, body });
}

/** A member of a JSON object, or undefined. */
export function member(json: Json | undefined, name: string): Json | undefined {
  return isJsonObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

/** The message of an Error or a problem document. */
export function errorMessage({ json }: TestResponse): string {
  return String(member(json, 'message') ?? member(json, 'detail'));
}

const TICK_MS = 10;

/**
 * Sends bytes over a new socket and collects the response until the mock closes it or is silent. The time
 * is counted in ticks: while this process is suspended, so is the mock in it.
 */
export async function sendRaw(
  mock: RunningMock,
  bytes: string | Buffer,
  options: { firstMs?: number; quietMs?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const { firstMs = 3_000, quietMs = 400 } = options;
  return new Promise((resolve, reject) => {
    const done = () => {
      clearInterval(clock);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    let leftMs = firstMs;
    const clock = setInterval(() => {
      leftMs -= TICK_MS;
      if (leftMs <= 0) done();
    }, TICK_MS);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      leftMs = quietMs;
    });
    socket.on('close', done);
    socket.on('error', (error: Error & { code?: string }) => (error.code === 'ECONNRESET' ? done() : reject(error)));
    socket.write(bytes);
  });
}

export function parseStatus(received: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
}
