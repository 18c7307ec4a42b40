/** What a gate needs before its first stage, and what is reported where it is not to be had. */
import { unbegunReport, unusableReport } from '../../../contracts/gate/unbegun.ts';
import type { Report, Waiver } from '../../../contracts/report/report.ts';
import { KitError } from '../../../errors.ts';
import { unusableDocument } from '../../../spec/loading/given.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { CommandInput } from '../../command.ts';
import { waiversOf } from '../../options/shared.ts';
import { flag, specSource, text } from '../../options/values.ts';
import { type GateTarget, openTarget, type TargetPlan } from './target.ts';

/** All that it needs. */
export interface Prepared {
  readonly waivers: readonly Waiver[];
  readonly baseline: Contract | undefined;
  readonly target: GateTarget;
}

/** Why it does not begin, with the report that says so. */
export interface NotPrepared {
  readonly error: KitError;
  readonly report: Report;
}

/** Throws what `loadContract` throws where the document cannot be read: of none there is no report, which is said on stderr. */
export async function contractOf(
  input: CommandInput,
  plan: TargetPlan,
  folder: string,
): Promise<{ readonly contract: Contract } | NotPrepared> {
  const startedAt = new Date();
  try {
    return { contract: await loadContract(specSource(input)) };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const contract = await unusableDocument(specSource(input));
    if (contract !== undefined)
      return {
        error,
        report: unusableReport({
          ...heldAgainst(plan),
          ...{ contract, startedAt, error, strict: flag(input, 'strict') },
        }),
      };
    process.stderr.write(`no reports in ${folder}/: without the document there is nothing to report on\n`);
    throw error;
  }
}

function heldAgainst(plan: TargetPlan) {
  return plan.kind === 'fake store'
    ? ({ baseUrl: plan.kind, targetKind: plan.kind } as const)
    : ({ baseUrl: plan.url, targetKind: 'implementation' } as const);
}

interface Beginning {
  readonly input: CommandInput;
  readonly plan: TargetPlan;
  readonly contract: Contract;
  readonly folder: string;
}

/** A failure of the kit's own is thrown on. */
export async function prepare(beginning: Beginning): Promise<Prepared | NotPrepared> {
  const { input, plan, contract, folder } = beginning;
  const startedAt = new Date();
  let waivers: readonly Waiver[] = [];
  try {
    waivers = await waiversOf(input);
    const baseline = await baselineOf(input);
    return { waivers, baseline, target: await openTarget(plan, contract, folder) };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const report = unbegunReport({
      ...{ contract, waivers, startedAt, error, strict: flag(input, 'strict') },
      ...heldAgainst(plan),
    });
    return { error, report };
  }
}

async function baselineOf(input: CommandInput): Promise<Contract | undefined> {
  const given = text(input, 'baseline');
  return given === undefined ? undefined : loadContract(given);
}
