/**
 * Compares or verifies pacts outside the gate and creates the report: for `plant-store pact` and `plant-store/pact`.
 */
import type { Contract } from '../../../spec/model/contract.ts';
import { comparePact } from '../../pact/compare/compare-pact.ts';
import { comparePactsStage } from '../../pact/compare/compare-stage.ts';
import type { CompareResult } from '../../pact/compare/findings.ts';
import type { PactSources } from '../../pact/file/pact-sources.ts';
import { createProviderStage } from '../../pact/provider/provider-stage.ts';
import type { ProviderResult } from '../../pact/provider/verify-provider.ts';
import type { Report, Waiver } from '../../report/report.ts';
import { createReport } from '../../verdict/create-report.ts';

export interface PactComparison {
  /** One for each pact. */
  readonly results: readonly CompareResult[];
  readonly report: Report;
}

export interface PactComparisonInput {
  readonly contract: Contract;
  readonly sources: PactSources;
  /** Warnings fail the run too. */
  readonly strict: boolean;
  readonly waivers?: readonly Waiver[] | undefined;
}

/** Throws the errors of `comparePact`. */
export async function compareAllPacts({ contract, sources, ...options }: PactComparisonInput): Promise<PactComparison> {
  const { pacts, notes } = sources;
  const startedAt = new Date();
  const start = performance.now();
  const results: CompareResult[] = [];
  for (const pact of pacts) results.push(await comparePact(pact, contract));
  const stage = {
    ...comparePactsStage(results),
    name: COMPARE_STAGE,
    ms: Math.round(performance.now() - start),
    notes,
  };
  const baseUrl = results.map(({ pactFile }) => pactFile).join(', ');
  const run = { contract, baseUrl, targetKind: 'files', startedAt, stages: [stage] } as const;
  return { results, report: createReport({ ...run, ...options }) };
}

/** The same name as in the gate. */
const COMPARE_STAGE = 'pact × contract';

/** The report of a verification that is not part of a gate. */
export function providerReport(providerInput: ProviderReportInput): Report {
  const { result, failure, notes = [], only, ...input } = providerInput;
  const unattempted = failure === undefined ? [] : [failure];
  const stage = createProviderStage(result);
  const selection = only === undefined ? {} : { selectedInteractions: only };
  const stages = [{ ...stage, notes: [...notes, ...stage.notes], ...selection }];
  return createReport({ ...input, targetKind: 'implementation', stages, additionalUnattempted: unattempted });
}

export interface ProviderReportInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly startedAt: Date;
  readonly result: ProviderResult;
  /** What failed apart from the interactions; for example, results could not be published. */
  readonly failure?: string | undefined;
  /** Remarks on the selection of pacts. */
  readonly notes?: readonly string[];
  /** The selection of interactions; the report says nothing about the others. */
  readonly only?: string | undefined;
  readonly strict: boolean;
  readonly waivers?: readonly Waiver[] | undefined;
}
