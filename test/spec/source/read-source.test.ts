/** The bytes and the displayed names of the files of a contract. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { sourceLine } from '../../../spec/model/contract.ts';
import { describeReadError } from '../../../spec/source/source-file.ts';
import { kitErrorOf } from '../../pact/support.ts';
import { loadText } from '../support.ts';

const garden = (schema: string) => `openapi: 3.0.3
info: {title: Garden, version: "1"}
paths:
  /beds:
    get:
      responses:
        '200': {description: ok, content: {application/json: {schema: ${schema}}}}
`;

const plain = garden('{type: string}');
const asJson = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Garden', version: '1' },
  paths: { '/beds': { get: { responses: { 200: { description: 'ok' } } } } },
});

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each([
  ['plain YAML', plain],
  ['with a byte order mark', `\ufeff${plain}`],
  ['JSON with a byte order mark', `\ufeff${asJson}`],
  ['with Windows line ends', plain.replaceAll('\n', '\r\n')],
  ['with an anchor, and a byte order mark', `\ufeff${plain.replace('{title', '&info {title')}`],
  ['not ASCII', plain.replace('Garden', 'Gärten 🌿')],
])('the sha256 of a document is that of the bytes of its file: %s', async (_name, text) => {
  const { sha256: reported, sources, operations } = await loadText(text);
  expect([reported, [...sources.values()].map(sha256)]).toEqual([sha256(text), [sha256(text)]]);
  expect(operations.map(({ id }) => id)).toEqual(['GET /beds']);
});

test('and that of a referenced file', async () => {
  const bed = `\ufefftype: object\r\n`;
  const { sources } = await loadText(garden('{$ref: bed.yaml}'), { 'bed.yaml': bed });
  expect([...sources.values()].map(sha256)).toContain(sha256(bed));
});

test('omits a byte order mark from shown lines, also of a document in one line', async () => {
  const long = `\ufeff${asJson.replace('Garden', 'G'.repeat(5_000))}`;
  const shown = async (text: string, pointer: string) => {
    const contract = await loadText(text);
    return sourceLine(contract, { file: contract.file, line: 1, pointer });
  };
  expect(await shown(`\ufeff${plain}`, '/openapi')).toBe('openapi: 3.0.3');
  expect(await shown(long, '/openapi')).toBe('"openapi":"3.0.3"');
});

test('masks the secrets of a signed URL', async () => {
  const server = createServer((request, response) => {
    const isSigned = request.url?.includes('X-Amz-Signature=c0ffee') === true;
    response.writeHead(isSigned ? 200 : 403).end(plain);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const at = (query: string) => `http://127.0.0.1:${port}/api.yaml?${query}`;
  const contract = await loadContract(at('ref=main&X-Amz-Signature=c0ffee&X-Amz-Date=1'));
  const reported = at('ref=main&X-Amz-Signature=***&X-Amz-Date=1');
  expect([contract.file, [...contract.sources.keys()], contract.place.file]).toEqual([reported, [reported], reported]);
  const { detail } = await kitErrorOf(loadContract(at('private_token=decaf')));
  expect(detail).toBe(`${at('private_token=***')}: the server responds with 403`);
});

test('reports a server that does not complete its response', () => {
  expect(describeReadError(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe(
    'no complete response in time',
  );
});
