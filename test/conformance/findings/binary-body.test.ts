import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { plainValidCase } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { describeBinary } from '../../../contracts/conformance/findings/evidence/shown-body.ts';
import { createEvidence } from '../../../contracts/conformance/findings/evidence.ts';
import type { ReceivedResponse } from '../../../contracts/conformance/model/exchange.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../../contracts/conformance/request/values/fresh-value-source.ts';
import { createHar } from '../../../contracts/render/har.ts';
import { htmlReport } from '../../../contracts/render/html/html-report.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { findingWith, plain, reportWith, stageWith } from '../../report/support.ts';
import { plantStoreContract } from '../support.ts';

const SECRET = 'Zoo-7f3KpQ2xVn9sLd4wRt6y';
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), randomBytes(2_984)]);
const mask = (text: string) => text.replaceAll(SECRET, '***');
const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each<readonly [string, Uint8Array, string | RegExp]>([
  ['a picture', png, '(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52)'],
  ['compressed data', gzipSync('fern '.repeat(99)), /^\(binary, \d+ bytes, beginning with 1f 8b 08/],
  ['text in UTF-16', Buffer.from('"Boston fern"', 'utf16le'), /^\(binary, 26 bytes, beginning with 22 00 42 00/],
  ['a single byte', Buffer.of(0xff), '(binary, 1 byte, beginning with ff)'],
  ['a body with a credential', bytes(`${SECRET}${'\xff'.repeat(99)}`), '(binary, 123 bytes)'],
])('describes %s', (_name, body, words) => {
  expect(describeBinary(body, mask)).toMatch(words);
});

test.each([
  ['nothing', ''],
  ['text with invalid bytes', '{"name":"\xff\xfe \x00 is what the case is about"}'],
  [
    'a form with text before a file',
    `--x\r\nContent-Type: image/png\r\n\r\n${'fern '.repeat(200)}${'\xff'.repeat(900)}`,
  ],
])('shows %s as text', (_name, body) => {
  expect(describeBinary(bytes(body), mask)).toBeUndefined();
});

test('describes both binary bodies in text, HTML report and HAR', () => {
  const words = '(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a';
  const evidence = { ...evidenceWith(png), reproduction: { reproduced: 1, attempts: 1, isUnreachable: false } };
  const finding = findingWith({ evidence });
  const report = reportWith([stageWith({ status: 'failed', findings: [finding] })]);
  for (const text of [findingText(finding, plain), htmlReport(report), createHar(report)].map(String)) {
    expect(text.split(words).length).toBeGreaterThan(2);
    expect(text).not.toContain('\ufffd');
  }
  expect(createHar(report)).toMatch(/"bodySize": 3000/);
});

function evidenceWith(body: Buffer) {
  const [operation] = plantStoreContract.operations;
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
  if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
  const testCase = plainValidCase(baseline);
  const requestSpec = { ...testCase.buildRequest(createFreshValueSource()), body };
  const response: ReceivedResponse = { status: 200, headers: [], body };
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:1/',
    headers: [],
    body,
    delivery: 'whole' as const,
  };
  return createEvidence({
    ...{
      contract: plantStoreContract,
      shownCase: { ...testCase, isOfSequence: false },
      requestSpec,
      baseUrl: 'http://127.0.0.1:1',
      schemes: [],
    },
    exchange: { request, outcome: { kind: 'response', response }, ms: 1 },
    credentials: { token: SECRET, byScheme: new Map() },
  });
}
