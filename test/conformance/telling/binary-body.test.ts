import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { plainValidCase } from '../../../contracts/conformance/cases/valid-bodies.ts';
import type { Answer } from '../../../contracts/conformance/model/exchange.ts';
import { isTwin, twinOf } from '../../../contracts/conformance/request/twin.ts';
import { freshSource } from '../../../contracts/conformance/request/values/fresh-source.ts';
import { binaryWords } from '../../../contracts/conformance/telling/evidence/seen-body.ts';
import { evidenceOf } from '../../../contracts/conformance/telling/evidence.ts';
import { harLog } from '../../../contracts/render/har.ts';
import { htmlReport } from '../../../contracts/render/html/html.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { findingWith, plain, reportWith, stageWith } from '../../report/support.ts';
import { plantStore } from '../support.ts';

const SECRET = 'Zoo-7f3KpQ2xVn9sLd4wRt6y';
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), randomBytes(2_984)]);
const mask = (text: string) => text.replaceAll(SECRET, '***');
const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each<readonly [string, Uint8Array, string | RegExp]>([
  ['a picture', png, '(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52)'],
  ['what is compressed', gzipSync('fern '.repeat(99)), /^\(binary, \d+ bytes, beginning with 1f 8b 08/],
  [
    'a text in UTF-16',
    Buffer.from('"Boston fern"', 'utf16le'),
    /^\(binary, 26 bytes, beginning with 22 00 42 00/,
  ],
  ['a single byte', Buffer.of(0xff), '(binary, 1 byte, beginning with ff)'],
  ['one with a credential', bytes(`${SECRET}${'\xff'.repeat(99)}`), '(binary, 123 bytes)'],
])('%s is told in words', (_name, body, words) => {
  expect(binaryWords(body, mask)).toMatch(words);
});

test.each([
  ['nothing', ''],
  ['a text with wrong bytes in it', '{"name":"\xff\xfe \x00 is what the case is about"}'],
  [
    'a form with a file behind its text',
    `--x\r\nContent-Type: image/png\r\n\r\n${'fern '.repeat(200)}${'\xff'.repeat(900)}`,
  ],
])('%s is shown as a text', (_name, body) => {
  expect(binaryWords(bytes(body), mask)).toBeUndefined();
});

test('the text, the HTML report and the HAR of a finding tell of both bodies that are no text', () => {
  const words = '(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a';
  const evidence = { ...evidenceWith(png), confirmation: { seen: 1, sent: 1, gone: false } };
  const finding = findingWith({ evidence });
  const report = reportWith([stageWith({ status: 'failed', findings: [finding] })]);
  for (const text of [findingText(finding, plain), htmlReport(report), harLog(report)].map(String)) {
    expect(text.split(words).length).toBeGreaterThan(2);
    expect(text).not.toContain('\ufffd');
  }
  expect(harLog(report)).toMatch(/"bodySize": 3000/);
});

function evidenceWith(body: Buffer) {
  const [operation] = plantStore.operations;
  const twin = operation === undefined ? undefined : twinOf(operation, []);
  if (twin === undefined || !isTwin(twin)) throw new Error('no twin');
  const tried = plainValidCase(twin);
  const draft = { ...tried.build(freshSource()), body };
  const answer: Answer = { status: 200, headers: [], body };
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:1/',
    headers: [],
    body,
    delivery: 'whole' as const,
  };
  return evidenceOf({
    ...{
      contract: plantStore,
      tried: { ...tried, isOfSequence: false },
      draft,
      baseUrl: 'http://127.0.0.1:1',
      schemes: [],
    },
    exchange: { request, outcome: { kind: 'answer', answer }, ms: 1 },
    credentials: { token: SECRET, byScheme: new Map() },
  });
}
