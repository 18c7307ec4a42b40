/** A comparison as a stage of a report. */
import type { StageReport } from '../../report/report.ts';
import { count } from '../../report/words.ts';
import type { CompareResult } from './compare-finding.ts';
import { compareFindings } from './findings.ts';

export function compareStageOf(results: readonly CompareResult[]): Omit<StageReport, 'name' | 'ms'> {
  const findings = results.flatMap(compareFindings);
  const compared = results.reduce((sum, { interactions }) => sum + interactions, 0);
  const silent = results
    .flatMap((result) => result.findings)
    .filter(({ severity }) => severity === 'silent').length;
  return {
    status: findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'passed',
    summary: `${count(compared, 'interaction')} against the contract${silent === 0 ? '' : `, ${silent} beyond what it says`}`,
    tried: results.map(({ consumer, interactions }) => ({
      subject: consumer,
      check: 'pact-compatible',
      count: interactions,
    })),
    findings,
    notes: [],
  };
}
