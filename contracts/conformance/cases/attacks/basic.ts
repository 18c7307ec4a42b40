import {
  type Attack,
  type Derivation,
  derived,
  literal,
  misplaced,
  misspelt,
  unknownSecret,
} from './attack.ts';
import { base64, shellBase64 } from './base64.ts';
import { damages, swapped } from './damage.ts';

/**
 * `http basic`: the secret is `user:password`. What lenient Base64 decoders pass over (quotes, white space) is left out,
 * and so is what they end at (padding), since the right password would be in it.
 */
export function basicAttacks(): readonly Attack[] {
  return [...literals(), ...damagedPasswords.map(inBasic), ...misspellings, ...misplacedPasswords];
}

function literals(): readonly Attack[] {
  return [
    literal('empty', 'an empty header', ''),
    literal('scheme alone', 'the word Basic alone', 'Basic'),
    literal('scheme and space', 'the word Basic and a space', 'Basic '),
    literal('wrong', 'a user and password that do not exist', encoded(`nobody:${unknownSecret}`)),
    literal('empty user and password', 'an empty user and an empty password', encoded(':')),
    literal('no colon', 'a user without a colon', encoded('nobody')),
    literal('not base64', 'not Base64', 'Basic %%%'),
    literal('sql', 'a text that would end an SQL string', encoded(`' OR '1'='1:' OR '1'='1`)),
    literal('null', 'the words null and null', encoded('null:null')),
    literal('undefined', 'the words undefined and undefined', encoded('undefined:undefined')),
    literal('other scheme', 'one of the scheme Bearer', `Bearer ${unknownSecret}`),
  ];
}

interface NamedDerivation extends Derivation {
  readonly name: string;
  readonly words: string;
}

const secret = '$PLANT_STORE_TOKEN';
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: for the shell to fill in
const user = '${PLANT_STORE_TOKEN%%:*}';
const password = '${PLANT_STORE_TOKEN#*:}';
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: for the shell to fill in

/** The user's name may be compared without regard to case; the password may not. */
const damagedPasswords: readonly NamedDerivation[] = [
  ...damages.filter(({ name }) => ['extended', 'cut', 'changed', 'doubled'].includes(name)),
  {
    name: 'user alone',
    words: 'the right user with an empty password',
    shell: `${user}:`,
    from: (given) => `${userOf(given)}:`,
  },
  {
    name: 'password in another case',
    words: 'the right user with the password in another case',
    shell: `${user}:$(printf %s "${password}" | tr a-zA-Z A-Za-z)`,
    from: (given) => `${userOf(given)}:${swapped(passwordOf(given))}`,
  },
  {
    name: 'with a space inside',
    words: 'the right user with a space after the first letter of the password',
    shell: `${user}:$(printf %s "${password}" | sed "s/^./& /")`,
    from: (given) => `${userOf(given)}:${passwordOf(given).replace(/^./u, '$& ')}`,
  },
];

export function inBasic({ name, words, shell, from }: NamedDerivation): Attack {
  return derived(name, words, { prefix: 'Basic ', shell: shellBase64(shell), from }, base64);
}

const misspellings: readonly Attack[] = [
  misspelt('not encoded', 'the right user and password, not in Base64', {
    shell: `Basic ${secret}`,
    from: (given) => `Basic ${given}`,
  }),
  misspelt('right under other scheme', 'the right user and password under the scheme Bearer', {
    shell: `Bearer ${shellBase64(secret)}`,
    from: (given) => `Bearer ${base64(given)}`,
  }),
  misspelt('after a comma', 'the right user and password behind wrong ones and a comma', {
    shell: `${encoded('x:y')}, Basic ${shellBase64(secret)}`,
    from: (given) => `${encoded('x:y')}, ${encoded(given)}`,
  }),
];

const misplacedPasswords: readonly Attack[] = [
  misplaced('query', 'authorization'),
  misplaced('cookie', 'authorization'),
];

export function userOf(given: string): string {
  return given.split(':')[0] ?? '';
}

/** As the shell has it: all of a secret without a colon. */
export function passwordOf(given: string): string {
  return given.slice(given.indexOf(':') + 1);
}

function encoded(text: string): string {
  return `Basic ${base64(text)}`;
}
