/** A conformance run from its first request to its report: what `plant-store verify` and the import do. */
import { KitError } from '../../../errors.ts';
import type { CaseDone } from '../../conformance/model/result.ts';
import { type RunOptions, runConformance } from '../../conformance/run.ts';
import { conformanceStage } from '../../conformance/stage.ts';
import type { Report, Waiver } from '../../report/report.ts';
import { reportOf } from '../../verdict/make-report.ts';

export interface VerificationOptions extends RunOptions {
  /** Advice fails too. */
  readonly strict: boolean;
  readonly waivers: readonly Waiver[];
}

export type VerificationEvent = CaseDone | { readonly type: 'finished'; readonly report: Report };

/** The last event is the report. Throws what `runConformance` throws. */
export async function* verification({
  strict,
  waivers,
  ...run
}: VerificationOptions): AsyncGenerator<VerificationEvent> {
  const { contract, baseUrl, shard } = run;
  const startedAt = new Date();
  for await (const event of runConformance(run)) {
    if (event.type === 'case') yield event;
    else {
      const stages = [conformanceStage(contract, event.result)];
      const judged = { contract, baseUrl, targetKind: 'implementation', startedAt, stages } as const;
      yield { type: 'finished', report: reportOf({ ...judged, strict, shard, waivers }) };
    }
  }
}

/** Of a run that ended without a report, which is a fault of the kit. */
export function endedEarly(): KitError {
  return new KitError('nothing-judged', 'the run ended without a result');
}
