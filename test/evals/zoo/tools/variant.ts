/** Faults and manners of the tool library in short. */
import { type FaultyVariant, faulty, type RightVariant, right } from '../variant.ts';
import type { OperationId } from './handlers.ts';
import type { Behaviour } from './store.ts';

export interface Fault {
  readonly name: string;
  readonly what: string;
  readonly at: readonly OperationId[];
  readonly foundBy: readonly string[];
  readonly families?: readonly string[];
  readonly behaviour: FaultyVariant<Behaviour>['behaviour'];
}

export function basic(variants: readonly Fault[]): readonly FaultyVariant<Behaviour>[] {
  return faulty<Behaviour>('basic', variants);
}

export function deep(variants: readonly Fault[]): readonly FaultyVariant<Behaviour>[] {
  return faulty<Behaviour>('deep', variants);
}

/** Where each is looked for, unless it says so itself. */
export function within(
  families: readonly string[],
  variants: readonly FaultyVariant<Behaviour>[],
): readonly FaultyVariant<Behaviour>[] {
  return variants.map((variant) => ({ families, ...variant }));
}

type Manner = Omit<RightVariant<Behaviour>, 'kind'>;

export function manners(variants: readonly Manner[]): readonly RightVariant<Behaviour>[] {
  return right<Behaviour>(variants);
}

/** Everything below a name too: `part` stands for `part/quantity/required`. */
export function forgets(...rules: readonly string[]): Fault['behaviour'] {
  return () => ({ keeps: (rule) => !rules.some((one) => rule === one || rule.startsWith(`${one}/`)) });
}
