import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../mock/authentication/authenticate.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Operation } from '../../../spec/model/contract.ts';

const contract = await parseContract(
  'https://test.example/sheds.yaml',
  `
openapi: 3.1.0
info: { title: Sheds, version: '1' }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
paths:
  /bearer: { get: { security: [{ bearer: [] }], responses: { '200': { description: in } } } }
  /basic: { get: { security: [{ basic: [] }], responses: { '200': { description: in } } } }
`,
);

function operationAt(path: string): Operation {
  const found = contract.operations.find((one) => one.path === path);
  if (found === undefined) throw new Error(`no ${path}`);
  return found;
}

function isLetIn(tokens: readonly string[], path: string, authorization: string): boolean {
  const header = (name: string) => (name === 'authorization' ? authorization : undefined);
  return createAuthenticator(tokens)(operationAt(path), { query: [], header, cookies: new Map() }) === undefined;
}

describe('a bearer token', () => {
  it.each(['spade', 'watering-can', 'früh-植物'])(
    '(%s) is accepted if it is one of several tokens of different lengths',
    (token) => {
      expect(isLetIn(['spade', 'watering-can', 'früh-植物'], '/bearer', `Bearer ${token}`)).toBe(true);
    },
  );

  it.each(['spad', 'spadespade', 'Spade', 'watering-ca', 'watering-can-2', 'watering-spade'])(
    '(%s) is rejected if only a part of it matches',
    (token) => {
      expect(isLetIn(['spade', 'watering-can'], '/bearer', `Bearer ${token}`)).toBe(false);
    },
  );

  it('is rejected if none is accepted', () => {
    expect(isLetIn([], '/bearer', 'Bearer x')).toBe(false);
  });
});

describe('a user and password', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  it('is accepted as configured; a token without a colon gets the user `mock`', () => {
    expect(isLetIn(['spade', 'ann:trowel'], '/basic', basic('mock:spade'))).toBe(true);
    expect(isLetIn(['spade', 'ann:trowel'], '/basic', basic('ann:trowel'))).toBe(true);
  });

  it('is rejected with trailing zero bytes', () => {
    expect(isLetIn(['spade', 'ann:trowel-of-hers'], '/basic', basic('mock:spade\0\0\0\0'))).toBe(false);
  });
});
