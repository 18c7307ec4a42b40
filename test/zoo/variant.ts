import type { Behaviour } from './store.ts';

interface Described {
  /** Kebab case, unique in the zoo. */
  readonly name: string;
  /** One sentence in the present tense: what it does, and where that is typical. */
  readonly what: string;
  /** Called once per start, so that whatever a variant remembers begins empty. */
  readonly behaviour: (right: Behaviour) => Partial<Behaviour>;
}

export type Language = 'Java' | 'Go' | 'PHP' | 'Python' | 'C#' | 'JavaScript';

/** Where a real implementation does so, or did. */
export interface SeenIn {
  readonly language: Language;
  /** The library and what it does, in a few words. */
  readonly what: string;
  /** `owner/repository#number` on GitHub, or the address of the documentation without `https://`. */
  readonly source: string;
}

export interface FaultyVariant extends Described {
  readonly kind: 'faulty';
  /**
   * basic: one simple request shows the fault.
   * deep: it takes a sequence, concurrency, the connection, an odd token or an unusual way to write the same.
   */
  readonly depth: 'basic' | 'deep';
  readonly seenIn?: SeenIn;
}

export interface RightVariant extends Described {
  readonly kind: 'right';
  /** For a slow store: so many requests under way at once, that a trial ends in time. */
  readonly atOnce?: number;
}

export type Variant = FaultyVariant | RightVariant;

export function faulty(
  depth: FaultyVariant['depth'],
  variants: readonly (Described & Pick<FaultyVariant, 'seenIn'>)[],
): readonly FaultyVariant[] {
  return variants.map((variant) => ({ kind: 'faulty', depth, ...variant }));
}

/** Faults of one language that were read about in its libraries. */
export function seenIn(language: Language, what: string, source: string): { readonly seenIn: SeenIn } {
  return { seenIn: { language, what, source } };
}

export function right(
  variants: readonly (Described & Pick<RightVariant, 'atOnce'>)[],
): readonly RightVariant[] {
  return variants.map((variant) => ({ kind: 'right', ...variant }));
}
