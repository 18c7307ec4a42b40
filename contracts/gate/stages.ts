/** The stages of the gate: of the contract alone, then of the Pact side. */
import { KitError } from '../../errors.ts';
import { baselineStage as changesSince } from '../baseline/stage.ts';
import { defaultDraws } from '../conformance/cases/family.ts';
import { lintFully, lintRules } from '../lint/lint.ts';
import { comparePact } from '../pact/compare/compare.ts';
import type { CompareResult } from '../pact/compare/findings.ts';
import { compareStageOf } from '../pact/compare/stage.ts';
import { runConsumerTests } from '../pact/consumer/consume.ts';
import { committedPacts } from '../pact/file/sources.ts';
import { verifyInTurn } from '../pact/provider/provider.ts';
import { providerStage as stageOf } from '../pact/provider/stage.ts';
import { count } from '../report/words.ts';
import { type GateContext, notApplicable, type StageEvent, type StageResult, statusOf } from './stage.ts';

export async function lintStage({ options: { contract } }: GateContext): Promise<StageResult> {
  const findings = await lintFully(contract);
  // What a rule finds stands under its operation; of the whole document it did not pass.
  const kept = lintRules.filter(({ id }) => !findings.some(({ check }) => check === id));
  const tried = kept.map(({ id }) => ({ subject: contract.title, check: id, count: 1 }));
  return {
    status: statusOf(findings),
    summary: `${count(contract.operations.length, 'operation')}, ${count(lintRules.length, 'rule')}`,
    tried,
    findings,
    notes: [],
    unattempted: [],
  };
}

export async function baselineStage({ options }: GateContext): Promise<StageResult> {
  if (options.baseline === undefined) return notApplicable('no earlier version was given (--baseline OLD)');
  return changesSince(options.baseline, options.contract);
}

export async function consumerStage({ options: { consumerOutDir } }: GateContext): Promise<StageResult> {
  if (consumerOutDir === undefined)
    return notApplicable('the consumer of this kit is one of the Plant Store');
  const run = await runConsumerTests({ outDir: consumerOutDir });
  if (run.kind === 'unavailable') {
    const why = `${run.reason}; the pact that the tests recorded is used`;
    return { ...notApplicable(why), pactFiles: await committedPacts() };
  }
  if (!run.ok) throw new KitError('consumer-tests-failed', lastLines(run.output));
  refuseStale(run.stale);
  return {
    status: 'passed',
    summary: count(run.interactions, 'interaction'),
    tried: [{ subject: 'consumer', check: 'interactions', count: run.interactions }],
    findings: [],
    notes: [],
    unattempted: [],
    pactFiles: run.pactFiles,
  };
}

function refuseStale(stale: readonly string[]): void {
  if (stale.length === 0) return;
  throw new KitError(
    'consumer-tests-failed',
    `the committed pact is not what the consumer says now: ${stale.join(', ')}`,
    { fix: 'Renew it with: UPDATE_PACTS=1 npx vitest run contracts/pact/consumer' },
  );
}

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-15).join('\n');
}

export async function compareStage(context: GateContext): Promise<StageResult> {
  if (!context.hasPacts()) return notApplicable(noPacts);
  const { pacts, notes } = await context.pacts();
  const results: CompareResult[] = [];
  for (const pact of pacts) results.push(await comparePact(pact, context.options.contract));
  return { ...compareStageOf(results), notes };
}

const noPacts = 'no pacts were given (--pact FILE)';

export async function* providerStage(context: GateContext): AsyncGenerator<StageEvent, StageResult> {
  if (!context.hasPacts()) return notApplicable(noPacts);
  const { pacts } = await context.pacts();
  const { isRepeatable = false, draws = defaultDraws, contract } = context.options;
  const freshSeed = isRepeatable ? `${draws.seed} ${contract.sha256}` : undefined;
  const verifying = verifyInTurn({ ...context.options, pacts, freshSeed });
  for (let index = 1; ; index++) {
    const next = await verifying.next();
    if (next.done === true) return stageOf(next.value);
    const what = `pact ${index} of ${pacts.length}: ${next.value.consumer}`;
    yield { type: 'step', name: 'provider check', what };
  }
}
