/** Operations that are not valid and that no rule repairs are set aside, with what needs the same component. */
import { expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';

const url = 'file:///tmp/example.yaml';
const load = (text: string): Promise<Contract> => parseContract(url, text, [], { mode: 'lenient' });

/** A link must name an operation in OpenAPI 3.1. */
const linked = "{'200': {description: ok, links: {l: {description: nowhere}}}}";
const ok = "{'200': {description: ok, links: {l: {operationId: good}}}}";
const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n';

it('an operation that is not valid is disabled, and the others are served', async () => {
  const text = `${head}  /a:\n    get: {operationId: good, responses: ${ok}}\n    put: {operationId: bad, responses: ${linked}}\n`;
  const contract = await load(text);
  expect(contract.operations.map(({ id }) => id)).toEqual(['good']);
  expect(contract.disabled).toMatchObject([
    { id: 'bad', place: { line: 6 }, reason: expect.stringMatching(/links\/l: .* is missing.* \(.*:6\)$/) },
  ]);
  expect(contract.repairs).toMatchObject([{ what: 'the operation bad', operation: 'bad', place: { line: 6 } }]);
  await expect(parseContract(url, text)).rejects.toMatchObject({ code: 'spec-invalid' });
});

it('an invalid component disables the operations that refer to it, and links to them are ignored', async () => {
  const text = `${head}  /a: {get: {operationId: good, responses: {'200': {description: ok, links: {l: {operationId: bad}}}}}}
  /b: {get: {operationId: bad, responses: {'200': {$ref: '#/components/responses/R'}}}}
components:
  responses:
    R: {description: ok, links: {l: {}}}
`;
  const { operations, disabled, repairs } = await load(text);
  expect([operations.map(({ id }) => id), disabled?.map(({ id }) => id)]).toEqual([['good'], ['bad']]);
  expect(repairs?.map(({ what, place }) => [place.line, what])).toEqual([
    [4, 'the link "l" to "bad"'],
    [5, 'the operation bad'],
  ]);
});

it('an invalid component that no operation needs is ignored', async () => {
  const text = `${head}  /a: {get: {operationId: good, responses: ${ok}}}\ncomponents:\n  links:\n    L: {description: nowhere}\n`;
  const { operations, disabled, repairs } = await load(text);
  expect([operations.map(({ id }) => id), disabled]).toEqual([['good'], undefined]);
  expect(repairs).toMatchObject([{ what: expect.stringContaining('not valid'), place: { line: 7 } }]);
});

it('a document without any valid operation is rejected with all errors', async () => {
  const text = `${head}  /a: {get: {responses: ${linked}}}\n  /b: {get: {responses: ${linked}}}\n`;
  await expect(load(text)).rejects.toMatchObject({
    code: 'spec-invalid',
    detail: expect.stringMatching(/~1a\/get.*\nalso .*~1b\/get/),
  });
});
