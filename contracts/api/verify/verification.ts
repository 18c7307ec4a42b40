/** A conformance run from its first request to its report: what `plant-store verify` and the import do. */
import { KitError } from '../../../errors.ts';
import { conformanceStage } from '../../conformance/conformance-stage.ts';
import type { CaseFinished } from '../../conformance/model/run-result.ts';
import { type RunOptions, runConformance } from '../../conformance/run.ts';
import type { Report, Waiver } from '../../report/report.ts';
import { createReport } from '../../verdict/create-report.ts';

export interface VerificationRunOptions extends RunOptions {
  /** Advice fails too. */
  readonly strict: boolean;
  readonly waivers: readonly Waiver[];
}

export type VerificationEvent = CaseFinished | { readonly type: 'finished'; readonly report: Report };

/** The last event is the report. Throws what `runConformance` throws. */
export async function* runVerification({
  strict,
  waivers,
  ...run
}: VerificationRunOptions): AsyncGenerator<VerificationEvent> {
  const { contract, baseUrl, shard } = run;
  const startedAt = new Date();
  for await (const event of runConformance(run)) {
    if (event.type === 'case') yield event;
    else {
      const stages = [conformanceStage(contract, event.result)];
      const checked = { contract, baseUrl, targetKind: 'implementation', startedAt, stages } as const;
      yield { type: 'finished', report: createReport({ ...checked, strict, shard, waivers }) };
    }
  }
}

/** Of a run that ended without a report, which is a fault of the kit. */
export function missingResultError(): KitError {
  return new KitError('nothing-judged', 'the run ended without a result');
}
