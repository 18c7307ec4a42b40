/** A verification as a stage of the gate and of a report. */
import type { Contract } from '../../../spec/contract.ts';
import { type Report, reportOf, type StageReport, type TriedUnit } from '../../report/report.ts';
import { count } from '../../report/words.ts';
import { foldWithin } from '../../same-cause.ts';
import { interactionName } from '../file/interaction.ts';
import type { InteractionResult } from './interaction-result.ts';
import type { ProviderResult } from './provider.ts';

/** Every interaction, and every check that one of them broke. */
export function providerStage({ ok, interactions, durationMs, output }: ProviderResult): StageReport {
  const findings = foldWithin(interactions.flatMap((result) => result.findings));
  const isFailed = !ok && findings.some(({ severity }) => severity === 'fault');
  return {
    name: 'provider check',
    status: isFailed ? 'failed' : ok ? 'passed' : 'not run',
    summary: summaryOf(interactions),
    ms: Math.round(durationMs),
    tried: interactions.map(triedUnit),
    findings,
    notes: [...new Set(interactions.flatMap(notesOf))],
    engine: { name: 'pact verifier', output },
  };
}

/** A verification alone, as data for machines. */
export function providerReport({ result, failure, ...input }: ProviderReportInput): Report {
  const unattempted = [...unjudgedIn(result), ...(failure === undefined ? [] : [failure])];
  return reportOf({ ...input, stages: [providerStage(result)], unattempted });
}

export interface ProviderReportInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly result: ProviderResult;
  /** What went wrong beside the interactions, such as that results could not be published. */
  readonly failure?: string | undefined;
  readonly strict: boolean;
}

/** What was not judged, in words: it keeps a verdict open. */
export function unjudgedIn({ interactions }: ProviderResult): readonly string[] {
  return interactions
    .filter(({ status, isPending }) => status === 'not judged' && !isPending)
    .map(({ interaction, reason }) => `${interactionName(interaction)}: ${reason}`);
}

function summaryOf(interactions: readonly InteractionResult[]): string {
  const held = interactions.filter(({ status }) => status === 'passed').length;
  const open = interactions.filter(({ status }) => status === 'not judged').length;
  const pending = interactions.filter(({ status, isPending }) => status === 'failed' && isPending).length;
  return [
    `${held} of ${count(interactions.length, 'interaction')} held`,
    ...(pending === 0 ? [] : [`${pending} pending failed`]),
    ...(open === 0 ? [] : [`${open} not judged`]),
  ].join(', ');
}

function triedUnit({ interaction, status }: InteractionResult): TriedUnit {
  return {
    subject: interactionName(interaction),
    check: 'pact-expectation',
    count: status === 'not judged' ? 0 : 1,
  };
}

function notesOf({ interaction, status, reason, silent }: InteractionResult): readonly string[] {
  if (status === 'not judged') return [`not judged: ${interactionName(interaction)}: ${reason}`];
  return silent;
}
