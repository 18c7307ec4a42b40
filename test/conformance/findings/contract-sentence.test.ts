import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findContractSentence } from '../../../contracts/conformance/findings/contract-sentence.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { plantStoreContract } from '../support.ts';

const bounds = await loadContract(fileURLToPath(new URL('../../fixtures/conformance/bounds.yaml', import.meta.url)));
const coverage = await loadContract(
  fileURLToPath(new URL('../../fixtures/conformance/coverage.yaml', import.meta.url)),
);
/** With a keyword whose value is a schema, and without a type. */
const schemas = await loadContract(
  fileURLToPath(new URL('../../fixtures/report/schemas-in-keywords.yaml', import.meta.url)),
);
const tools = await loadContract(fileURLToPath(new URL('../../evals/zoo/tools/tools.yaml', import.meta.url)));
const createPlant = '/paths/~1plants/post';
const newPlant = '/components/schemas/NewPlant/allOf/1';
const thing = '/components/schemas/Thing';

test.each<readonly [string, string, Contract]>([
  [createPlant, 'createPlant returns 200 or 400', plantStoreContract],
  [`${createPlant}/requestBody`, 'createPlant requires a body', plantStoreContract],
  [
    `${createPlant}/requestBody/content/application~1json`,
    'the body of createPlant is application/json',
    plantStoreContract,
  ],
  [`${createPlant}/responses/400`, '400 is declared for createPlant', plantStoreContract],
  ['/components/securitySchemes/bearerAuth', 'a request requires the credentials of "bearerAuth"', plantStoreContract],
  [`${newPlant}/required`, 'NewPlant requires "id"', plantStoreContract],
  [`${newPlant}/properties/id`, 'NewPlant.id is an integer (int64)', plantStoreContract],
  [`${newPlant}/properties/id/type`, 'NewPlant.id is an integer (int64)', plantStoreContract],
  [`${newPlant}/properties/id/format`, 'NewPlant.id is an integer (int64)', plantStoreContract],
  ['/components/schemas/Error/required', 'Error requires "error" and "message"', plantStoreContract],
  [`${thing}/additionalProperties`, beyond('Thing', 'code size weight pairs title kind'), bounds],
  [`${thing}/properties/code/pattern`, String.raw`Thing.code matches the pattern ^[A-Z]{3}-\d{2}$`, bounds],
  [`${thing}/properties/size/minimum`, 'Thing.size is at least 3', bounds],
  [`${thing}/properties/weight/exclusiveMaximum`, 'Thing.weight is less than 100', bounds],
  [`${thing}/properties/title/maxLength`, 'Thing.title has at most 20 characters', bounds],
  [`${thing}/properties/kind/enum`, 'Thing.kind is "small" or "large"', bounds],
  [`${thing}/properties/parts/minItems`, 'Thing.parts has at least 1 item', bounds],
  [`${thing}/properties/parts/uniqueItems`, 'Thing.parts has unique items', bounds],
  [`${thing}/properties/parts/items/required`, 'an item of Thing.parts requires "label"', bounds],
  [`${thing}/properties/owner/oneOf`, 'Thing.owner matches exactly one of 2 alternatives', bounds],
  ['/paths/~1shelves~1{shelf}/put/parameters/0', 'the path parameter "shelf" of fillShelf is required', coverage],
  [
    '/paths/~1shelves~1{shelf}/put/parameters/1/schema/type',
    'the query parameter "dry" of fillShelf is a boolean',
    coverage,
  ],
  [`${thing}/properties/n/not`, 'Thing.n does not match the schema under "not"', schemas],
  [`${thing}/properties/n/not/enum`, 'the "not" schema of Thing.n is 7', schemas],
  [`${thing}/properties/some/contains`, 'Thing.some has an item that matches "contains"', schemas],
  [`${thing}/properties/some/contains/type`, 'at least one item of Thing.some is an integer', schemas],
  [`${thing}/properties/names/propertyNames`, 'Thing.names restricts the names of its properties', schemas],
  [`${thing}/properties/names/propertyNames/maxLength`, nameOf('Thing.names', 3), schemas],
  [`${thing}/properties/names/additionalProperties`, 'an additional property of Thing.names is a boolean', schemas],
  [`${thing}/if`, 'Thing has requirements that depend on the schema under "if"', schemas],
  [`${thing}/then/required`, 'Thing where "if" matches requires "some"', schemas],
  [`${thing}/else/required`, 'Thing where "if" does not match requires "names"', schemas],
  [`${thing}/properties/size/anyOf/1/minimum`, 'one alternative of Thing.size is at least 3', schemas],
])('%s: %s', (pointer, sentence, contract) => {
  expect(findContractSentence({ file: fileOf(contract), pointer, line: 1 }, contract)).toBe(sentence);
});

test('describes the enclosing part for a place without a requirement', () => {
  const pointer = `${newPlant}/properties/id/description`;
  expect(findContractSentence({ ...plantStoreContract.place, pointer }, plantStoreContract)).toBe(
    'NewPlant.id is an integer (int64)',
  );
});

test('names a shared parameter after the reported operation', () => {
  const pointer = '/components/parameters/Limit/schema/maximum';
  const sentences = ['listTools', 'listLoans'].map((name) => {
    const operation = tools.operations.find(({ id }) => id === name);
    return findContractSentence({ ...tools.place, pointer }, tools, operation);
  });
  expect(sentences).toEqual([
    'the query parameter "limit" of listTools is at most 50',
    'the query parameter "limit" of listLoans is at most 50',
  ]);
});

test('names a component after itself, for every operation', () => {
  const pointer = '/components/schemas/ToolFields/properties/name/maxLength';
  for (const operation of [undefined, ...tools.operations])
    expect(findContractSentence({ ...tools.place, pointer }, tools, operation)).toBe(
      'ToolFields.name has at most 80 characters',
    );
});

test('has no sentence for places without requirements', () => {
  expect(
    findContractSentence({ ...plantStoreContract.place, pointer: '/info/title' }, plantStoreContract),
  ).toBeUndefined();
  expect(
    findContractSentence({ file: 'pacts/a.json', pointer: createPlant, line: 1 }, plantStoreContract),
  ).toBeUndefined();
});

function nameOf(holder: string, most: number): string {
  return `the name of a property of ${holder} has at most ${most} characters`;
}

function beyond(name: string, names: string): string {
  const quoted = names.split(' ').map((one) => `"${one}"`);
  return `${name} has no properties except ${quoted.join(', ')} and 3 more`;
}

function fileOf({ place }: Contract): string {
  return place.file;
}
