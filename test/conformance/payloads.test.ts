import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createGeneratorContext } from '../../contracts/conformance/cases/test-category.ts';
import { validBodies } from '../../contracts/conformance/cases/valid-bodies.ts';
import {
  type BaselineRequest,
  deriveBaseline,
  isBaseline,
} from '../../contracts/conformance/request/baseline-request.ts';
import { validRequestSpec } from '../../contracts/conformance/request/build-request-spec.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import { headerValue } from '../../contracts/http/headers.ts';
import { sampleFileBytes, sampleFileName } from '../../spec/sampling/sample-files.ts';
import { contractWithPaths } from '../pact/record/support.ts';
import { buildRequestSpec } from './build-request-spec.ts';

const frozen = { ...createFreshValueSource('payloads'), isVerbatim: true };

/** The baseline request of an operation with this request body. */
async function baselineWith(content: string, required = true): Promise<ReturnType<typeof deriveBaseline>> {
  const contract = await contractWithPaths(`  /things:
    post:
      operationId: make
      requestBody: { required: ${required}, content: ${content} }
      responses: { '204': { description: Made } }`);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation');
  return deriveBaseline(operation, []);
}

async function sentFor(content: string): Promise<{ readonly type: string | undefined; readonly text: string }> {
  const baseline = await baselineWith(content);
  if (!isBaseline(baseline)) throw new Error(baseline.reason);
  const { headers, body = '' } = validRequestSpec(baseline, frozen);
  return { type: headerValue(headers, 'content-type'), text: Buffer.from(body).toString('utf8') };
}

const name = 'name: { type: string, example: Ann }';

describe('the valid request', () => {
  test.each([
    [
      'is JSON where it is declared with other types',
      `{ text/plain: {}, application/json: { schema: { type: object, properties: { ${name} } } } }`,
      'application/json',
      '{"name":"Ann"}',
    ],
    [
      'is a form by style and explode',
      `{ application/x-www-form-urlencoded: { schema: { type: object, properties: {
        ${name}, list: { type: array, items: { type: integer, example: 2 }, minItems: 2 }, more: { type: array, items: { type: integer, example: 3 }, minItems: 2 },
        deep: { type: object, properties: { a: { type: integer, example: 5 } } }, json: { type: object, properties: { b: { type: integer, example: 6 } } } } },
        encoding: { more: { explode: false }, deep: { style: deepObject, explode: true }, json: { contentType: application/json } } } }`,
      'application/x-www-form-urlencoded',
      'name=Ann&list=2&list=2&more=3,3&deep%5Ba%5D=5&json=%7B%22b%22%3A6%7D',
    ],
    [
      'omits optional form fields without a standard serialization',
      `{ application/x-www-form-urlencoded: { schema: { type: object, properties: { ${name}, deep: { type: object, properties: { a: { type: integer } } } } } } }`,
      'application/x-www-form-urlencoded',
      'name=Ann',
    ],
    [
      'is text where only text is declared, with the example of the contract',
      `{ text/csv: { example: 'a,b' } }`,
      'text/csv',
      'a,b',
    ],
    [
      'has a concrete type of a range',
      `{ 'text/*': { schema: { type: string, example: seven } } }`,
      'text/plain',
      'seven',
    ],
    [
      'is JSON in a range of everything whose schema is an object',
      `{ '*/*': { schema: { type: object, properties: { ${name} } } } }`,
      'application/json',
      '{"name":"Ann"}',
    ],
    [
      'is XML by the xml object',
      `{ application/xml: { schema: { type: object, xml: { name: order, namespace: 'urn:o', prefix: o }, properties: {
        id: { type: integer, example: 7, xml: { attribute: true } }, ${name},
        tags: { type: array, minItems: 2, xml: { wrapped: true, name: labels }, items: { type: string, example: b&c, xml: { name: label } } },
        lines: { type: array, minItems: 2, items: { type: integer, example: 1 } } } } } }`,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<o:order xmlns:o="urn:o" id="7"><name>Ann</name>' +
        '<labels><label>b&#38;c</label><label>b&#38;c</label></labels><lines>1</lines><lines>1</lines></o:order>',
    ],
    [
      'is the XML of the contract, unchanged',
      `{ application/soap+xml: { example: '<e:Body xmlns:e="urn:e" />' } }`,
      'application/soap+xml',
      '<e:Body xmlns:e="urn:e" />',
    ],
  ])('%s', async (_title, content, type, text) => {
    expect(await sentFor(content)).toEqual({ type, text });
  });

  test('has parts with the types and file names of their fields', async () => {
    const { type, text } = await sentFor(`{ multipart/form-data: { schema: { type: object, properties: {
          ${name}, deep: { type: object, properties: { a: { type: integer, example: 5 } } },
          page: { type: string, format: binary }, notes: { type: array, items: { type: string, format: binary }, minItems: 2 } } },
          encoding: { page: { contentType: 'text/html' }, notes: { contentType: 'text/plain' } } } }`);
    expect(type).toBe('multipart/form-data; boundary=boundary-of-the-parts');
    const heads = text
      .split(/\r?\n?--boundary-of-the-parts(?:--)?\r\n/)
      .filter((part) => part !== '')
      .map((part) => part.split('\r\n\r\n')[0]?.split('\r\n'));
    expect(heads).toEqual([
      ['Content-Disposition: form-data; name="name"'],
      ['Content-Disposition: form-data; name="deep"', 'Content-Type: application/json'],
      ['Content-Disposition: form-data; name="page"; filename="sample.html"', 'Content-Type: text/html'],
      ['Content-Disposition: form-data; name="notes"; filename="sample.txt"', 'Content-Type: text/plain'],
      ['Content-Disposition: form-data; name="notes"; filename="sample.txt"', 'Content-Type: text/plain'],
    ]);
    expect(text).toContain('\r\n\r\n{"a":5}\r\n');
  });
});

test('every declared media type except JSON has a body', async () => {
  const baseline = await baselineWith(
    `{ application/json: { schema: {} }, application/vnd.x+json: { schema: {} }, image/*: {}, application/xml: {}, text/plain: {} }`,
  );
  const kinds = (one: BaselineRequest) => one.payloads.map(({ kind, type }) => [kind, type]);
  expect(isBaseline(baseline) && kinds(baseline)).toEqual([
    ['json', 'application/vnd.x+json'],
    ['bytes', 'image/png'],
    ['xml', 'application/xml'],
    ['text', 'text/plain'],
  ]);
});

test('never sends a required array empty in a form', async () => {
  const baseline = await baselineWith(
    '{ application/x-www-form-urlencoded: { schema: { type: object, required: [list], properties: { list: { type: array, items: { type: string } } } } } }',
  );
  const bodies = isBaseline(baseline)
    ? [...validBodies.generate(createGeneratorContext(baseline))].map(
        (testCase) => buildRequestSpec(testCase, frozen).body,
      )
    : [];
  expect(bodies).toEqual(['list=sample']);
});

test('does not check a form without a schema, and reports the reason', async () => {
  expect(await baselineWith('{ multipart/form-data: {} }')).toMatchObject({
    reason: 'no valid body of multipart/form-data can be generated; add an example',
  });
});

test('the PNG sample is valid, including its checksums', () => {
  const png = Buffer.from(sampleFileBytes('image/png'));
  expect(sampleFileName('image/png')).toBe('sample.png');
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.push(png.toString('latin1', at + 4, at + 8));
  }
  expect(chunks).toEqual(['IHDR', 'IDAT', 'IEND']);
});
