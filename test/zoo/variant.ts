import type { Behaviour } from './store.ts';

interface Described {
  /** Kebab case, unique in the zoo. */
  readonly name: string;
  /** One sentence in the present tense: what it does, and where that is typical. */
  readonly what: string;
  /** Called once per start, so that whatever a variant remembers begins empty. */
  readonly behaviour: (right: Behaviour) => Partial<Behaviour>;
}

export interface FaultyVariant extends Described {
  readonly kind: 'faulty';
  /**
   * basic: one simple request shows the fault.
   * deep: it takes a sequence, concurrency, the connection, an odd token or an unusual way to write the same.
   */
  readonly depth: 'basic' | 'deep';
}

export interface RightVariant extends Described {
  readonly kind: 'right';
}

export type Variant = FaultyVariant | RightVariant;

export function faulty(
  depth: FaultyVariant['depth'],
  variants: readonly Described[],
): readonly FaultyVariant[] {
  return variants.map((variant) => ({ kind: 'faulty', depth, ...variant }));
}

export function right(variants: readonly Described[]): readonly RightVariant[] {
  return variants.map((variant) => ({ kind: 'right', ...variant }));
}
