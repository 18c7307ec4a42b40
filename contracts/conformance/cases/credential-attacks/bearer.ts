/**
 * Attacks on secrets that are a single text: tokens, API keys, and secrets of schemes of which only the name is known.
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
    literalAttack('scheme alone', 'the word Bearer alone', 'Bearer'),
    literalAttack('scheme and space', 'the word Bearer and a space', 'Bearer '),
    literalAttack('wrong', 'a well-formed token that was never given out', `Bearer ${unknownSecret}`),
    literalAttack('one letter', 'a token of one letter', 'Bearer x'),
    literalAttack('long', 'a token of 4,000 letters', `Bearer ${'x'.repeat(4_000)}`),
    literalAttack('other scheme', 'one of the scheme Basic', `Basic ${btoa('user:password')}`),
    literalAttack('sql', 'a text that would end an SQL string', `Bearer ' OR '1'='1`),
    literalAttack('wildcard', 'an asterisk for a token', 'Bearer *'),
    literalAttack('unsigned', 'a JSON Web Token without a signature', `Bearer ${unsignedToken}`),
    literalAttack('null', 'the word null for a token', 'Bearer null'),
    literalAttack('undefined', 'the word undefined for a token', 'Bearer undefined'),
  ];
}

/** `{"alg":"none"}.{"sub":"admin"}.` */
const unsignedToken = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhZG1pbiJ9.';

const damagedTokens = secretDamages.map(({ name, description, template }) =>
  derivedAttack(name, description.replace('secret', 'token'), ['Bearer ', ...template]),
);

const misformattedTokens: readonly CredentialAttack[] = [
  misformattedAttack('without scheme', 'the right token without the word Bearer', [unchanged]),
  misformattedAttack('right under other scheme', 'the right token under the scheme Basic', ['Basic ', unchanged]),
  misformattedAttack('as a password', 'the right token as the password of the scheme Basic', [
    'Basic ',
    base64Encoded(['user:', unchanged]),
  ]),
  misformattedAttack('in base64', 'the right token in Base64', ['Bearer ', base64Encoded([unchanged])]),
  misformattedAttack('under a longer scheme', 'the right token under the scheme BearerX', ['BearerX ', unchanged]),
  misformattedAttack('joined to the scheme', 'the right token behind the word Bearer without a space', [
    'Bearer',
    unchanged,
  ]),
  misformattedAttack('quoted', 'the right token in quotes', ['Bearer "', unchanged, '"']),
  misformattedAttack('twice', 'the right token twice, with a space between', ['Bearer ', unchanged, ' ', unchanged]),
  misformattedAttack('after a comma', 'the right token behind a wrong one and a comma', [
    'Bearer x, Bearer ',
    unchanged,
  ]),
  misformattedAttack('before a comma', 'the right token before a comma and a wrong one', [
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
    literalAttack('wrong', 'a key that was never given out', unknownSecret),
    literalAttack('sql', 'a text that would end an SQL string', `' OR '1'='1`),
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

const quotedKey = misformattedAttack('quoted', 'the right key in quotes', ['"', unchanged, '"']);

const keyAfterComma = misformattedAttack('after a comma', 'the right key behind a wrong one and a comma', [
  'x,',
  unchanged,
]);

/** Schemes of which only the name before the secret is known, such as digest. */
export function otherSchemeAttacks({ scheme = '' }: SecurityScheme): readonly CredentialAttack[] {
  return [
    literalAttack('empty', 'an empty header', ''),
    literalAttack('scheme alone', `the word ${scheme} alone`, scheme),
    literalAttack('wrong', 'a secret that was never given out', `${scheme} ${unknownSecret}`),
    literalAttack('null', 'the word null for a secret', `${scheme} null`),
    literalAttack('undefined', 'the word undefined for a secret', `${scheme} undefined`),
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
