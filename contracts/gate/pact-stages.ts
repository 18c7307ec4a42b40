/** The stages of the Pact side. */
import { KitError } from '../../errors.ts';
import { comparePact } from '../pact/compare/compare.ts';
import type { CompareResult } from '../pact/compare/compare-finding.ts';
import { compareStageOf } from '../pact/compare/stage.ts';
import { runConsumerTests } from '../pact/consumer/consume.ts';
import { committedPacts } from '../pact/file/committed.ts';
import { type PactSources, readSources } from '../pact/file/sources.ts';
import { verifyProvider } from '../pact/provider/provider.ts';
import { providerStage as stageOf, unjudgedIn } from '../pact/provider/stage.ts';
import { count } from '../report/words.ts';
import { type GateOptions, type GateState, notApplicable, type StageResult } from './stage.ts';

export async function consumerStage({ consumerOutDir }: GateOptions, state: GateState): Promise<StageResult> {
  if (consumerOutDir === undefined)
    return notApplicable('the consumer of this kit is one of the Plant Store');
  const run = await runConsumerTests({ outDir: consumerOutDir });
  if (run.kind === 'unavailable') {
    state.pactFiles = [...state.pactFiles, ...(await committedPacts())];
    return notApplicable(`${run.reason}; the pact that the tests recorded is used`);
  }
  if (!run.ok) throw new KitError('consumer-tests-failed', lastLines(run.output));
  if (run.stale.length > 0) {
    const fix = 'Renew it with: UPDATE_PACTS=1 npx vitest run contracts/pact/consumer';
    throw new KitError(
      'consumer-tests-failed',
      `the committed pact is not what the consumer says now: ${run.stale.join(', ')}`,
      { fix },
    );
  }
  state.pactFiles = [...state.pactFiles, ...run.pactFiles];
  const tried = [{ subject: 'consumer', check: 'interactions', count: run.interactions }];
  return {
    status: 'passed',
    summary: count(run.interactions, 'interaction'),
    tried,
    findings: [],
    notes: [],
  };
}

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-15).join('\n');
}

export async function compareStage(options: GateOptions, state: GateState): Promise<StageResult> {
  const { contract } = options;
  if (state.pactFiles.length === 0) return notApplicable(noPacts);
  const { pacts, notes } = await sourcesOf(options, state);
  const results: CompareResult[] = [];
  for (const pact of pacts) results.push(await comparePact(pact, contract));
  return { ...compareStageOf(results), notes };
}

function sourcesOf({ headersFor }: GateOptions, state: GateState): Promise<PactSources> {
  state.sources ??= readSources(state.pactFiles, headersFor);
  return state.sources;
}

const noPacts = 'no pacts were given (--pact FILE)';

export async function providerStage(options: GateOptions, state: GateState): Promise<StageResult> {
  if (state.pactFiles.length === 0) return notApplicable(noPacts);
  const { pacts } = await sourcesOf(options, state);
  const result = await verifyProvider({ ...options, pacts });
  const unjudged = unjudgedIn(result).map((what) => `provider check: ${what}`);
  state.unattempted = [...state.unattempted, ...unjudged];
  return stageOf(result);
}
