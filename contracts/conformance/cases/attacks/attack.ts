/** An attack: what stands in the place of the right credential. */
import type { CredentialValue } from '../../case.ts';

export interface Attack {
  readonly name: string;
  /** Ends the sentence "the credential is ...". */
  readonly words: string;
  readonly value: CredentialValue;
  /** Two causes: the secret is not looked at, or how it is given is not. */
  readonly topic: 'no right secret' | 'right secret, wrongly given';
}

export const none: Attack = {
  name: 'none',
  words: 'left out',
  value: { kind: 'none' },
  topic: 'no right secret',
};

export function literal(name: string, words: string, text: string): Attack {
  return { name, words, value: { kind: 'literal', text }, topic: 'no right secret' };
}

/** The right secret where the contract does not look for it, and lenient implementations do. */
export function misplaced(where: 'header' | 'query' | 'cookie' | 'body', name: string): Attack {
  const value = { kind: 'misplaced', in: where, name } as const;
  const words = `in the ${where} "${name}", not in its place`;
  return { name: `in ${where}`, words, value, topic: 'right secret, wrongly given' };
}

/** The right secret, written otherwise than the scheme says. */
export function misspelt(name: string, words: string, derivation: Derivation): Attack {
  return { ...derived(name, words, derivation), topic: 'right secret, wrongly given' };
}

/**
 * Made from the right secret. `shell` stands between double quotes and has to give the same as `from` does, which sees
 * the secret alone; `prefix` goes before both.
 */
export interface Derivation {
  readonly prefix?: string;
  readonly shell: string;
  from(secret: string): string;
}

export function derived(
  name: string,
  words: string,
  { prefix = '', shell, from }: Derivation,
  wrap: (text: string) => string = (text) => text,
): Attack {
  const value: CredentialValue = {
    kind: 'derived',
    shell: `${prefix}${shell}`,
    from: (secret) => `${prefix}${wrap(from(secret))}`,
  };
  return { name, words, value, topic: 'no right secret' };
}

/** The same in every run, so that two runs send the same. */
export const unknownSecret = 'unknown-7c1fd0a94e2b86b35d07f1ea';
