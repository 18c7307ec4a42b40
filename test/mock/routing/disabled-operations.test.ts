/** Requests to operations that the document declares but that cannot be served. */
import { expect, test } from 'vitest';
import { HttpError } from '../../../mock/http/http-error.ts';
import { parseTarget } from '../../../mock/http/request-target.ts';
import { createRouter } from '../../../mock/routing/router.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';

const ok = "{responses: {'200': {description: ok}}}";
const broken = "{operationId: broken, responses: {'200': {$ref: '#/no'}}}";
const text = `openapi: 3.0.3
info: {title: T, version: "1"}
servers: [{url: 'https://example.com/v1'}]
paths:
  /items: {get: ${ok}, post: ${broken}}
  /items/{id}: {get: ${broken.replace('broken', 'read')}, put: ${ok}}
  /items/best: {get: ${ok}}
  /other: {$ref: no.yaml}
`;

const router = createRouter(await parseContract('file:///tmp/api.yaml', text, [], { mode: 'lenient' }));

/** The id of the operation, or the status and message. */
function route(method: string, path: string): string {
  const target = parseTarget(path);
  if (target instanceof HttpError) throw target;
  const found = router.find(method, target);
  return found instanceof HttpError ? `${found.status} ${found.message}` : found.operation.id;
}

test.each([
  ['POST', '/items', '501 the operation broken cannot be served, since "#/no" does not exist ('],
  ['POST', '/v1/items', '501 the operation broken cannot be served'],
  ['GET', '/items/3', '501 the operation read cannot be served'],
  ['HEAD', '/items/3', '501 the operation read cannot be served'],
  ['GET', '/other', '501 the path /other cannot be served, since '],
  ['PUT', '/other', '501 the path /other cannot be served, since '],
])('%s %s names the reason', (method, path, expected) => {
  expect(route(method, path)).toContain(expected);
});

test.each([
  ['GET', '/items', 'GET /items'],
  ['PUT', '/items/3', 'PUT /items/{id}'],
  ['GET', '/items/best', 'GET /items/best'],
  ['DELETE', '/items/3', '405 '],
  ['GET', '/nothing', '404 '],
])('%s %s is served as ever', (method, path, expected) => {
  expect(route(method, path)).toContain(expected);
});
