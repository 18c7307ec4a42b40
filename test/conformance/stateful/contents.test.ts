/** Texts and bytes that are written to one path and read again. */
import { createServer } from 'node:http';
import { test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { startMockOf } from '../../mock/support.ts';
import { verify } from '../support.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

const contractFile = 'test/fixtures/conformance/stateful/stored-contents.yaml';
const contract = await loadContract(contractFile);
const photos = await loadContract('test/fixtures/conformance/stateful/photos.yaml');

interface Overrides {
  /** What is stored of a text. */
  keepText?(text: string): string;
  /** What is stored of bytes, by the previous content. */
  keepBytes?(bytes: Buffer, before: Buffer): Buffer;
  /** The ETag of a written text; none by default. */
  readonly etag?: string;
  readonly textType?: string;
  rejects?(text: string): boolean;
  rejectsBytes?(bytes: Buffer): boolean;
  /** Images are read as octets. */
  readonly servesOctets?: boolean;
  readonly disposition?: string;
}

const OCTETS = 'application/octet-stream';

async function startStore(onEnd: OnTestEnd, overrides: Overrides): Promise<string> {
  const { keepText, keepBytes, etag, textType = 'text/plain; charset=utf-8', rejects } = overrides;
  const { rejectsBytes, servesOctets = false, disposition } = overrides;
  let blobType = OCTETS;
  let motto: Buffer = Buffer.from('A motto');
  let blob: Buffer = Buffer.of(1);
  const server = createServer(async (request, response) => {
    const sent = await readBody(request);
    const isText = request.url === '/motto';
    if (request.method === 'GET')
      response
        .writeHead(200, {
          'Content-Type': isText ? textType : servesOctets ? OCTETS : blobType,
          ...(disposition !== undefined && { 'Content-Disposition': disposition }),
        })
        .end(isText ? motto : blob);
    else if (request.method !== 'PUT') response.writeHead(405, { Allow: 'GET, PUT' }).end();
    else if (!isText && rejectsBytes?.(sent) === true) response.writeHead(422).end();
    else if (isText && (sent.length === 0 || rejects?.(sent.toString()))) response.writeHead(422).end();
    else {
      if (isText) motto = Buffer.from(keepText?.(sent.toString()) ?? sent);
      else blob = keepBytes?.(sent, blob) ?? sent;
      if (!isText) blobType = request.headers['content-type'] ?? OCTETS;
      response.writeHead(204, isText && etag !== undefined ? { ETag: etag } : {}).end();
    }
  });
  return startTestServer(server, onEnd);
}

const trims = (text: string) => text.trim();

test.concurrent.for<readonly [string, Overrides, readonly string[]]>([
  ['stores what it receives', {}, []],
  ['rejects U+0000, a byte order mark and long texts', { rejects: (text) => /\0|^\ufeff|^.{299}/s.test(text) }, []],
  ['rejects every other text', { rejects: (text) => /[^\w .]/.test(text) }, []],
  ['trims texts', { keepText: trims }, ['warning readMotto']],
  ['trims texts and returns a weak ETag', { keepText: trims, etag: 'W/"1"' }, ['warning readMotto']],
  ['trims texts and returns an ETag', { keepText: trims, etag: '"1"' }, ['error readMotto']],
  ['normalises texts', { keepText: (text) => text.normalize('NFC') }, ['warning readMotto']],
  ['drops U+0000', { keepText: (text) => text.replaceAll('\0', '') }, ['warning readMotto']],
  ['escapes markup', { keepText: (text) => text.replaceAll('<', '&lt;') }, ['error readMotto']],
  ['ends texts at U+0000', { keepText: (text) => text.split('\0')[0] ?? '' }, ['error readMotto']],
  ['truncates texts', { keepText: (text) => text.slice(0, 255) }, ['error readMotto']],
  ['names another charset', { textType: 'text/plain; charset=iso-8859-1' }, ['error readMotto']],
  ['appends bytes', { keepBytes: (bytes, before) => Buffer.concat([before, bytes]) }, ['error readBlob']],
  ['decodes bytes', { keepBytes: (bytes) => Buffer.from(bytes.toString()) }, ['error readBlob']],
  ['stores 64 KiB', { keepBytes: (bytes) => bytes.subarray(0, 65_536) }, ['error readBlob']],
])('reports for an implementation that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
  const baseUrl = await startStore(onTestFinished, overrides);
  const { findings } = await verify({ contract, baseUrl, categories: ['lifecycles'] });
  expect(findings.map(({ check }) => check).filter((check) => check !== 'read-returns-written')).toEqual([]);
  expect(findings.map(({ severity, subject }) => `${severity} ${subject}`)).toEqual(expected);
});

test('names the first byte that differs', async ({ expect, onTestFinished }) => {
  const baseUrl = await startStore(onTestFinished, {
    keepBytes: (bytes) => Buffer.from(bytes.map((byte) => byte & 0x7f)),
  });
  const { findings } = await verify({ contract, baseUrl, categories: ['lifecycles'] });
  expect(findings.map(({ received }) => received)).toEqual([
    '264 bytes, after the first 126: 7e7f000102030405060708090a0b0c0d, other from byte 129 on',
  ]);
});

test('reports nothing for the mock server', async ({ expect }) => {
  const { url } = await startMockOf(contractFile, { auth: false });
  const { findings } = await verify({ contract, baseUrl: url, categories: ['lifecycles'] });
  expect(findings).toEqual([]);
});

/** The same contract with a sentence about the bytes, and images next to them. */
const statedContract = {
  ...contract,
  operations: contract.operations.map((operation) =>
    operation.id === 'writeBlob'
      ? { ...operation, description: 'Replaces the bytes, which may be none, at most 1 MiB.' }
      : operation,
  ),
};

test.concurrent.for<readonly [string, (bytes: Buffer) => boolean, readonly string[]]>([
  ['nothing', () => false, []],
  ['more than 64 KiB', ({ length }) => length > 65_536, ['error valid-accepted writeBlob']],
  ['no bytes', ({ length }) => length === 0, ['error valid-accepted writeBlob']],
])(
  'reports an implementation that rejects %s, where a sentence allows it',
  async ([, rejectsBytes, expected], context) => {
    const baseUrl = await startStore(context.onTestFinished, { rejectsBytes });
    const { findings } = await verify({ contract: statedContract, baseUrl, categories: ['lifecycles'] });
    context.expect(findings.map(({ severity, check, subject }) => `${severity} ${check} ${subject}`)).toEqual(expected);
  },
);

test('reports nothing for them without that sentence', async ({ expect, onTestFinished }) => {
  const baseUrl = await startStore(onTestFinished, { rejectsBytes: ({ length }) => length > 65_536 });
  const { findings } = await verify({ contract, baseUrl, categories: ['lifecycles'] });
  expect(findings).toEqual([]);
});

test.concurrent.for<readonly [string, Overrides, readonly string[]]>([
  ['the type that was written', {}, []],
  ['octets', { servesOctets: true }, ['error readPhoto']],
  ['octets to download', { servesOctets: true, disposition: 'attachment' }, ['warning readPhoto']],
])('reports what is read as %s', async ([, overrides, expected], context) => {
  const baseUrl = await startStore(context.onTestFinished, overrides);
  const { findings } = await verify({ contract: photos, baseUrl, categories: ['lifecycles'] });
  context.expect(findings.map(({ severity, subject }) => `${severity} ${subject}`)).toEqual(expected);
});
