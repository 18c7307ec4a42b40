/** Sends the request of a harness case to a mock of its document, and compares the response. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { KitError } from '../../../errors.ts';
import { startMock } from '../../../mock/index.ts';
import { parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type HarnessCase, type HttpResponse, parseResponse } from './harness-case.ts';

export interface CaseResult {
  readonly name: string;
  readonly outcome: Outcome;
  readonly expected: HttpResponse;
  /** Undefined if no request was sent. */
  readonly received: HttpResponse | undefined;
  /** The error with which the document was rejected. */
  readonly error: string | undefined;
}

/** `not sent`: the case is about a collection of Postman, or needs a service in the internet. */
export type Outcome = 'same' | 'not sent' | 'rejected' | 'status' | 'media type' | 'body';

const runFile = promisify(execFile);

/** `folder`: for the document. */
export async function runCase(given: HarnessCase, folder: string): Promise<CaseResult> {
  const { name, expected } = given;
  const unsent = { name, expected, received: undefined };
  if (isPostman(given) || given.server.startsWith('proxy')) return { ...unsent, outcome: 'not sent', error: undefined };
  const file = path.join(folder, given.document.startsWith('{') ? 'document.json' : 'document.yaml');
  writeFileSync(file, given.document);
  try {
    const mock = await startMock({ spec: file, stateless: true, dynamic: /\s(?:-d|--dynamic)\b/.test(given.server) });
    try {
      const received = await sendRequest(given, mock.url);
      return { name, expected, received, outcome: compare(expected, received), error: undefined };
    } finally {
      await mock.close();
    }
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { ...unsent, outcome: 'rejected', error: error.message };
  }
}

function isPostman({ name, document }: HarnessCase): boolean {
  return name.endsWith('.pc') || document.includes('schema.getpostman.com');
}

async function sendRequest({ args }: HarnessCase, url: string): Promise<HttpResponse> {
  const { host } = new URL(url);
  const own = args.map((arg) => arg.replaceAll(/(?:localhost|127\.0\.0\.1):4010/g, host));
  const { stdout } = await runFile('curl', ['--silent', '--max-time', '10', ...own]);
  return parseResponse(stdout);
}

function compare(expected: HttpResponse, received: HttpResponse): Outcome {
  if (expected.status !== received.status) return 'status';
  if (expected.type !== '' && expected.type !== received.type) return 'media type';
  return normalize(expected.body) === normalize(received.body) ? 'same' : 'body';
}

/** JSON without differences of white space. */
function normalize(body: string): string {
  const parsed = parseJson(body);
  return parsed.ok ? stringifyJson(parsed.value) : body;
}
