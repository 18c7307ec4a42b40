/**
 * The gate: every stage of the kit against one base URL, one verdict. It sees a URL and not what is behind it, so
 * that the fake store and a real one are judged alike.
 */
import { KitError } from '../errors.ts';
import type { Contract } from '../spec/contract.ts';
import type { RunResult } from './conformance/result.ts';
import { runConformance } from './conformance/run.ts';
import { compareStage, consumerStage, providerStage } from './gate/pact-stages.ts';
import {
  type GateEvent,
  type GateOptions,
  type GateState,
  type Stage,
  type StageResult,
  statusOf,
} from './gate/stage.ts';
import { lintContract, lintRules } from './lint/lint.ts';
import { conformanceStage, reportOf, type StageReport, unattemptedIn } from './report/report.ts';
import { count } from './report/words.ts';
import { foldSameCauses } from './same-cause.ts';

/** A stage that cannot judge does not stop the others; the verdict says that it is missing. */
export async function* runGate(options: GateOptions): AsyncGenerator<GateEvent> {
  const stages: StageReport[] = [];
  const state: GateState = { pactFiles: options.pactFiles, unattempted: [] };
  for (const stage of gateStages) {
    yield { type: 'stage started', name: stage.name };
    const start = performance.now();
    const done = yield* attempt(stage, options, state);
    const report = { ...done, name: stage.name, ms: Math.round(performance.now() - start) };
    stages.push(report);
    yield { type: 'stage finished', stage: report };
  }
  const { contract, baseUrl, strict } = options;
  const { unattempted } = state;
  yield {
    type: 'finished',
    report: reportOf({ contract, baseUrl, stages: told(stages), strict, unattempted }),
  };
}

const PROVIDER = 'provider check';

/** What pacts show of an implementation and another stage has found too is told once. */
function told(stages: readonly StageReport[]): readonly StageReport[] {
  const causes = stages.filter(({ name }) => name !== PROVIDER).flatMap(({ findings }) => findings);
  const provider = stages.find(({ name }) => name === PROVIDER)?.findings ?? [];
  const folded = foldSameCauses({ causes, provider });
  const joined = new Map(causes.map((finding, index) => [finding, folded.causes[index] ?? finding]));
  return stages.map((stage) => ({
    ...stage,
    findings:
      stage.name === PROVIDER
        ? folded.provider
        : stage.findings.map((finding) => joined.get(finding) ?? finding),
  }));
}

async function* attempt(
  stage: Stage,
  options: GateOptions,
  state: GateState,
): AsyncGenerator<GateEvent, StageResult> {
  try {
    const running = stage.run(options, state);
    return 'then' in running ? await running : yield* running;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const summary = `${error.message}${error.where === undefined ? '' : ` (${error.where})`}; ${error.fix}`;
    state.unattempted = [...state.unattempted, `${stage.name}: ${error.title}`];
    return { status: 'not run', summary, tried: [], findings: [], notes: [] };
  }
}

const gateStages: readonly Stage[] = [
  { name: 'contract lint', run: lintStage },
  { name: 'consumer pact', run: consumerStage },
  { name: 'pact × contract', run: compareStage },
  { name: PROVIDER, run: providerStage },
  { name: 'conformance', run: conformance },
];

async function lintStage({ contract }: GateOptions): Promise<StageResult> {
  const findings = lintContract(contract);
  const tried = lintRules.map(({ id }) => ({ subject: contract.title, check: id, count: 1 }));
  return {
    status: statusOf(findings),
    summary: `${count(contract.operations.length, 'operation')}, ${count(lintRules.length, 'rule')}`,
    tried,
    findings,
    notes: [],
  };
}

async function* conformance(options: GateOptions, state: GateState): AsyncGenerator<GateEvent, StageResult> {
  for await (const event of runConformance({ ...options, only: [] })) {
    if (event.type === 'finished') return conformanceResult(options.contract, event.result, state);
    const what = `${event.operation} ${event.family}`;
    yield { type: 'progress', name: 'conformance', what, isFault: event.result === 'fault' };
  }
  throw new KitError('nothing-judged', 'the run ended without a result');
}

function conformanceResult(contract: Contract, result: RunResult, state: GateState): StageResult {
  state.unattempted = [...state.unattempted, ...unattemptedIn(result)];
  return conformanceStage(contract, result);
}
