import { expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../../conformance/support.ts';
import { enveloped, fewUsers } from './documents.ts';
import { startShop, tokenShop, userShop } from './shops.ts';

const categories = ['valid-bodies', 'extra-properties', 'lifecycles'];

it.each([
  ['tokens in an envelope', tokenShop],
  [
    'a registration with a declared conflict',
    tokenShop.replace("responses: { '201':", "responses: { '409': { description: taken }, '201':"),
  ],
  ['a token endpoint', userShop],
  ['users in an envelope', enveloped],
  ['few users', fewUsers],
])('the verifier reports nothing about a mock with %s', async (_what, document) => {
  const contract = await parseContract('https://shop.example/openapi.yaml', document);
  const mock = await startShop(document);
  const { findings, unchecked } = await verify({ contract, baseUrl: mock.url, token: mock.token, categories });
  expect(findings.map(({ check, evidence, received }) => `${check} ${evidence?.caseId}: ${received}`)).toEqual([]);
  expect(unchecked).toEqual([]);
});
