/** Whether a run has looked for what a waiver names: only then does its absence say something. */
import { checks } from '../conformance/checks/index.ts';
import { isByPact } from '../finding-id.ts';
import { lintRules } from '../lint/lint.ts';
import { compareChecks } from '../pact/compare/checks.ts';
import { pactChecks } from '../pact/provider/findings.ts';
import type { StageReport } from '../report/stage-report.ts';

/** A nightly run without a baseline says nothing of a waiver for a breaking change. */
export function isLookedFor(waiverId: string, stages: readonly StageReport[]): boolean {
  const home = isByPact(waiverId) ? 'provider check' : homeOf(waiverId.slice(0, waiverId.indexOf('/')));
  return stages.some(({ name, status }) => name === home && (status === 'passed' || status === 'failed'));
}

const homes: ReadonlyMap<string, string> = new Map([
  ...lintRules.map(({ id }) => [id, 'contract lint'] as const),
  ...Object.keys(compareChecks).map((id) => [id, 'pact × contract'] as const),
  ...Object.keys(pactChecks).map((id) => [id, 'provider check'] as const),
  ...checks.map(({ id }) => [id, 'conformance'] as const),
]);

/** The stage that a check belongs to; what is none of the others is a rule on changes. */
function homeOf(check: string): string {
  return homes.get(check) ?? 'breaking changes';
}
