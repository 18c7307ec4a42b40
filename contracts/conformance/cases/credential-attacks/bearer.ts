/**
 * Attacks on secrets that are a single string: tokens, API keys, and secrets of schemes of which only the name is known.
 */
import { base64Encoded, unchanged } from '../../../../shell/credential-form.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import {
  type CredentialAttack,
  derivedAttack,
  literalAttack,
  misformattedAttack,
  misplacedAttack,
  secretDamages,
  unknownSecret,
} from './attack.ts';

/** `http bearer`, and oauth2 and openIdConnect, whose tokens are bearer tokens (RFC 6750). */
export function bearerAttacks(): readonly CredentialAttack[] {
  return [...literalAttacks(), ...damagedTokens, ...misformattedTokens, ...misplacedTokens];
}

function literalAttacks(): readonly CredentialAttack[] {
  return [
    literalAttack('empty', 'an empty header', ''),
    literalAttack('scheme alone', 'only the word Bearer', 'Bearer'),
    literalAttack('scheme and space', 'only the word Bearer and a space', 'Bearer '),
    literalAttack('wrong', 'a well-formed token that was never issued', `Bearer ${unknownSecret}`),
    literalAttack('one letter', 'a token of one letter', 'Bearer x'),
    literalAttack('long', 'a token of 4,000 letters', `Bearer ${'x'.repeat(4_000)}`),
    literalAttack('other scheme', 'a credential of the scheme Basic', `Basic ${btoa('user:password')}`),
    literalAttack('sql', 'a string with an SQL injection', `Bearer ' OR '1'='1`),
    literalAttack('wildcard', 'an asterisk as the token', 'Bearer *'),
    literalAttack('unsigned', 'a JSON Web Token without a signature', `Bearer ${unsignedToken}`),
    literalAttack('null', 'the word null as the token', 'Bearer null'),
    literalAttack('undefined', 'the word undefined as the token', 'Bearer undefined'),
  ];
}

/** `{"alg":"none"}.{"sub":"admin"}.` */
const unsignedToken = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhZG1pbiJ9.';

const damagedTokens = secretDamages.map(({ name, description, template }) =>
  derivedAttack(name, description.replace('secret', 'token'), ['Bearer ', ...template]),
);

const misformattedTokens: readonly CredentialAttack[] = [
  misformattedAttack('without scheme', 'the valid token without the word Bearer', [unchanged]),
  misformattedAttack('right under other scheme', 'the valid token with the scheme Basic', ['Basic ', unchanged]),
  misformattedAttack('as a password', 'the valid token as the password of the scheme Basic', [
    'Basic ',
    base64Encoded(['user:', unchanged]),
  ]),
  misformattedAttack('in base64', 'the valid token in Base64', ['Bearer ', base64Encoded([unchanged])]),
  misformattedAttack('under a longer scheme', 'the valid token with the scheme BearerX', ['BearerX ', unchanged]),
  misformattedAttack('joined to the scheme', 'the valid token after the word Bearer without a space', [
    'Bearer',
    unchanged,
  ]),
  misformattedAttack('quoted', 'the valid token in quotes', ['Bearer "', unchanged, '"']),
  misformattedAttack('twice', 'the valid token twice, separated by a space', ['Bearer ', unchanged, ' ', unchanged]),
  misformattedAttack('after a comma', 'the valid token after an invalid one and a comma', [
    'Bearer x, Bearer ',
    unchanged,
  ]),
  misformattedAttack('before a comma', 'the valid token before a comma and an invalid one', [
    'Bearer ',
    unchanged,
    ', Bearer x',
  ]),
];

const misplacedTokens: readonly CredentialAttack[] = [
  misplacedAttack('query', 'access_token'),
  misplacedAttack('cookie', 'access_token'),
  misplacedAttack('header', 'X-API-Key'),
  misplacedAttack('body', 'access_token'),
];

/** `apiKey` in a header, the query or a cookie. */
export function apiKeyAttacks({
  in: location = 'header',
  parameterName: name = '',
}: SecurityScheme): readonly CredentialAttack[] {
  return [
    literalAttack('empty', 'empty', ''),
    literalAttack('wrong', 'a key that was never issued', unknownSecret),
    literalAttack('sql', 'a string with an SQL injection', `' OR '1'='1`),
    literalAttack('null', 'the word null', 'null'),
    literalAttack('undefined', 'the word undefined', 'undefined'),
    ...secretDamages
      // A cookie value ends at white space, and a URL contains none.
      .filter((damage) => location === 'header' || damage.name !== 'with a space inside')
      .map(({ name, description, template }) => derivedAttack(name, description.replace('secret', 'key'), template)),
    ...(location === 'header' ? [quotedKey] : []),
    ...(location === 'cookie' ? [] : [keyAfterComma]),
    { ...misplacedAttack(location, `x${name}`), name: 'under a longer name' },
    { ...misplacedAttack(location, `${name}_old`), name: 'under a name with more behind' },
    ...keyPlaces.filter((place) => place !== location).map((place) => misplacedAttack(place, name)),
  ];
}

const keyPlaces = ['header', 'query', 'cookie'] as const;

const quotedKey = misformattedAttack('quoted', 'the valid key in quotes', ['"', unchanged, '"']);

const keyAfterComma = misformattedAttack('after a comma', 'the valid key after an invalid one and a comma', [
  'x,',
  unchanged,
]);

/** Schemes of which only the name before the secret is known, such as digest. */
export function otherSchemeAttacks({ scheme = '' }: SecurityScheme): readonly CredentialAttack[] {
  return [
    literalAttack('empty', 'an empty header', ''),
    literalAttack('scheme alone', `only the word ${scheme}`, scheme),
    literalAttack('wrong', 'a secret that was never issued', `${scheme} ${unknownSecret}`),
    literalAttack('null', 'the word null as the secret', `${scheme} null`),
    literalAttack('undefined', 'the word undefined as the secret', `${scheme} undefined`),
    ...secretDamages
      .filter(({ name }) => !parameterSchemes.test(scheme) || !equivalentDamages.has(name))
      .map(({ name, description, template }) => derivedAttack(name, description, [`${scheme} `, ...template])),
  ];
}

/** Schemes in IANA's registry of authentication schemes whose credentials are `name=value` pairs, and Hawk. */
const parameterSchemes = /^(?:digest|hawk|hoba|mutual|privatetoken|scram-.*|signature|vapid)$/i;

/**
 * Names and hexadecimal digits are case-insensitive, white space is optional, and parsers may accept a missing last
 * quote.
 */
const equivalentDamages: ReadonlySet<string> = new Set([
  'other case',
  'with a space inside',
  'extended',
  'cut',
  'doubled',
]);
