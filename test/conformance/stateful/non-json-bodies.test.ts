/** Lifecycles of texts, bytes and what is uploaded to a list. */
import { test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../support.ts';
import { type ContentStoreOverrides, startContentStore } from './non-json-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/contents.yaml');

test.concurrent.for<readonly [string, ContentStoreOverrides, readonly string[]]>([
  ['keeps what it is sent', {}, []],
  [
    'ends each text with a line end',
    { keep: (sent) => text(`${sent}\n`, sent) },
    ['warning readNote read-returns-written'],
  ],
  [
    'writes images in a form of its own',
    { keep: (sent) => image(sent, Buffer.from('another image')) },
    ['warning readPhoto read-returns-written'],
  ],
  [
    'puts a text behind the one before it',
    { keep: (sent, before) => Buffer.concat([before ?? Buffer.of(), sent]) },
    ['error readNote read-returns-written'],
  ],
  [
    'reads bytes as text',
    { keep: (sent) => Buffer.from(sent.toString('utf8')) },
    ['error readPhoto read-returns-written'],
  ],
  [
    'cuts what it keeps',
    { keep: (sent) => sent.subarray(0, 20) },
    ['error readNote read-returns-written', 'error readPhoto read-returns-written'],
  ],
  ['lists no letters', { list: () => [] }, ['error listLetters list-has-created']],
  ['lists the last letter alone', { list: (letters) => letters.slice(-1) }, ['error listLetters list-has-created']],
])('what is told of a store that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
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
