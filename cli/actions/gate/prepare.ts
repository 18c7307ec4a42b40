/** Prepares a gate: its inputs before the first stage, and the report when they are missing or invalid. */
import { setupFailureReport, unreadableContractReport } from '../../../contracts/gate/setup-failure.ts';
import type { Report, Waiver } from '../../../contracts/report/report.ts';
import { KitError } from '../../../errors.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { loadPlaceholderContract } from '../../../spec/loading/spec-source.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { CommandInput } from '../../command.ts';
import { getFlag, getSpecSource, getString, loadSpec } from '../../options/option-values.ts';
import { readRunLimits, readWaivers } from '../../options/shared-options.ts';
import { type GateTarget, openTarget, type TargetPlan } from './target.ts';

export interface PreparedGate {
  readonly waivers: readonly Waiver[];
  readonly baseline: Contract | undefined;
  readonly target: GateTarget;
}

/** Why the gate does not start, with its report. */
export interface FailedPreparation {
  readonly error: KitError;
  readonly report: Report;
}

/**
 * Throws the errors of `loadContract` when the document cannot be read at all; a note on stderr says that there is no
 * report.
 */
export async function loadGateContract(
  input: CommandInput,
  plan: TargetPlan,
  folder: string,
): Promise<{ readonly contract: Contract } | FailedPreparation> {
  const startedAt = new Date();
  try {
    return { contract: await loadSpec(input, true) };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const contract = await loadPlaceholderContract(getSpecSource(input));
    if (contract !== undefined)
      return {
        error,
        report: unreadableContractReport({
          ...describeTarget(plan),
          ...{ contract, startedAt, error, strict: getFlag(input, 'strict') },
        }),
      };
    process.stderr.write(`no reports in ${folder}/, because the document cannot be read\n`);
    throw error;
  }
}

function describeTarget(plan: TargetPlan) {
  return plan.kind === 'mock server'
    ? ({ baseUrl: plan.kind, targetKind: plan.kind } as const)
    : ({ baseUrl: plan.url, targetKind: 'implementation' } as const);
}

interface PrepareInput {
  readonly input: CommandInput;
  readonly plan: TargetPlan;
  readonly contract: Contract;
  readonly folder: string;
}

/** Errors other than KitError are thrown. */
export async function prepareGate(prepareInput: PrepareInput): Promise<PreparedGate | FailedPreparation> {
  const { input, plan, contract, folder } = prepareInput;
  const { timeoutMs } = readRunLimits(input);
  const startedAt = new Date();
  let waivers: readonly Waiver[] = [];
  try {
    waivers = await readWaivers(input);
    const baseline = await loadBaseline(input);
    return { waivers, baseline, target: await openTarget(plan, { contract, folder, timeoutMs }) };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const report = setupFailureReport({
      ...{ contract, waivers, startedAt, error, strict: getFlag(input, 'strict') },
      ...describeTarget(plan),
    });
    return { error, report };
  }
}

async function loadBaseline(input: CommandInput): Promise<Contract | undefined> {
  const given = getString(input, 'baseline');
  return given === undefined ? undefined : loadContract(given);
}
