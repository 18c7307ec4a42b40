import { describe, expect, test } from 'vitest';
import { findTokenGrants, type GrantInput } from '../../../contracts/conformance/login/token-grants.ts';
import { loginContract, oauth } from './login-contract.ts';

const client = { clientId: 'app', clientSecret: 'Cs-9f2kQ7' } as const;
const user = { username: 'ann', password: 'Pw-3k8Zt' } as const;

async function grantsOf(
  contract: Parameters<typeof loginContract>[0],
  input: Partial<GrantInput> = {},
): Promise<readonly string[]> {
  const grants = findTokenGrants({
    contract: await loginContract(contract),
    baseUrl: 'http://127.0.0.1:8080/v1',
    login: client,
    byScheme: new Map(),
    ...input,
  });
  return grants.map(({ kind, url, schemes, scopes }) =>
    [kind, url, schemes.map(({ name }) => name).join('+'), ...scopes].join(' '),
  );
}

describe('the token endpoint', () => {
  test.each([
    ['token', 'http://127.0.0.1:8080/v1/token'],
    ['/oauth/token', 'http://127.0.0.1:8080/oauth/token'],
    ['https://id.example.com/token', 'https://id.example.com/token'],
    // At the document's own server: the one under test takes its place.
    ['https://notes.example.com/v2/token?a=b', 'http://127.0.0.1:8080/v1/token?a=b'],
    ['https://notes.example.com/oauth/token', 'http://127.0.0.1:8080/oauth/token'],
  ])('of the tokenUrl %s is %s', async (tokenUrl, url) => {
    const schemes = { door: oauth(tokenUrl, 'clientCredentials') };
    const grants = await grantsOf({ schemes, servers: ['https://notes.example.com/v2'] });
    expect(grants).toEqual([`client credentials ${url} door`]);
  });

  test('of the option replaces those of the document, also for other bearer schemes', async () => {
    const schemes = { door: oauth('/token', 'password'), gate: { type: 'http', scheme: 'bearer' } };
    const grants = await grantsOf({ schemes }, { tokenUrl: 'https://id.example.com/t' });
    expect(grants).toEqual(['client credentials https://id.example.com/t door+gate']);
  });

  test('is not requested with a URL that is no http', async () => {
    expect(await grantsOf({ schemes: { door: oauth('file:///etc/passwd', 'clientCredentials') } })).toEqual([]);
  });
});

describe('the flow', () => {
  test('is that of the user if there is one, with the scopes that operations require', async () => {
    const schemes = { door: oauth('/token', 'clientCredentials', 'password') };
    const contract = { schemes, scopes: ['read', 'write'] } as const;
    expect(await grantsOf(contract, { login: { ...client, ...user } })).toEqual([
      'password http://127.0.0.1:8080/token door read write',
    ]);
    expect(await grantsOf(contract)).toEqual(['client credentials http://127.0.0.1:8080/token door read write']);
  });

  test('is that of the client if the document has none for users', async () => {
    const schemes = { door: oauth('/token', 'clientCredentials') };
    expect(await grantsOf({ schemes }, { login: { ...client, ...user } })).toEqual([
      'client credentials http://127.0.0.1:8080/token door',
    ]);
    expect(await grantsOf({ schemes }, { login: user })).toEqual([]);
  });

  test('is requested once for several schemes of an endpoint, and not for a scheme with a credential', async () => {
    const schemes = {
      door: oauth('/token', 'clientCredentials'),
      gate: oauth('/token', 'clientCredentials'),
      safe: oauth('/other', 'clientCredentials'),
    };
    expect(await grantsOf({ schemes }, { byScheme: new Map([['safe', 'given']]) })).toEqual([
      'client credentials http://127.0.0.1:8080/token door+gate',
    ]);
  });
});
