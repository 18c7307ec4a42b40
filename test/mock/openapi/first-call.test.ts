/** The curl command of the startup message is accepted by the mock, for any kind of operation. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { exampleCurl } from '../../../mock/start/startup-message/example-curl.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { contractFromJson, startMockWithPaths } from '../support.ts';

const run = promisify(execFile);

const text = { type: 'string', minLength: 1, maxLength: 20 };
const two = { type: 'array', items: text, minItems: 2 };
const point = objectOf({ x: text, y: text });

function objectOf(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

function put(type: string, schema: Json, encoding: JsonObject = {}): JsonObject {
  return { put: { requestBody: { required: true, content: { [type]: { schema, encoding } } } } };
}

function get(name: string, where: string, more: JsonObject): JsonObject {
  return { get: { parameters: [{ name, in: where, required: true, ...more }] } };
}

function deep(style: string, explode: boolean, schema: Json): JsonObject {
  return { style, explode, schema };
}

const parts = objectOf({
  file: { type: 'string', format: 'binary' },
  note: { type: 'string', enum: ['@a; "b"'] },
  point,
  two,
});

test.each<[string, string, JsonObject]>([
  ['parts with a file, a string, an object and an array', '/a', put('multipart/form-data', parts)],
  ['parts with a media type', '/a', put('multipart/form-data', parts, { file: { contentType: 'image/png' } })],
  ['a form', '/a', put('application/x-www-form-urlencoded', objectOf({ two, text }))],
  [
    'a form with styles',
    '/a',
    put('application/x-www-form-urlencoded', objectOf({ two, point }), {
      two: { style: 'spaceDelimited', explode: false },
      point: { style: 'deepObject', explode: true },
    }),
  ],
  ['bytes', '/a', put('application/octet-stream', { type: 'string', format: 'binary' })],
  ['an image', '/a', put('image/png', { type: 'string', format: 'binary' })],
  ['text with shell metacharacters', '/a', put('text/plain', { type: 'string', enum: ["it's $x @ `y`"] })],
  ['XML', '/a', put('application/xml', point)],
  ['JSON lines', '/a', put('application/x-ndjson', point)],
  ['a matrix', '/a/{p}', get('p', 'path', deep('matrix', true, point))],
  ['a matrix with commas', '/a/{p}', get('p', 'path', deep('matrix', false, two))],
  ['a label', '/a/{p}', get('p', 'path', deep('label', true, two))],
  ['a label with commas', '/a/{p}', get('p', 'path', deep('label', false, two))],
  ['an object in the path', '/a/{p}', get('p', 'path', deep('simple', true, point))],
  ['a deep object', '/a', get('p', 'query', deep('deepObject', true, point))],
  ['an object of fields', '/a', get('p', 'query', deep('form', true, point))],
  ['an array of fields', '/a', get('p', 'query', deep('form', true, two))],
  ['an array in one field', '/a', get('p', 'query', deep('pipeDelimited', false, two))],
  ['JSON in a field', '/a', get('p', 'query', { content: { 'application/json': { schema: point } } })],
  ['an object in a header', '/a', get('X-P', 'header', deep('simple', true, point))],
  ['a cookie', '/a', get('p', 'cookie', { schema: text })],
])('the example request contains %s', async (_what, path, operations) => {
  const responses = { 200: { description: 'Taken' }, 400: { description: 'Refused' } };
  const [[method, operation] = []] = Object.entries(operations);
  const paths = { [path]: { [String(method)]: { ...objectIn(operation), responses } } };
  const contract = await contractFromJson({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths });
  const mock = await startMockWithPaths(paths);
  const facts = { url: mock.url, prefix: '', token: 't', isTokenSecret: false, auth: false };
  const line = exampleCurl(contract.operations[0], { ...facts, isUntrusted: false });
  const { stdout } = await run('sh', ['-c', line]);
  expect(stdout.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
});

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
