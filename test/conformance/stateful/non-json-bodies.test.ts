/** Lifecycles of text, bytes and files uploaded to a list. */
import { test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../support.ts';
import { type ContentStoreOverrides, startContentStore } from './non-json-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/contents.yaml');

test.concurrent.for<readonly [string, ContentStoreOverrides, readonly string[]]>([
  ['stores what it receives', {}, []],
  [
    'appends a line feed to each text',
    { keep: (sent) => text(`${sent}\n`, sent) },
    ['warning readNote read-returns-written'],
  ],
  [
    're-encodes images',
    { keep: (sent) => image(sent, Buffer.from('another image')) },
    ['warning readPhoto read-returns-written'],
  ],
  [
    'appends a text to the previous one',
    { keep: (sent, before) => Buffer.concat([before ?? Buffer.of(), sent]) },
    ['error readNote read-returns-written'],
  ],
  [
    'decodes bytes as text',
    { keep: (sent) => Buffer.from(sent.toString('utf8')) },
    ['error readPhoto read-returns-written'],
  ],
  [
    'truncates stored values',
    { keep: (sent) => sent.subarray(0, 20) },
    ['error readNote read-returns-written', 'error readPhoto read-returns-written'],
  ],
  ['lists no letters', { list: () => [] }, ['error listLetters list-has-created']],
  ['lists only the last letter', { list: (letters) => letters.slice(-1) }, ['error listLetters list-has-created']],
])('reports for an implementation that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
  const baseUrl = await startContentStore(onTestFinished, overrides);
  const { findings, rows } = await verify({ contract, baseUrl, categories: ['lifecycles'] });
  const lines = findings.map(({ severity, subject, check }) => `${severity} ${subject} ${check}`);
  expect([...new Set(lines)].toSorted()).toEqual(expected);
  expect(rows.map(({ operation }) => operation)).toEqual(['writeNote', 'addPhoto', 'addLetter']);
});

function isImage(sent: Buffer): boolean {
  return sent[0] === 0x89;
}

function text(kept: string, sent: Buffer): Buffer {
  return isImage(sent) ? sent : Buffer.from(kept);
}

function image(sent: Buffer, kept: Buffer): Buffer {
  return isImage(sent) ? kept : sent;
}
