/** What the hooks of the user did in a run: said wherever its result is. */
import type { UsedHooks } from '../hooks/hook-run.ts';
import { listNames, pluralize } from './text-format.ts';

export interface HookEffects {
  /** Cases that `filterCase` left out, by operation and test category. */
  readonly leftOut: readonly CasesOfCategory[];
  /** Cases of which only the form of responses was checked, since `beforeRequest` changed what they are about. */
  readonly changedMeaning: readonly CasesOfCategory[];
}

export interface CasesOfCategory {
  readonly operation: string;
  readonly category: string;
  readonly cases: number;
}

/** `hooks.ts (SHA-256 3f2a...): beforeRequest, check no-stack-trace` */
export function describeHooks({ hookFile, names }: UsedHooks): string {
  const origin = hookFile === undefined ? 'of the program' : `${hookFile.file} (SHA-256 ${hookFile.sha256})`;
  return `hooks ${origin}: ${names.join(', ')}`;
}

/** What was not tested because of hooks; empty if everything was. */
export function describeHookEffects(effects: HookEffects | undefined): readonly string[] {
  const { leftOut = [], changedMeaning = [] } = effects ?? {};
  return [
    ...(leftOut.length === 0
      ? []
      : [`not tested: ${countText(leftOut)}, which the hook filterCase left out: ${listText(leftOut)}`]),
    ...(changedMeaning.length === 0
      ? []
      : [
          `not tested: ${countText(changedMeaning)}, since the hook beforeRequest changed what they are about; only the form of the responses was checked: ${listText(changedMeaning)}`,
        ]),
  ];
}

/** Adds up those of several shards. */
export function mergeHookEffects(all: readonly HookEffects[]): HookEffects {
  return {
    leftOut: sumByCategory(all.flatMap(({ leftOut }) => leftOut)),
    changedMeaning: sumByCategory(all.flatMap(({ changedMeaning }) => changedMeaning)),
  };
}

function sumByCategory(counts: readonly CasesOfCategory[]): readonly CasesOfCategory[] {
  const groups = Map.groupBy(counts, ({ operation, category }) => JSON.stringify([operation, category]));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, cases: others.reduce((sum, { cases }) => sum + cases, first.cases) }],
  );
}

function countText(counts: readonly CasesOfCategory[]): string {
  return pluralize(
    counts.reduce((sum, { cases }) => sum + cases, 0),
    'case',
  );
}

/** `createOrder (boundary-values 8, wrong-types 4), readOrder (random 2)` */
function listText(counts: readonly CasesOfCategory[]): string {
  const byOperation = Map.groupBy(counts, ({ operation }) => operation);
  return listNames(
    [...byOperation].map(
      ([operation, own]) => `${operation} (${own.map(({ category, cases }) => `${category} ${cases}`).join(', ')})`,
    ),
  );
}
