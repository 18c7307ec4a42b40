/** The stages that look at the contract alone. */
import { baselineStage as changesSince } from '../baseline/stage.ts';
import { lintFully, lintRules } from '../lint/lint.ts';
import { count } from '../report/words.ts';
import { type GateContext, notApplicable, type StageResult, statusOf } from './stage.ts';

export async function lintStage({ options: { contract } }: GateContext): Promise<StageResult> {
  const findings = await lintFully(contract);
  // What a rule finds stands under its operation; of the whole document it did not pass.
  const kept = lintRules.filter(({ id }) => !findings.some(({ check }) => check === id));
  const tried = kept.map(({ id }) => ({ subject: contract.title, check: id, count: 1 }));
  return {
    status: statusOf(findings),
    summary: `${count(contract.operations.length, 'operation')}, ${count(lintRules.length, 'rule')}`,
    tried,
    findings,
    notes: [],
    unattempted: [],
  };
}

export async function baselineStage({ options }: GateContext): Promise<StageResult> {
  if (options.baseline === undefined) return notApplicable('no earlier version was given (--baseline OLD)');
  return changesSince(options.baseline, options.contract);
}
