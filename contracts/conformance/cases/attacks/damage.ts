/** What is done to a right secret: each is a way in which a careless comparison lets it pass. */
import { swappedCase } from '../../request/mask-credentials.ts';
import type { Derivation } from './attack.ts';

export interface Damage extends Derivation {
  readonly name: string;
  readonly words: string;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: for the shell to fill in
export const damages: readonly Damage[] = [
  {
    name: 'extended',
    words: 'the right secret with a letter more',
    shell: '${PLANT_STORE_TOKEN}x',
    from: (secret) => `${secret}x`,
  },
  {
    name: 'cut',
    words: 'the right secret with a letter less',
    shell: '${PLANT_STORE_TOKEN%?}',
    from: (secret) => secret.slice(0, -1),
  },
  {
    name: 'cut in front',
    words: 'the right secret without its first letter',
    shell: '${PLANT_STORE_TOKEN#?}',
    from: (secret) => secret.slice(1),
  },
  {
    name: 'other case',
    words: 'the right secret in another case',
    shell: '$(printf %s "$PLANT_STORE_TOKEN" | tr a-zA-Z A-Za-z)',
    from: swapped,
  },
  {
    name: 'changed',
    words: 'the right secret with its last letter changed',
    shell: '${PLANT_STORE_TOKEN%?}~',
    from: (secret) => `${secret.slice(0, -1)}${secret.endsWith('~') ? '-' : '~'}`,
  },
  {
    name: 'changed in front',
    words: 'the right secret with its first letter changed',
    shell: '~${PLANT_STORE_TOKEN#?}',
    from: (secret) => `${secret.startsWith('~') ? '-' : '~'}${secret.slice(1)}`,
  },
  {
    name: 'with a space inside',
    words: 'the right secret with a space after its first letter',
    // One letter is doubled: a blank behind it all would be none of the value (RFC 9110, section 5.5).
    shell: '$(printf %s "$PLANT_STORE_TOKEN" | sed "s/^.$/&&/; s/^./& /")',
    from: (secret) => `${secret.slice(0, 1)} ${secret.slice(1) || secret}`,
  },
  {
    name: 'doubled',
    words: 'the right secret twice, one behind the other',
    shell: '${PLANT_STORE_TOKEN}${PLANT_STORE_TOKEN}',
    from: (secret) => secret + secret,
  },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: for the shell to fill in

/** Changes the case of one letter at least; a secret without letters becomes a wrong one. */
export function swapped(secret: string): string {
  const other = swappedCase(secret);
  return other === secret ? `${secret}x` : other;
}
