/** A record in `{ "article": { ... } }` is checked like a record without an envelope. */
import { expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { failingChecks, verify } from './support.ts';

it('finds a changed record in its envelope', async () => {
  const contract = await loadContract('test/fixtures/mock/shapes.yaml');
  const body = { article: { slug: 'other', title: 'Another', text: 'Somebody else wrote this.' } };
  const rules = [{ when: { operation: 'createArticle' }, then: { status: 201, body } }];
  const store = await serveMock(contract, { rules });
  onTestFinished(() => store.close());
  const result = await verify({ contract, baseUrl: store.url, categories: ['valid-bodies'] });
  expect(failingChecks(result)).toEqual(['created-is-echoed']);
});
