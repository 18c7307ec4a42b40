/** An attack: what stands in the place of the right credential. */
import {
  type CredentialTemplate,
  unchanged,
  withFirstCharacterChanged,
  withLastCharacterChanged,
  withoutFirstCharacter,
  withoutLastCharacter,
  withSpace,
  withSwappedCase,
} from '../../../../shell/credential-form.ts';
import type { CredentialValue } from '../../model/request-spec.ts';

export interface CredentialAttack {
  readonly name: string;
  /** Ends the sentence "the credential is ...". */
  readonly description: string;
  readonly value: CredentialValue;
  /** Two causes: the secret is not looked at, or how it is given is not. */
  readonly topic: 'no right secret' | 'right secret, wrongly given';
}

export const noCredential: CredentialAttack = {
  name: 'none',
  description: 'left out',
  value: { kind: 'none' },
  topic: 'no right secret',
};

export function literalAttack(name: string, description: string, text: string): CredentialAttack {
  return { name, description, value: { kind: 'literal', text }, topic: 'no right secret' };
}

/** The right secret where the contract does not look for it, and lenient implementations do. */
export function misplacedAttack(where: 'header' | 'query' | 'cookie' | 'body', name: string): CredentialAttack {
  const value = { kind: 'misplaced', in: where, name } as const;
  const description = `in the ${where} "${name}", not in its place`;
  return { name: `in ${where}`, description, value, topic: 'right secret, wrongly given' };
}

/** The right secret, not written as the scheme says. */
export function misformattedAttack(name: string, description: string, template: CredentialTemplate): CredentialAttack {
  return { ...derivedAttack(name, description, template), topic: 'right secret, wrongly given' };
}

/** Made from the right secret. */
export function derivedAttack(name: string, description: string, template: CredentialTemplate): CredentialAttack {
  return { name, description, value: { kind: 'derived', template }, topic: 'no right secret' };
}

/** The same in every run, so that two runs send the same. */
export const unknownSecret = 'unknown-7c1fd0a94e2b86b35d07f1ea';

/** What is done to a right secret: each is a way in which a careless comparison lets it pass. */
export interface SecretDamage {
  readonly name: string;
  readonly description: string;
  readonly template: CredentialTemplate;
}

export const secretDamages: readonly SecretDamage[] = [
  { name: 'extended', description: 'the right secret with a letter more', template: [unchanged, 'x'] },
  { name: 'cut', description: 'the right secret with a letter less', template: [withoutLastCharacter] },
  {
    name: 'cut in front',
    description: 'the right secret without its first letter',
    template: [withoutFirstCharacter],
  },
  {
    name: 'other case',
    description: 'the right secret in another case',
    template: [withSwappedCase(unchanged)],
  },
  {
    name: 'changed',
    description: 'the right secret with its last letter changed',
    template: [withLastCharacterChanged],
  },
  {
    name: 'changed in front',
    description: 'the right secret with its first letter changed',
    template: [withFirstCharacterChanged],
  },
  {
    name: 'with a space inside',
    description: 'the right secret with a space after its first letter',
    template: [withSpace],
  },
  {
    name: 'doubled',
    description: 'the right secret twice, one behind the other',
    template: [unchanged, unchanged],
  },
];
