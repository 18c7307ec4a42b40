/** Attacks on a user and password in Base64. */
import {
  base64Encoded,
  password,
  passwordWithSpace,
  toAscii,
  unchanged,
  userName,
  withSwappedCase,
} from '../../../../shell/credential-form.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { isBasic } from '../../../options/credentials.ts';
import { schemePrefix } from '../../request/credentials/apply-credentials.ts';
import {
  type CredentialAttack,
  derivedAttack,
  literalAttack,
  misformattedAttack,
  misplacedAttack,
  type SecretDamage,
  secretDamages,
  unknownSecret,
} from './attack.ts';

/**
 * `http basic`: the secret is `user:password`. Characters that lenient Base64 decoders ignore (quotes, white space) or
 * stop at (padding) are left out, since the result would contain the valid password.
 */
export function basicAttacks(): readonly CredentialAttack[] {
  return [...literalAttacks(), ...damagedPasswords.map(basicAttack), ...misformattedPasswords, ...misplacedPasswords];
}

function literalAttacks(): readonly CredentialAttack[] {
  return [
    literalAttack('empty', 'an empty header', ''),
    literalAttack('scheme alone', 'only the word Basic', 'Basic'),
    literalAttack('scheme and space', 'only the word Basic and a space', 'Basic '),
    literalAttack('wrong', 'an unknown user name and password', basicHeader(`unknown:${unknownSecret}`)),
    literalAttack('empty user and password', 'an empty user name and an empty password', basicHeader(':')),
    literalAttack('no colon', 'a user name without a colon', basicHeader('unknown')),
    literalAttack('not base64', 'not valid Base64', 'Basic %%%'),
    literalAttack('sql', 'a string with an SQL injection', basicHeader(`' OR '1'='1:' OR '1'='1`)),
    literalAttack('null', 'the user name null and the password null', basicHeader('null:null')),
    literalAttack(
      'undefined',
      'the user name undefined and the password undefined',
      basicHeader('undefined:undefined'),
    ),
    literalAttack('other scheme', 'a credential of the scheme Bearer', `Bearer ${unknownSecret}`),
  ];
}

/** User names may be compared without regard to case; passwords may not. */
const damagedPasswords: readonly SecretDamage[] = [
  ...secretDamages.filter(({ name }) => ['extended', 'cut', 'changed', 'doubled'].includes(name)),
  {
    name: 'user alone',
    description: 'the valid user name with an empty password',
    template: [userName, ':'],
  },
  {
    name: 'password in another case',
    description: 'the valid user name with the password in swapped case',
    template: [userName, ':', withSwappedCase(password)],
  },
  {
    name: 'with a space inside',
    description: 'the valid user name with a space after the first letter of the password',
    template: [userName, ':', passwordWithSpace],
  },
];

function basicAttack({ name, description, template }: SecretDamage): CredentialAttack {
  return derivedAttack(name, description, ['Basic ', base64Encoded(template)]);
}

const misformattedPasswords: readonly CredentialAttack[] = [
  misformattedAttack('not encoded', 'the valid user name and password, not in Base64', ['Basic ', unchanged]),
  misformattedAttack('right under other scheme', 'the valid user name and password with the scheme Bearer', [
    'Bearer ',
    base64Encoded([unchanged]),
  ]),
  misformattedAttack('after a comma', 'the valid user name and password after invalid ones and a comma', [
    `${basicHeader('x:y')}, Basic `,
    base64Encoded([unchanged]),
  ]),
];

const misplacedPasswords: readonly CredentialAttack[] = [
  misplacedAttack('query', 'authorization'),
  misplacedAttack('cookie', 'authorization'),
];

function basicHeader(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** The secret as written in ASCII: a question mark for each other character. Only for secrets with such characters. */
export function sevenBitAttack(scheme: SecurityScheme): CredentialAttack {
  const name = 'in seven bits';
  const description = 'the valid secret with a question mark for each non-ASCII character';
  // User names may be compared more loosely.
  if (isBasic(scheme)) return basicAttack({ name, description, template: [userName, ':', toAscii(password)] });
  const prefix = scheme.type === 'apiKey' ? '' : `${schemePrefix(scheme)} `;
  return derivedAttack(name, description, [prefix, toAscii(unchanged)]);
}
