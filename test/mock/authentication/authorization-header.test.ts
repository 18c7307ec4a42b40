import { expect, it } from 'vitest';
import { plainBearer } from '../../../mock/authentication/authorization-header.ts';

it('the credential of Bearer is what follows one space', () => {
  expect(plainBearer('Bearer a.b=')).toBe('a.b=');
});

it.each([
  ['nothing', ''],
  ['the name alone', 'Bearer'],
  ['no credential', 'Bearer '],
  ['two spaces', 'Bearer  a'],
  ['a tab', 'Bearer a\tb'],
  ['another space', 'Bearer a\u00a0b'],
  ['two words', 'Bearer a b'],
  ['a name in lower case', 'bearer a'],
  ['another name', 'Basic a'],
  ['a space before it', ' Bearer a'],
])('%s is left to the exact reading', (_what, authorization) => {
  expect(plainBearer(authorization)).toBeUndefined();
});
