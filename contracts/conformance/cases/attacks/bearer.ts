/** Attacks on secrets that are one text: tokens, API keys, and those of schemes of which only the word is known. */
import { asIs, inBase64 } from '../../../../shell/credential-form.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { type Attack, damages, derived, literal, misplaced, misspelt, unknownSecret } from './attack.ts';

/** `http bearer`, and oauth2 and openIdConnect, whose tokens come as bearer tokens (RFC 6750). */
export function bearerAttacks(): readonly Attack[] {
  return [...literals(), ...damagedTokens, ...misspellings, ...misplacedTokens];
}

function literals(): readonly Attack[] {
  return [
    literal('empty', 'an empty header', ''),
    literal('scheme alone', 'the word Bearer alone', 'Bearer'),
    literal('scheme and space', 'the word Bearer and a space', 'Bearer '),
    literal('wrong', 'a well-formed token that was never given out', `Bearer ${unknownSecret}`),
    literal('one letter', 'a token of one letter', 'Bearer x'),
    literal('long', 'a token of 4,000 letters', `Bearer ${'x'.repeat(4_000)}`),
    literal('other scheme', 'one of the scheme Basic', `Basic ${btoa('user:password')}`),
    literal('sql', 'a text that would end an SQL string', `Bearer ' OR '1'='1`),
    literal('wildcard', 'an asterisk for a token', 'Bearer *'),
    literal('unsigned', 'a JSON Web Token without a signature', `Bearer ${unsignedToken}`),
    literal('null', 'the word null for a token', 'Bearer null'),
    literal('undefined', 'the word undefined for a token', 'Bearer undefined'),
  ];
}

/** `{"alg":"none"}.{"sub":"admin"}.` */
const unsignedToken = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhZG1pbiJ9.';

const damagedTokens = damages.map(({ name, words, template }) =>
  derived(name, words.replace('secret', 'token'), ['Bearer ', ...template]),
);

const misspellings: readonly Attack[] = [
  misspelt('without scheme', 'the right token without the word Bearer', [asIs]),
  misspelt('right under other scheme', 'the right token under the scheme Basic', ['Basic ', asIs]),
  misspelt('as a password', 'the right token as the password of the scheme Basic', [
    'Basic ',
    inBase64(['user:', asIs]),
  ]),
  misspelt('in base64', 'the right token in Base64', ['Bearer ', inBase64([asIs])]),
  misspelt('under a longer scheme', 'the right token under the scheme BearerX', ['BearerX ', asIs]),
  misspelt('joined to the scheme', 'the right token behind the word Bearer without a space', [
    'Bearer',
    asIs,
  ]),
  misspelt('quoted', 'the right token in quotes', ['Bearer "', asIs, '"']),
  misspelt('twice', 'the right token twice, with a space between', ['Bearer ', asIs, ' ', asIs]),
  misspelt('after a comma', 'the right token behind a wrong one and a comma', ['Bearer x, Bearer ', asIs]),
  misspelt('before a comma', 'the right token before a comma and a wrong one', [
    'Bearer ',
    asIs,
    ', Bearer x',
  ]),
];

const misplacedTokens: readonly Attack[] = [
  misplaced('query', 'access_token'),
  misplaced('cookie', 'access_token'),
  misplaced('header', 'X-API-Key'),
  misplaced('body', 'access_token'),
];

/** `apiKey` in a header, the query or a cookie. */
export function apiKeyAttacks({
  in: where = 'header',
  parameterName: name = '',
}: SecurityScheme): readonly Attack[] {
  return [
    literal('empty', 'empty', ''),
    literal('wrong', 'a key that was never given out', unknownSecret),
    literal('sql', 'a text that would end an SQL string', `' OR '1'='1`),
    literal('null', 'the word null', 'null'),
    literal('undefined', 'the word undefined', 'undefined'),
    ...damages
      // A cookie ends at white space, and a URL has none.
      .filter((damage) => where === 'header' || damage.name !== 'with a space inside')
      .map(({ name, words, template }) => derived(name, words.replace('secret', 'key'), template)),
    ...(where === 'header' ? [quoted] : []),
    ...(where === 'cookie' ? [] : [after]),
    { ...misplaced(where, `x${name}`), name: 'under a longer name' },
    { ...misplaced(where, `${name}_old`), name: 'under a name with more behind' },
    ...places.filter((place) => place !== where).map((place) => misplaced(place, name)),
  ];
}

const places = ['header', 'query', 'cookie'] as const;

const quoted = misspelt('quoted', 'the right key in quotes', ['"', asIs, '"']);

const after = misspelt('after a comma', 'the right key behind a wrong one and a comma', ['x,', asIs]);

/** Schemes of which we only know the word that stands before the secret, such as digest. */
export function otherSchemeAttacks({ scheme: word = '' }: SecurityScheme): readonly Attack[] {
  return [
    literal('empty', 'an empty header', ''),
    literal('scheme alone', `the word ${word} alone`, word),
    literal('wrong', 'a secret that was never given out', `${word} ${unknownSecret}`),
    literal('null', 'the word null for a secret', `${word} null`),
    literal('undefined', 'the word undefined for a secret', `${word} undefined`),
    ...damages
      .filter(({ name }) => !ofParameters.test(word) || !mayMeanTheSame.has(name))
      .map(({ name, words, template }) => derived(name, words, [`${word} `, ...template])),
  ];
}

/** Those in IANA's registry of authentication schemes whose credentials are `name=value` pairs, and Hawk. */
const ofParameters = /^(?:digest|hawk|hoba|mutual|privatetoken|scram-.*|signature|vapid)$/i;

/** Names and hexadecimal digits may be in any case, white space is free, and nobody may miss the last quote. */
const mayMeanTheSame: ReadonlySet<string> = new Set([
  'other case',
  'with a space inside',
  'extended',
  'cut',
  'doubled',
]);
