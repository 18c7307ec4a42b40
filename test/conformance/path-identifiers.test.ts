import { expect, test } from 'vitest';
import { findIdentifier } from '../../contracts/conformance/stateful/model/identify-record.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';

const books = await loadContract('test/fixtures/mock/books.yaml');
const parameter = books.operations.flatMap(({ parameters }) => parameters).find(({ in: place }) => place === 'path');

test.each([
  ['a name', 'dune', 'dune'],
  ['nothing', '', undefined],
  ['one dot', '.', undefined],
  ['two dots', '..', undefined],
  ['three dots', '...', '...'],
])('requests %s only where the path can express it', (_what, name, expected) => {
  if (parameter === undefined) throw new Error('no path parameter');
  const wanted = {
    item: '/a/{name}',
    parameter: { ...parameter, schema: undefined },
    idName: 'name',
    operationIds: new Set<string>(),
  };
  expect(findIdentifier({ name }, wanted)).toBe(expected);
});
