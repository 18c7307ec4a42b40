/** Links of responses: which operation of the contract each leads to, and with what. */
import { describe, expect, it } from 'vitest';
import type { Contract, Link } from '../../spec/contract.ts';
import { loadText, markedLine, refusalOf } from './support.ts';

/** A create whose answer has the `links`; below it a read with and one without an operationId. */
function withLinks(links: string, more = '', openapi = '3.0.3'): string {
  return `openapi: ${openapi}
info: {title: T, version: "1"}
paths:
  /users:
    post:
      operationId: createUser
      responses:
        '201':
          description: created
          links:
${links.replaceAll(/^/gm, '            ')}
  /users/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
    get:
      operationId: readUser
      responses:
        '200': {description: ok}
    put:
      responses:
        '200': {description: ok}
${more}`;
}

function linksOf(contract: Contract): readonly Link[] {
  return contract.operations[0]?.responses[0]?.links ?? [];
}

async function targetsOf(text: string, files: Readonly<Record<string, string>> = {}) {
  return linksOf(await loadText(text, files)).map(({ name, operation }) => [name, operation]);
}

describe('a link', () => {
  it('is read with its operation, its parameters, its body and its place', async () => {
    const text = withLinks(`read: #!
  operationId: readUser
  parameters:
    path.id: $response.body#/id
    limit: 9007199254740993
  requestBody: {name: $request.body#/name}`);
    const [link] = linksOf(await loadText(text));
    expect(link).toEqual({
      name: 'read',
      place: expect.objectContaining({ line: markedLine(text) }),
      operation: 'readUser',
      parameters: new Map<string, unknown>([
        ['path.id', '$response.body#/id'],
        ['limit', 9007199254740993n],
      ]),
      requestBody: { name: '$request.body#/name' },
    });
  });

  it('has no body where none is given', async () => {
    const [link] = linksOf(await loadText(withLinks('read: {operationId: readUser}')));
    expect(link).not.toHaveProperty('requestBody');
    expect(link?.parameters.size).toBe(0);
  });

  it.each([
    ['a path within the document', '#/paths/~1users~1{id}/get', 'readUser'],
    ['a path whose braces are percent-encoded', '#/paths/~1users~1%7Bid%7D/get', 'readUser'],
    ['an operation without an operationId', '#/paths/~1users~1{id}/put', 'PUT /users/{id}'],
    ['the document by its own name', 'doc.yaml#/paths/~1users~1{id}/get', 'readUser'],
  ])('finds its operation by operationRef: %s', async (_what, ref, operation) => {
    expect(await targetsOf(withLinks(`go: {operationRef: '${ref}'}`))).toEqual([['go', operation]]);
  });

  it('may be a reference to one of the components', async () => {
    const more = 'components:\n  links:\n    Read: {operationId: readUser}\n';
    expect(await targetsOf(withLinks("go: {$ref: '#/components/links/Read'}", more))).toEqual([
      ['go', 'readUser'],
    ]);
  });

  it('of another file finds an operation of the main document, and of its own file, by operationId', async () => {
    const text = withLinks("go: {$ref: 'links.yaml#/Go'}\nback: {$ref: 'links.yaml#/Back'}");
    const files = { 'links.yaml': 'Go: {operationId: readUser}\nBack: {operationId: createUser}\n' };
    expect(await targetsOf(text, files)).toEqual([
      ['go', 'readUser'],
      ['back', 'createUser'],
    ]);
  });

  it('finds an operation that is written in another file, from either side', async () => {
    const text = withLinks(
      "here: {operationRef: '#/paths/~1items/get'}\nthere: {operationRef: 'items.yaml#/item/get'}",
      "  /items: {$ref: 'items.yaml#/item'}\n",
    );
    const files = { 'items.yaml': "item:\n  get:\n    responses:\n      '200': {description: ok}\n" };
    expect(await targetsOf(text, files)).toEqual([
      ['here', 'GET /items'],
      ['there', 'GET /items'],
    ]);
  });

  it.each([
    [
      'an operationId that is in another document',
      "{operationRef: 'https://example.com/api.yaml#/paths/~1a/get'}",
    ],
    ['no operation at all', '{description: nothing}'],
  ])('is left out where it leads to %s', async (_what, link) => {
    expect(await targetsOf(withLinks(`go: ${link}`))).toEqual([]);
  });

  it('is left out where it leads to an operation of a webhook', async () => {
    const hooks =
      "webhooks:\n  paid:\n    post:\n      operationId: paid\n      responses:\n        '200': {description: ok}\n";
    expect(await targetsOf(withLinks('go: {operationId: paid}', hooks, '3.1.0'))).toEqual([]);
  });

  it.each([
    ['an operationId that nothing has', 'operationId: nope', '"nope"'],
    ['a path that is not there', "operationRef: '#/paths/~1nope/get'", '"#/paths/~1nope/get"'],
    ['a method that is not there', "operationRef: '#/paths/~1users/get'", '"#/paths/~1users/get"'],
  ])('is refused where it leads nowhere: %s', async (_what, line, name) => {
    const text = withLinks(`go:\n  ${line} #!`);
    expect(await refusalOf(loadText(text))).toMatchObject({
      code: 'spec-invalid',
      detail: `a link leads to ${name}, which is no operation of the document`,
      where: `doc.yaml:${markedLine(text)}`,
    });
  });
});
