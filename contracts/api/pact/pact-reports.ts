/** A comparison or a verification of pacts alone, with the report of it: for `plant-store pact` and the import. */
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
  /** By pact. */
  readonly results: readonly CompareResult[];
  readonly report: Report;
}

export interface PactComparisonInput {
  readonly contract: Contract;
  readonly sources: PactSources;
  /** Advice fails too. */
  readonly strict: boolean;
  readonly waivers?: readonly Waiver[] | undefined;
}

/** Throws what `comparePact` throws. */
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

/** As the gate calls it. */
const COMPARE_STAGE = 'pact × contract';

/** A verification alone, as data for machines. */
export function providerReport(providerInput: ProviderReportInput): Report {
  const { result, failure, notes = [], only, ...input } = providerInput;
  const unattempted = failure === undefined ? [] : [failure];
  const stage = createProviderStage(result);
  const selection = only === undefined ? {} : { asked: only };
  const stages = [{ ...stage, notes: [...notes, ...stage.notes], ...selection }];
  return createReport({ ...input, targetKind: 'implementation', stages, additionalUnattempted: unattempted });
}

export interface ProviderReportInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly startedAt: Date;
  readonly result: ProviderResult;
  /** What went wrong beside the interactions, such as that results could not be published. */
  readonly failure?: string | undefined;
  /** Of the choice of pacts. */
  readonly notes?: readonly string[];
  /** The interactions that alone were asked for: of the others nothing is said. */
  readonly only?: string | undefined;
  readonly strict: boolean;
  readonly waivers?: readonly Waiver[] | undefined;
}
