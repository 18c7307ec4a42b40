/** Faults and manners of the file service in short. */
import { type FaultyVariant, faulty, type Variant } from '../variant.ts';
import type { FilesBehavior } from './behavior.ts';

export type FilesVariant = Variant<FilesBehavior>;
export type BehaviorChange = FilesVariant['behavior'];

export interface FilesDefect {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly string[];
  readonly foundBy: readonly string[];
  readonly categories?: readonly string[];
  readonly behavior: BehaviorChange;
}

export type FilesFault = FaultyVariant<FilesBehavior>;

export function basic(variants: readonly FilesDefect[]): readonly FilesFault[] {
  return faulty<FilesBehavior>('basic', variants);
}

export function deep(variants: readonly FilesDefect[]): readonly FilesFault[] {
  return faulty<FilesBehavior>('deep', variants);
}

/** Everything below a name too: `region` stands for `region/0/enum`. */
export function ignoresRules(...rules: readonly string[]): BehaviorChange {
  return () => ({ enforces: (rule) => !rules.some((one) => rule === one || rule.startsWith(`${one}/`)) });
}

/** Checks of its own, where it has other ones than its group. */
export type ShortDefect = Pick<FilesDefect, 'name' | 'description' | 'behavior'> &
  Partial<Pick<FilesDefect, 'foundBy'>>;

/** Several with the same operations and checks. */
export function scoped(
  { operations, foundBy }: Pick<FilesDefect, 'operations' | 'foundBy'>,
  defects: readonly ShortDefect[],
): readonly FilesFault[] {
  return deep(defects.map((defect) => ({ foundBy, ...defect, operations })));
}
