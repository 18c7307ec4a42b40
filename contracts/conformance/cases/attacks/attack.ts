/** An attack: what stands in the place of the right credential. */
import {
  asIs,
  type CredentialTemplate,
  inOtherCase,
  withFirstChanged,
  withLastChanged,
  withoutFirst,
  withoutLast,
  withSpace,
} from '../../../../shell/credential-form.ts';
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

/** What is done to a right secret: each is a way in which a careless comparison lets it pass. */
export interface Damage {
  readonly name: string;
  readonly words: string;
  readonly template: CredentialTemplate;
}

export const damages: readonly Damage[] = [
  { name: 'extended', words: 'the right secret with a letter more', template: [asIs, 'x'] },
  { name: 'cut', words: 'the right secret with a letter less', template: [withoutLast] },
  { name: 'cut in front', words: 'the right secret without its first letter', template: [withoutFirst] },
  { name: 'other case', words: 'the right secret in another case', template: [inOtherCase(asIs)] },
  { name: 'changed', words: 'the right secret with its last letter changed', template: [withLastChanged] },
  {
    name: 'changed in front',
    words: 'the right secret with its first letter changed',
    template: [withFirstChanged],
  },
  {
    name: 'with a space inside',
    words: 'the right secret with a space after its first letter',
    template: [withSpace],
  },
  { name: 'doubled', words: 'the right secret twice, one behind the other', template: [asIs, asIs] },
];
