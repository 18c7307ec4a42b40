/** An attack replaces the valid credential with another value. */
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
  /** Two causes: the secret is not checked, or the way it is sent is not checked. */
  readonly topic: 'no right secret' | 'right secret, wrongly given';
}

export const noCredential: CredentialAttack = {
  name: 'none',
  description: 'missing',
  value: { kind: 'none' },
  topic: 'no right secret',
};

export function literalAttack(name: string, description: string, text: string): CredentialAttack {
  return { name, description, value: { kind: 'literal', text }, topic: 'no right secret' };
}

/** The valid secret in a place that the contract does not name but lenient implementations read. */
export function misplacedAttack(location: 'header' | 'query' | 'cookie' | 'body', name: string): CredentialAttack {
  const value = { kind: 'misplaced', in: location, name } as const;
  const description = `in the wrong place: the ${location} "${name}"`;
  return { name: `in ${location}`, description, value, topic: 'right secret, wrongly given' };
}

/** The valid secret in a format that the scheme does not allow. */
export function misformattedAttack(name: string, description: string, template: CredentialTemplate): CredentialAttack {
  return { ...derivedAttack(name, description, template), topic: 'right secret, wrongly given' };
}

/** Derived from the valid secret. */
export function derivedAttack(name: string, description: string, template: CredentialTemplate): CredentialAttack {
  return { name, description, value: { kind: 'derived', template }, topic: 'no right secret' };
}

/** Constant, so that all runs send the same requests. */
export const unknownSecret = 'unknown-7c1fd0a94e2b86b35d07f1ea';

/** A change to a valid secret that a careless comparison misses. */
export interface SecretDamage {
  readonly name: string;
  readonly description: string;
  readonly template: CredentialTemplate;
}

export const secretDamages: readonly SecretDamage[] = [
  { name: 'extended', description: 'the valid secret with an extra letter', template: [unchanged, 'x'] },
  { name: 'cut', description: 'the valid secret without its last letter', template: [withoutLastCharacter] },
  {
    name: 'cut in front',
    description: 'the valid secret without its first letter',
    template: [withoutFirstCharacter],
  },
  {
    name: 'other case',
    description: 'the valid secret in swapped case',
    template: [withSwappedCase(unchanged)],
  },
  {
    name: 'changed',
    description: 'the valid secret with its last letter changed',
    template: [withLastCharacterChanged],
  },
  {
    name: 'changed in front',
    description: 'the valid secret with its first letter changed',
    template: [withFirstCharacterChanged],
  },
  {
    name: 'with a space inside',
    description: 'the valid secret with a space after its first letter',
    template: [withSpace],
  },
  {
    name: 'doubled',
    description: 'the valid secret written twice',
    template: [unchanged, unchanged],
  },
];
