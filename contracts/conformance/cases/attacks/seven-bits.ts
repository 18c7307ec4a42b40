import type { SecurityScheme } from '../../../../spec/contract.ts';
import { isBasic, isBearer } from '../../request/credentials.ts';
import { inSevenBits } from '../../request/mask-credentials.ts';
import { type Attack, derived } from './attack.ts';
import { inBasic, passwordOf, userOf } from './basic.ts';

/** What a secret becomes to those who write it in ASCII: each letter beyond it a question mark. Only where it has some. */
export function sevenBitAttack(scheme: SecurityScheme): Attack {
  const about = {
    name: 'in seven bits',
    words: 'the right secret with a question mark for each letter beyond ASCII',
  };
  if (isBasic(scheme)) return inBasic({ ...about, ...ofPassword });
  const prefix = scheme.type === 'apiKey' ? '' : `${isBearer(scheme) ? 'Bearer' : (scheme.scheme ?? '')} `;
  return derived(about.name, about.words, { ...ofSecret, prefix });
}

const ofSecret = { shell: '$(printf %s "$PLANT_STORE_TOKEN" | sed "s/[^ -~]/?/g")', from: inSevenBits };

/** The name of the user may be compared more loosely. */
const ofPassword = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for the shell to fill in
  shell: '${PLANT_STORE_TOKEN%%:*}:$(printf %s "${PLANT_STORE_TOKEN#*:}" | sed "s/[^ -~]/?/g")',
  from: (secret: string) => `${userOf(secret)}:${inSevenBits(passwordOf(secret))}`,
};
