import { asIs, inSevenBits, password, user } from '../../../../shell/credential-form.ts';
import type { SecurityScheme } from '../../../../spec/contract.ts';
import { isBasic } from '../../request/credentials/credentials.ts';
import { schemeWord } from '../../request/credentials/place.ts';
import { type Attack, derived } from './attack.ts';
import { inBasic } from './basic.ts';

/** What a secret becomes where it is written in ASCII: a question mark for each letter beyond it. Only where it has some. */
export function sevenBitAttack(scheme: SecurityScheme): Attack {
  const name = 'in seven bits';
  const words = 'the right secret with a question mark for each letter beyond ASCII';
  // The name of the user may be compared more loosely.
  if (isBasic(scheme)) return inBasic({ name, words, template: [user, ':', inSevenBits(password)] });
  const prefix = scheme.type === 'apiKey' ? '' : `${schemeWord(scheme)} `;
  return derived(name, words, [prefix, inSevenBits(asIs)]);
}
