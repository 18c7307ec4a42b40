/** Runs conformance and creates its report: shared by `plant-store verify` and `plant-store/verify`. */
import { KitError } from '../../../errors.ts';
import { conformanceStage } from '../../conformance/conformance-stage.ts';
import type { CaseFinished } from '../../conformance/model/run-result.ts';
import { runConformance } from '../../conformance/run.ts';
import type { RunOptions } from '../../conformance/run-options.ts';
import type { FailOn } from '../../options/fail-on.ts';
import type { Report, RerunOptions, Waiver } from '../../report/report.ts';
import { createReport } from '../../verdict/create-report.ts';

export interface VerificationRunOptions extends RunOptions {
  /** Warnings fail the run too. */
  readonly strict: boolean;
  readonly failOn?: FailOn | undefined;
  readonly waivers: readonly Waiver[];
  /** See `Report`. */
  readonly rerun?: RerunOptions | undefined;
}

export type VerificationEvent = CaseFinished | { readonly type: 'finished'; readonly report: Report };

/** The last event holds the report. Throws the errors of `runConformance`. */
export async function* runVerification({
  strict,
  failOn,
  waivers,
  rerun,
  ...run
}: VerificationRunOptions): AsyncGenerator<VerificationEvent> {
  const { contract, baseUrl, shard, severities, hooks } = run;
  const startedAt = new Date();
  for await (const event of runConformance(run)) {
    if (event.type === 'case') yield event;
    else {
      const stages = [conformanceStage(contract, event.result)];
      const checked = { contract, baseUrl, targetKind: 'implementation', startedAt, stages } as const;
      yield {
        type: 'finished',
        report: createReport({ ...checked, strict, failOn, severities, shard, waivers, hooks, rerun }),
      };
    }
  }
}

/** The error for a run that ended without a report, which is a bug in the kit. */
export function missingResultError(): KitError {
  return new KitError('nothing-checked', 'the run ended without a result');
}
