/** A comparison as a stage of a report. */
import type { Finding } from '../../finding/finding.ts';
import type { StageReport, TriedUnit } from '../../report/stage.ts';
import { count } from '../../report/words.ts';
import { interactionName } from '../file/interaction.ts';
import type { CompareResult } from './compare-finding.ts';
import { compareFindings } from './findings.ts';

export function compareStageOf(results: readonly CompareResult[]): Omit<StageReport<Finding>, 'name' | 'ms'> {
  const findings = results.flatMap(compareFindings);
  const compared = results.reduce((sum, { interactions }) => sum + interactions, 0);
  const silent = results
    .flatMap((result) => result.findings)
    .filter(({ severity }) => severity === 'silent').length;
  return {
    status: findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'passed',
    summary: `${count(compared, 'interaction')} against the contract${silent === 0 ? '' : `, ${silent} beyond what it says`}`,
    tried: results.flatMap(triedUnits),
    findings,
    notes: [],
    unattempted: [],
  };
}

/** Every interaction, whether there is something to tell of it or not. */
function triedUnits({ consumer, compared }: CompareResult): readonly TriedUnit[] {
  return compared.map((interaction) => ({
    subject: interactionName(interaction),
    check: 'pact-compatible',
    count: 1,
    consumer,
    place: interaction.place,
  }));
}
