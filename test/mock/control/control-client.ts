/** Calls the control API of a mock, with fetch, or with raw HTTP for headers that fetch forbids. */
import { request } from 'node:http';
import { expect } from 'vitest';
import type { RunningMock } from '../../../mock/serve/mock-server.ts';
import { isJsonArray, type Json } from '../../../spec/json/exact-json.ts';
import { member, send, type TestResponse } from '../support.ts';

export function callControl(mock: RunningMock, path: string, init: RequestInit = {}): Promise<TestResponse> {
  return send(`${mock.url}/__store${path}`, init);
}

export function postControl(
  mock: RunningMock,
  path: string,
  body: string,
  type = 'application/json',
): Promise<TestResponse> {
  return callControl(mock, path, { method: 'POST', headers: { 'Content-Type': type }, body });
}

export function putControl(mock: RunningMock, path: string, body: string): Promise<TestResponse> {
  return callControl(mock, path, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body });
}

export function patchControl(mock: RunningMock, path: string, body: string): Promise<TestResponse> {
  return callControl(mock, path, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body });
}

/** The entries of a response. */
export function entriesIn({ json }: TestResponse): readonly Json[] {
  const entries = member(json, 'entries');
  if (isJsonArray(entries)) return entries;
  throw new Error(`expected entries, got ${JSON.stringify(json)}`);
}

/** The last entry of the journal. */
export async function lastEntry(mock: RunningMock): Promise<Json | undefined> {
  return entriesIn(await callControl(mock, '/journal?limit=1'))[0];
}

/** A problem; `violations`, if it has them, are those of the body. */
export function expectProblem(received: TestResponse, status: number, detail: string | RegExp): void {
  expect(received.status).toBe(status);
  expect(received.headers.get('content-type')).toBe('application/problem+json');
  const violations = member(received.json, 'violations');
  expect(received.json).toEqual({
    ...(violations !== undefined && { violations: expect.any(Array) }),
    type: 'about:blank',
    title: expect.stringMatching(/\w/),
    status,
    detail: expect.stringMatching(detail),
    fix: expect.stringMatching(/\w/),
  });
}

export interface BareResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** With exactly these headers: fetch sets Host and forbids Origin. */
export function sendBare(
  mock: RunningMock,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<BareResponse> {
  const { hostname, port } = new URL(mock.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
