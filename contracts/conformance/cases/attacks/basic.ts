import { type Attack, type Derivation, derived, literal, misspelt, unknownSecret } from './attack.ts';
import { damages } from './damage.ts';

/**
 * `http basic`: the secret is `user:password`. What lenient Base64 decoders pass over (quotes, white space) is left out,
 * since the right password is in it.
 */
export function basicAttacks(): readonly Attack[] {
  return [
    literal('empty', 'an empty header', ''),
    literal('scheme alone', 'the word Basic alone', 'Basic'),
    literal('scheme and space', 'the word Basic and a space', 'Basic '),
    literal('wrong', 'a user and password that do not exist', encoded(`nobody:${unknownSecret()}`)),
    literal('empty user and password', 'an empty user and an empty password', encoded(':')),
    literal('no colon', 'a user without a colon', encoded('nobody')),
    literal('not base64', 'not Base64', 'Basic %%%'),
    literal('sql', 'a text that would end an SQL string', encoded(`' OR '1'='1:' OR '1'='1`)),
    literal('null', 'the words null and null', encoded('null:null')),
    literal('other scheme', 'of the scheme Bearer', `Bearer ${unknownSecret()}`),
    ...damagedPasswords.map((damage) =>
      derived(
        damage.name,
        damage.words,
        { ...damage, prefix: 'Basic ', shell: inBase64(damage.shell) },
        base64,
      ),
    ),
    misspelt('not encoded', 'the right user and password, not in Base64', {
      shell: 'Basic $PLANT_STORE_TOKEN',
      from: (secret) => `Basic ${secret}`,
    }),
    misspelt('right under other scheme', 'the right user and password under the scheme Bearer', {
      shell: `Bearer ${inBase64('$PLANT_STORE_TOKEN')}`,
      from: (secret) => `Bearer ${base64(secret)}`,
    }),
  ];
}

interface NamedDerivation extends Derivation {
  readonly name: string;
  readonly words: string;
}

/** The user's name may be compared without regard to case; the password may not. */
const damagedPasswords: readonly NamedDerivation[] = [
  ...damages.filter(({ name }) => ['extended', 'cut', 'changed'].includes(name)),
  {
    name: 'user alone',
    words: 'the right user with an empty password',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: for the shell to fill in
    shell: '${PLANT_STORE_TOKEN%%:*}:',
    from: (secret) => `${secret.split(':')[0]}:`,
  },
];

function encoded(text: string): string {
  return `Basic ${base64(text)}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function inBase64(shell: string): string {
  return `$(printf %s "${shell}" | base64 | tr -d "\\n")`;
}
