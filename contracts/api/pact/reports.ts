/** A comparison or a verification of pacts alone, with the report of it: for `plant-store pact` and the import. */
import type { Contract } from '../../../spec/model/contract.ts';
import { comparePact } from '../../pact/compare/compare.ts';
import type { CompareResult } from '../../pact/compare/findings.ts';
import { compareStageOf } from '../../pact/compare/stage.ts';
import type { PactSources } from '../../pact/file/sources.ts';
import type { ProviderResult } from '../../pact/provider/provider.ts';
import { providerStage } from '../../pact/provider/stage.ts';
import type { Report, Waiver } from '../../report/report.ts';
import { reportOf } from '../../verdict/make-report.ts';

export interface Comparison {
  /** By pact. */
  readonly results: readonly CompareResult[];
  readonly report: Report;
}

export interface ComparisonInput {
  readonly contract: Contract;
  readonly sources: PactSources;
  /** Advice fails too. */
  readonly strict: boolean;
  readonly waivers?: readonly Waiver[] | undefined;
}

/** Throws what `comparePact` throws. */
export async function comparison({ contract, sources, ...how }: ComparisonInput): Promise<Comparison> {
  const { pacts, notes } = sources;
  const startedAt = new Date();
  const start = performance.now();
  const results: CompareResult[] = [];
  for (const pact of pacts) results.push(await comparePact(pact, contract));
  const stage = { ...compareStageOf(results), name: STAGE, ms: Math.round(performance.now() - start), notes };
  const baseUrl = results.map(({ pactFile }) => pactFile).join(', ');
  const told = { contract, baseUrl, targetKind: 'files', startedAt, stages: [stage] } as const;
  return { results, report: reportOf({ ...told, ...how }) };
}

/** As the gate calls it. */
const STAGE = 'pact × contract';

/** A verification alone, as data for machines. */
export function providerReport(given: ProviderReportInput): Report {
  const { result, failure, notes = [], only, ...input } = given;
  const unattempted = failure === undefined ? [] : [failure];
  const stage = providerStage(result);
  const asked = only === undefined ? {} : { asked: only };
  const stages = [{ ...stage, notes: [...notes, ...stage.notes], ...asked }];
  return reportOf({ ...input, targetKind: 'implementation', stages, unattempted });
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
