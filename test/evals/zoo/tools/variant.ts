/** Faults and manners of the tool library in short. */
import { type FaultyVariant, faulty, type RightVariant, right } from '../variant.ts';
import type { OperationId } from './handlers.ts';
import type { ToolStoreBehavior } from './store.ts';

export interface ToolDefect {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationId[];
  readonly foundBy: readonly string[];
  readonly categories?: readonly string[];
  readonly behavior: FaultyVariant<ToolStoreBehavior>['behavior'];
}

export function basic(variants: readonly ToolDefect[]): readonly FaultyVariant<ToolStoreBehavior>[] {
  return faulty<ToolStoreBehavior>('basic', variants);
}

export function deep(variants: readonly ToolDefect[]): readonly FaultyVariant<ToolStoreBehavior>[] {
  return faulty<ToolStoreBehavior>('deep', variants);
}

/** Where each is looked for, unless it says so itself. */
export function inCategories(
  categories: readonly string[],
  variants: readonly FaultyVariant<ToolStoreBehavior>[],
): readonly FaultyVariant<ToolStoreBehavior>[] {
  return variants.map((variant) => ({ categories, ...variant }));
}

type RightToolVariant = Omit<RightVariant<ToolStoreBehavior>, 'kind'>;

export function rightVariants(variants: readonly RightToolVariant[]): readonly RightVariant<ToolStoreBehavior>[] {
  return right<ToolStoreBehavior>(variants);
}

/** Everything below a name too: `part` stands for `part/quantity/required`. */
export function ignoresRules(...rules: readonly string[]): ToolDefect['behavior'] {
  return () => ({ enforces: (rule) => !rules.some((one) => rule === one || rule.startsWith(`${one}/`)) });
}
