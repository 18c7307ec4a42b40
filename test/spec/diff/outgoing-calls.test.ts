/** Places and notes of changes of callbacks and webhooks. */
import { expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import { listNotCompared } from '../../../spec/diff/operations/callbacks.ts';
import { document, operation, operationObject, parseDocument } from './build-documents.ts';

const call = (type: string) =>
  operationObject({ requestBody: `{ content: { application/json: { schema: { type: ${type} } } } }` });
const path = `{ /things: { get: ${operationObject({})} } }`;
const webhook = (item: string, rest = {}) => document(path, { webhooks: `{ sold: ${item} }`, ...rest }, '3.1.0');
const callback = (type: string) =>
  operation({ operationId: 'list', callbacks: `{ done: { '{$url}': { post: ${call(type)} } } }` });

test('reports a change of a callback at its operation, with both places', async () => {
  const [change, ...others] = diffContracts(
    await parseDocument(callback('string')),
    await parseDocument(callback('integer')),
  );
  expect(others).toEqual([]);
  expect(change).toMatchObject({ operation: 'list', at: 'callback done request body', witness: '1' });
  expect(change?.before?.pointer).toContain('/callbacks/done/');
});

test('reports a change of a webhook at the webhook', async () => {
  const before = await parseDocument(webhook(`{ post: ${call('string')} }`));
  const after = await parseDocument(webhook(`{ post: ${call('integer')} }`));
  expect(diffContracts(before, after)).toMatchObject([{ operation: 'webhook sold', at: 'request body' }]);
});

test('compares a referenced component like an inline part', async () => {
  const before = await parseDocument(webhook(`{ post: ${call('string')} }`));
  const components = `{ pathItems: { Sold: { post: ${call('string')} } } }`;
  const after = await parseDocument(webhook("{ $ref: '#/components/pathItems/Sold' }", { components }));
  expect(diffContracts(before, after)).toEqual([]);
});

test('compares a circular callback once', async () => {
  const done = (
    type: string,
  ) => `{ callbacks: { Done: { '{$url}': { post: { callbacks: { again: { $ref: '#/components/callbacks/Done' } },
    requestBody: { content: { application/json: { schema: { type: ${type} } } } }, responses: { '200': { description: ok } } } } } } }`;
  const of = (type: string) =>
    parseDocument(
      operation({ callbacks: "{ done: { $ref: '#/components/callbacks/Done' } }" }, { components: done(type) }),
    );
  expect(diffContracts(await of('string'), await of('integer'))).toHaveLength(1);
});

test('rejects an unreadable callback only in a comparison', async () => {
  const contract = await parseDocument(
    operation({
      callbacks: `{ done: { '{$url}': { post: ${operationObject({ security: '[{ nobody: [] }]' })} } } }`,
    }),
  );
  expect(() => diffContracts(contract, contract)).toThrow('nobody');
});

test('lists changed security of a call as not compared', async () => {
  const components = '{ securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }';
  const open = await parseDocument(webhook(`{ post: ${call('string')} }`, { components }));
  const secured = webhook(`{ post: ${call('string')} }`, { components, security: '[{ key: [] }]' });
  expect(listNotCompared(open, await parseDocument(secured))).toEqual(['not compared: the security of webhook sold']);
  expect(listNotCompared(open, open)).toEqual([]);
});
