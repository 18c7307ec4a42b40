/** Whether a run has looked for what a waiver names: only then does its absence say something. */
import { catalogue } from '../catalogue/catalogue.ts';
import { isByPact } from '../finding/id.ts';
import type { StageReport } from '../report/stage.ts';

/** A nightly run without a baseline says nothing of a waiver for a breaking change. */
export function isLookedFor(waiverId: string, stages: readonly StageReport[]): boolean {
  const home = isByPact(waiverId) ? 'provider check' : homeOf(waiverId.slice(0, waiverId.indexOf('/')));
  return stages.some(({ name, status }) => name === home && (status === 'passed' || status === 'failed'));
}

const homes: ReadonlyMap<string, string> = new Map(catalogue.map(({ id, stage }) => [id, stage] as const));

/** The stage that a check belongs to; what is none of the others is a rule on changes. */
function homeOf(check: string): string {
  return homes.get(check) ?? 'breaking changes';
}
