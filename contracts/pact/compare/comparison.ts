/** Pacts held against a contract, with the report of it: what `plant-store pact compare` and the import do. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { Report } from '../../report/report.ts';
import type { Waiver } from '../../report/waiver.ts';
import { reportOf } from '../../verdict/make-report.ts';
import type { PactSources } from '../file/sources.ts';
import { comparePact } from './compare.ts';
import type { CompareResult } from './compare-finding.ts';
import { compareStageOf } from './stage.ts';

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
