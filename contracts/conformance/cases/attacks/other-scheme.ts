import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { type Attack, derived, literal, unknownSecret } from './attack.ts';
import { damages } from './damage.ts';

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
