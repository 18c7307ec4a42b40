/** What a line for curl cannot say of the credentials that went out. */
import { expect, test } from 'vitest';
import { whatTokenHides } from '../../contracts/conformance/credentials.ts';

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

test('a credential of its own is named, with what a replay needs', () => {
  expect(whatTokenHides(curl, [key], { token: 'a', byScheme: new Map([['key', 'b']]) })).toBe(
    '$PLANT_STORE_TOKEN stands for the credential of key here; replay needs --auth key=VALUE again',
  );
});

test.each([
  ['the token is sent', curl, { token: 'a', byScheme: new Map() }],
  ['the credential is the token', curl, { token: 'a', byScheme: new Map([['key', 'a']]) }],
  ['another scheme has one', curl, { token: 'a', byScheme: new Map([['other', 'b']]) }],
  ['no credential is sent', 'curl', { token: 'a', byScheme: new Map([['key', 'b']]) }],
])('nothing where %s', (_what, line, credentials) => {
  expect(whatTokenHides(line, [key], credentials)).toBeUndefined();
});
