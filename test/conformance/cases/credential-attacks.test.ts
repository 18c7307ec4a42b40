import { describe, expect, test } from 'vitest';
import type { CredentialAttack } from '../../../contracts/conformance/cases/credential-attacks/attack.ts';
import { basicAttacks } from '../../../contracts/conformance/cases/credential-attacks/basic.ts';
import {
  apiKeyAttacks,
  bearerAttacks,
  otherSchemeAttacks,
} from '../../../contracts/conformance/cases/credential-attacks/bearer.ts';
import { fillTemplate } from '../../../shell/credential-form.ts';
import type { SecurityScheme } from '../../../spec/model/contract.ts';

const place = { file: 'x', pointer: '', line: 1 };

function schemeOf(type: SecurityScheme['type'], more: Partial<SecurityScheme>): SecurityScheme {
  return { name: 'any', type, place, scheme: undefined, in: undefined, parameterName: undefined, ...more };
}

const secret = 'Anna:s3cret-Word';

/** The text that replaces the credential; undefined for a misplaced one. */
function textOf({ value }: CredentialAttack): string | undefined {
  if (value.kind === 'literal') return value.text;
  return value.kind === 'derived' ? fillTemplate(value.template, secret) : undefined;
}

const kinds: readonly (readonly [string, readonly CredentialAttack[], right: string])[] = [
  ['basic', basicAttacks(), `Basic ${Buffer.from(secret).toString('base64')}`],
  ['bearer', bearerAttacks(), `Bearer ${secret}`],
  ['api key', apiKeyAttacks(schemeOf('apiKey', { in: 'header', parameterName: 'X-Key' })), secret],
  ['digest', otherSchemeAttacks(schemeOf('http', { scheme: 'digest' })), `digest ${secret}`],
  ['token', otherSchemeAttacks(schemeOf('http', { scheme: 'token' })), `token ${secret}`],
];

describe.each(kinds)('attacks on %s', (_kind, attacks, right) => {
  test('have unique names', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  test('never contain the valid credential', () => {
    expect(attacks.map(textOf)).not.toContain(right);
  });

  test('are all different', () => {
    const values = attacks.map(textOf).filter((value) => value !== undefined);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });
});

test('no lenient Base64 decoder finds the valid password after the word Basic', () => {
  const encoded = basicAttacks()
    .map(textOf)
    .filter((value) => value?.startsWith('Basic '))
    .map((value = '') => value.slice('Basic '.length));
  const decoded = encoded.flatMap((text) =>
    // Stop at characters that are not Base64, ignore them, and take the first item of a list.
    [text, text.replace(/[^\w+/]/g, ''), text.split(/[ ,]/)[0] ?? ''].map((one) =>
      Buffer.from(one, 'base64').toString(),
    ),
  );
  expect(decoded.length).toBeGreaterThan(30);
  expect(decoded).not.toContain(secret);
});

test('a scheme known only by name gets no attacks of other schemes', () => {
  const words = otherSchemeAttacks(schemeOf('http', { scheme: 'token' })).map(
    (attack) => textOf(attack)?.split(' ')[0],
  );
  expect([...new Set(words)].toSorted()).toEqual(['', 'token']);
});

test('credentials that consist of parameters are not changed in equivalent ways', () => {
  const names = otherSchemeAttacks(schemeOf('http', { scheme: 'digest' })).map(({ name }) => name);
  expect(names).toContain('changed');
  expect(names).not.toContain('other case');
});
