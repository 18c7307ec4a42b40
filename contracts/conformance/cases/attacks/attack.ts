/** An attack: what stands in the place of the right credential. */
import type { CredentialTemplate } from '../../../../shell/credential-form.ts';
import type { CredentialValue } from '../../model/draft.ts';

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

/** The right secret, not written as the scheme says. */
export function misspelt(name: string, words: string, template: CredentialTemplate): Attack {
  return { ...derived(name, words, template), topic: 'right secret, wrongly given' };
}

/** Made from the right secret. */
export function derived(name: string, words: string, template: CredentialTemplate): Attack {
  return { name, words, value: { kind: 'derived', template }, topic: 'no right secret' };
}

/** The same in every run, so that two runs send the same. */
export const unknownSecret = 'unknown-7c1fd0a94e2b86b35d07f1ea';
