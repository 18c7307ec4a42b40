/** The stages of the gate that check the contract itself and the pacts. */
import { KitError } from '../../errors.ts';
import { compareWithBaseline } from '../baseline/baseline-stage.ts';
import { defaultRandomOptions } from '../conformance/cases/test-category.ts';
import { lintRules, lintWithRedocly } from '../lint/lint.ts';
import { comparePact } from '../pact/compare/compare-pact.ts';
import { comparePactsStage } from '../pact/compare/compare-stage.ts';
import type { CompareResult } from '../pact/compare/findings.ts';
import { runConsumerTests } from '../pact/consumer/run-consumer-tests.ts';
import { committedPacts } from '../pact/file/pact-sources.ts';
import { permittedInteractions } from '../pact/file/permitted-interactions.ts';
import { createProviderStage } from '../pact/provider/provider-stage.ts';
import { verifyPactByPact } from '../pact/provider/verify-provider.ts';
import { pluralize } from '../report/text-format.ts';
import { type GateContext, notApplicable, type StageEvent, type StageResult, stageStatus } from './stage-context.ts';

export async function lintStage({ options: { contract, userLinter } }: GateContext): Promise<StageResult> {
  const findings = await lintWithRedocly(contract, userLinter);
  // Findings are listed under their operations; here a rule is listed only if the whole document passes it.
  const passedRules = lintRules.filter(({ id }) => !findings.some(({ check }) => check === id));
  const attemptedChecks = passedRules.map(({ id }) => ({ subject: contract.title, check: id, count: 1 }));
  return {
    status: stageStatus(findings),
    summary: `${pluralize(contract.operations.length, 'operation')}, ${pluralize(lintRules.length, 'rule')}${userLinter === undefined ? '' : ` and those of ${userLinter.file}`}`,
    attemptedChecks,
    findings,
    notes: [],
    unattempted: [],
  };
}

export async function baselineStage({ options }: GateContext): Promise<StageResult> {
  if (options.baseline === undefined) return notApplicable('no baseline was given (--baseline OLD)');
  return compareWithBaseline(options.baseline, options.contract);
}

export async function consumerStage({ options: { consumerOutDir } }: GateContext): Promise<StageResult> {
  if (consumerOutDir === undefined) return notApplicable("the kit's consumer tests apply only to the Plant Store");
  const run = await runConsumerTests({ outDir: consumerOutDir });
  if (run.kind === 'unavailable') {
    const reason = `${run.reason}; the committed pact is used`;
    return { ...notApplicable(reason), pactFiles: await committedPacts() };
  }
  if (!run.ok) throw new KitError('consumer-tests-failed', lastLines(run.output));
  rejectStalePacts(run.stale);
  return {
    status: 'passed',
    summary: pluralize(run.interactions, 'interaction'),
    attemptedChecks: [{ subject: 'consumer', check: 'interactions', count: run.interactions }],
    findings: [],
    notes: [],
    unattempted: [],
    pactFiles: run.pactFiles,
  };
}

function rejectStalePacts(stale: readonly string[]): void {
  if (stale.length === 0) return;
  throw new KitError(
    'consumer-tests-failed',
    `the committed pact differs from what the consumer tests record now: ${stale.join(', ')}`,
    { fix: 'Update it with: UPDATE_PACTS=1 npx vitest run contracts/pact/consumer' },
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
  return { ...comparePactsStage(results), notes };
}

const noPacts = 'no pacts were given (--pact FILE)';

export async function* providerStage(context: GateContext): AsyncGenerator<StageEvent, StageResult> {
  if (!context.hasPacts()) return notApplicable(noPacts);
  const { isRepeatable = false, randomOptions = defaultRandomOptions, contract, permission } = context.options;
  const { pacts, notes } = permittedInteractions((await context.pacts()).pacts, contract, permission);
  if (pacts.length === 0) return { ...notApplicable('no interaction may be sent'), ...leftOut(notes) };
  const freshSeed = isRepeatable ? `${randomOptions.seed} ${contract.sha256}` : undefined;
  const verification = verifyPactByPact({ ...context.options, pacts, freshValueSeed: freshSeed });
  for (let index = 1; ; index++) {
    const next = await verification.next();
    if (next.done === true) return withOmitted(createProviderStage(next.value), notes);
    const description = `pact ${index} of ${pacts.length}: ${next.value.consumer}`;
    yield { type: 'step', name: 'provider check', description };
  }
}

function withOmitted(stage: StageResult, omitted: readonly string[]): StageResult {
  return omitted.length === 0 ? stage : { ...stage, ...leftOut([...omitted, ...stage.notes]) };
}

/** A stage with only a part of the interactions. */
function leftOut(notes: readonly string[]): Pick<StageResult, 'notes' | 'selectedInteractions'> {
  return { notes, selectedInteractions: 'those of the permitted operations' };
}
