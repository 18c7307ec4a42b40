/** What a curl command does not show about the sent credentials. */
import { expect, test } from 'vitest';
import {
  describeHiddenCredentials,
  shellVariables,
} from '../../../contracts/conformance/request/credentials/credential-mask.ts';
import { validateCredentials, validateIsolated } from '../../../contracts/options/credentials.ts';
import { contractWithPaths } from '../../pact/record/support.ts';

const place = { file: 'api.yaml', pointer: '', line: 1 };
const key = {
  name: 'key',
  type: 'apiKey',
  scheme: undefined,
  in: 'header',
  parameterName: 'X-Key',
  place,
} as const;
const curl = 'curl -H "X-Key: $PLANT_STORE_TOKEN"';

test('names a separate credential, and what a replay needs', () => {
  expect(describeHiddenCredentials({ curl }, [key], { token: 'a', byScheme: new Map([['key', 'b']]) })).toBe(
    '$PLANT_STORE_TOKEN stands for the credential of key here; replay needs key=VALUE in PLANT_STORE_AUTH again',
  );
  const both = {
    token: 'a',
    byScheme: new Map([
      ['key', 'b'],
      ['other', 'c'],
    ] as const),
  };
  expect(describeHiddenCredentials({ curl }, [key, { ...key, name: 'other' }], both)).toContain(
    'replay needs key=VALUE and other=VALUE in PLANT_STORE_AUTH again, one per line',
  );
});

test.each([
  ['the token is sent', curl, { token: 'a', byScheme: new Map() }],
  ['the credential is the token', curl, { token: 'a', byScheme: new Map([['key', 'a']]) }],
  ['another scheme has a credential', curl, { token: 'a', byScheme: new Map([['other', 'b']]) }],
  ['no credential is sent', 'curl', { token: 'a', byScheme: new Map([['key', 'b']]) }],
])('nothing where %s', (_what, line, credentials) => {
  expect(describeHiddenCredentials({ curl: line }, [key], credentials)).toBeUndefined();
});

test('allows non-ASCII characters only in Base64', async () => {
  const contract = await contractWithPaths(
    `  /it:
    get: { operationId: read, responses: { '204': { description: Done } } }`,
    `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    user: { type: http, scheme: basic }`,
  );
  const check = (name: string) =>
    validateCredentials(contract, { token: undefined, byScheme: new Map([[name, 'anna:Lög']]) });
  expect(() => check('user')).not.toThrow();
  expect(() => check('key')).toThrow(expect.objectContaining({ code: 'option-invalid' }));
});

test('schemes with similar names get separate variables', () => {
  const names = ['a-b', 'a.b', 'a_b'];
  const schemes = names.map((name) => ({ ...key, name }));
  const byScheme = new Map(names.map((name) => [name, `secret of ${name}`]));
  expect([...shellVariables(schemes, { token: undefined, byScheme }).values()]).toEqual([
    'PLANT_STORE_TOKEN_a_b',
    'PLANT_STORE_TOKEN_a_b_2',
    'PLANT_STORE_TOKEN_a_b_3',
  ]);
});

test('names a variable of its own for the second user, and what a replay needs', () => {
  const credentials = { token: undefined, byScheme: new Map([['key', 'b']]) };
  const variables = shellVariables([key], credentials, 'other');
  expect([...variables]).toEqual([['key', 'PLANT_STORE_TOKEN_OF_OTHER']]);
  const line = { curl: 'curl -H "X-Key: $PLANT_STORE_TOKEN_OF_OTHER"', variables };
  expect(describeHiddenCredentials(line, [key], credentials, 'other')).toBe(
    '$PLANT_STORE_TOKEN_OF_OTHER stands for the credential of key of the second user here; replay needs key=VALUE in PLANT_STORE_AUTH_OTHER again',
  );
});

test('the second user has credentials for schemes of the document, and others than the first', async () => {
  const contract = await contractWithPaths(
    `  /it:
    get: { operationId: read, responses: { '204': { description: Done } } }`,
    `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }`,
  );
  const check = (name: string, secret: string, isolated: readonly string[] = []) => {
    const other = { byScheme: new Map([[name, secret]]), isolated };
    validateCredentials(contract, { token: 'a', byScheme: new Map(), other });
    validateIsolated(contract, { token: 'a', byScheme: new Map(), other });
  };
  expect(() => check('key', 'b', ['/it'])).not.toThrow();
  expect(() => check('kye', 'b')).toThrow('unknown security scheme kye');
  expect(() => check('key', 'a')).toThrow('both users have the same credential for key');
  expect(() => check('key', 'b', ['/its'])).toThrow('isolated "/its": no operation has this id');
});
