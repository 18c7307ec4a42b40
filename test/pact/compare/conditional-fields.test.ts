/** Properties that a condition of the schema requires are guaranteed, so that a pact can rely on them. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../spec/json/exact-json.ts';
import { document, operationObject, parseDocument } from '../../spec/diff/build-documents.ts';
import { reportedFindings } from './support.ts';

const payment = `{ type: object, required: [kind], properties: { kind: { type: string }, iban: { type: string }, card: { type: string } },`;

async function expecting(keywords: string, responseBody: Json): Promise<readonly string[]> {
  const responses = `{ '200': { description: ok, content: { application/json: { schema: ${payment} ${keywords} } } } } }`;
  const contract = await parseDocument(
    document(`{ /things: { get: ${operationObject({ responses })} } }`, {}, '3.1.0'),
  );
  return reportedFindings(contract, { request: 'GET /things', responseBody });
}

const byKind =
  'if: { properties: { kind: { const: bank } }, required: [kind] }, then: { required: [iban] }, else: { required: [card] }';

describe('a property of an expected body', () => {
  test('that the branch of a condition requires is not optional', async () => {
    expect(await expecting(byKind, { kind: 'bank', iban: 'a' })).toEqual([]);
    expect(await expecting(byKind, { kind: 'shop', card: 'a' })).toEqual([]);
  });

  test('that only the other branch requires is optional', async () => {
    expect(await expecting(byKind, { kind: 'shop', iban: 'a' })).toEqual(['warning response.body.optional body.iban']);
    expect(await expecting(byKind, { kind: 'bank', card: 'a' })).toEqual(['warning response.body.optional body.card']);
  });

  test('is optional if the example does not decide the condition', async () => {
    expect(await expecting(byKind, { iban: 'a' })).toEqual(['warning response.body.optional body.iban']);
    expect(await expecting(byKind, { card: 'a' })).toEqual(['warning response.body.optional body.card']);
  });

  test('that another property of the body requires is not optional', async () => {
    expect(await expecting('dependentRequired: { kind: [iban] }', { kind: 'a', iban: 'b' })).toEqual([]);
    expect(await expecting('dependentSchemas: { kind: { required: [iban] } }', { kind: 'a', iban: 'b' })).toEqual([]);
  });
});
