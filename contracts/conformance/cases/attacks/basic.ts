/** Attacks on a user and password in Base64. */
import {
  asIs,
  inBase64,
  inOtherCase,
  inSevenBits,
  password,
  passwordWithSpace,
  user,
} from '../../../../shell/credential-form.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { isBasic } from '../../../options/credentials.ts';
import { schemeWord } from '../../request/credentials/place.ts';
import {
  type Attack,
  type Damage,
  damages,
  derived,
  literal,
  misplaced,
  misspelt,
  unknownSecret,
} from './attack.ts';

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

/** The user's name may be compared without regard to case; the password may not. */
const damagedPasswords: readonly Damage[] = [
  ...damages.filter(({ name }) => ['extended', 'cut', 'changed', 'doubled'].includes(name)),
  {
    name: 'user alone',
    words: 'the right user with an empty password',
    template: [user, ':'],
  },
  {
    name: 'password in another case',
    words: 'the right user with the password in another case',
    template: [user, ':', inOtherCase(password)],
  },
  {
    name: 'with a space inside',
    words: 'the right user with a space after the first letter of the password',
    template: [user, ':', passwordWithSpace],
  },
];

function inBasic({ name, words, template }: Damage): Attack {
  return derived(name, words, ['Basic ', inBase64(template)]);
}

const misspellings: readonly Attack[] = [
  misspelt('not encoded', 'the right user and password, not in Base64', ['Basic ', asIs]),
  misspelt('right under other scheme', 'the right user and password under the scheme Bearer', [
    'Bearer ',
    inBase64([asIs]),
  ]),
  misspelt('after a comma', 'the right user and password behind wrong ones and a comma', [
    `${encoded('x:y')}, Basic `,
    inBase64([asIs]),
  ]),
];

const misplacedPasswords: readonly Attack[] = [
  misplaced('query', 'authorization'),
  misplaced('cookie', 'authorization'),
];

function encoded(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** What a secret becomes where it is written in ASCII: a question mark for each letter beyond it. Only where it has some. */
export function sevenBitAttack(scheme: SecurityScheme): Attack {
  const name = 'in seven bits';
  const words = 'the right secret with a question mark for each letter beyond ASCII';
  // The name of the user may be compared more loosely.
  if (isBasic(scheme)) return inBasic({ name, words, template: [user, ':', inSevenBits(password)] });
  const prefix = scheme.type === 'apiKey' ? '' : `${schemeWord(scheme)} `;
  return derived(name, words, [prefix, inSevenBits(asIs)]);
}
