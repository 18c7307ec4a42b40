/** Items of event streams and of lines of JSON. */
import { expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import { document, operationObject, parseDocument } from './build-documents.ts';

/** A GET that responds with JSON lines. */
function lines(media: string) {
  const responses = `{ '200': { description: ok, content: { application/jsonl: ${media} } } }`;
  return parseDocument(document(`{ /news: { get: ${operationObject({ responses })} } }`, {}, '3.2.0'));
}

test('reports a changed schema of the items of a response', async () => {
  const changes = diffContracts(
    await lines('{ itemSchema: { type: integer } }'),
    await lines('{ itemSchema: { type: string } }'),
  );
  expect(changes.map(({ at, rule }) => [at, rule.impact])).toEqual([['response 200 body item', 'breaking']]);
});

test('reports items that were described before', async () => {
  const changes = diffContracts(await lines('{ itemSchema: { type: integer } }'), await lines('{}'));
  expect(changes.map(({ at, rule }) => [at, rule.impact])).toEqual([['response 200 body item', 'breaking']]);
});

test('reports no change of the same items', async () => {
  const one = await lines('{ itemSchema: { type: integer } }');
  expect(diffContracts(one, await lines('{ itemSchema: { type: integer } }'))).toEqual([]);
});
