/**
 * The gate: every stage of the kit against one base URL, one verdict. It sees a URL and not what is behind it, so
 * that the fake store and a real one are judged alike.
 */
import { KitError } from '../../errors.ts';
import { runConformance } from '../conformance/run.ts';
import { conformanceStage } from '../conformance/stage.ts';
import type { Finding } from '../finding/finding.ts';
import { foldSameCauses } from '../finding/same-cause.ts';
import { readSources } from '../pact/file/sources.ts';
import type { StageReport } from '../report/stage.ts';
import { reportOf } from '../verdict/make-report.ts';
import { sideBySide } from './side-by-side.ts';
import type { GateContext, GateEvent, GateOptions, GateStage, StageEvent, StageResult } from './stage.ts';
import { baselineStage, compareStage, consumerStage, lintStage, providerStage } from './stages.ts';

/** A stage that cannot judge does not stop the others; the verdict says that it is missing. */
export async function* runGate(options: GateOptions): AsyncGenerator<GateEvent> {
  const startedAt = new Date();
  const written: string[] = [];
  const finished = new Map<string, StageReport<Finding>>();
  const context = contextOf(options, written);
  const tasks = gateStages.map((stage) => ({
    ...stage,
    async *events(): AsyncGenerator<GateEvent, void> {
      const { pactFiles = [], ...report } = yield* timed(stage, context);
      written.push(...pactFiles);
      finished.set(stage.name, report);
      yield { type: 'stage finished', stage: report };
    },
  }));
  yield* sideBySide(tasks);
  const stages = gateStages.flatMap(({ name }) => finished.get(name) ?? []);
  const mishap = options.mishap?.();
  const unattempted = mishap === undefined ? [] : [mishap];
  yield { type: 'finished', report: reportOf({ ...options, startedAt, stages: told(stages), unattempted }) };
}

function contextOf(options: GateOptions, written: readonly string[]): GateContext {
  let sources: ReturnType<typeof readSources> | undefined;
  const files = () => [...options.pactFiles, ...written];
  return {
    options,
    hasPacts: () => files().length > 0,
    pacts: () => {
      sources ??= readSources(files(), options.headersFor);
      return sources;
    },
  };
}

async function* timed(
  stage: GateStage,
  context: GateContext,
): AsyncGenerator<StageEvent, StageResult & StageReport<Finding>> {
  const { name } = stage;
  yield { type: 'stage started', name };
  const start = performance.now();
  const result = yield* attempt(stage, context);
  return { name, ...result, ms: Math.round(performance.now() - start) };
}

async function* attempt(
  { name, run }: GateStage,
  context: GateContext,
): AsyncGenerator<StageEvent, StageResult> {
  try {
    const running = run(context);
    return 'then' in running ? await running : yield* running;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const summary = `${error.message}${error.where === undefined ? '' : ` (${error.where})`}. ${error.fix}`;
    const unattempted = [`${name}: ${error.title}`];
    return { status: 'not run', summary, tried: [], findings: [], notes: [], unattempted };
  }
}

/** What pacts show of an implementation and another stage has found too is told once. */
function told(stages: readonly StageReport<Finding>[]): readonly StageReport<Finding>[] {
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

const CONSUMER = 'consumer pact';
const PROVIDER = 'provider check';

/** In the order in which they are told. What sends requests to the implementation does so one after the other. */
const gateStages: readonly GateStage[] = [
  { name: 'contract lint', after: [], run: lintStage },
  { name: 'breaking changes', after: [], run: baselineStage },
  { name: CONSUMER, after: [], run: consumerStage },
  { name: 'pact × contract', after: [CONSUMER], run: compareStage },
  { name: PROVIDER, after: [CONSUMER], run: providerStage },
  { name: 'conformance', after: [PROVIDER], run: conformance },
];

/** All of them, in the order in which they are told. */
export const gateStageNames: readonly string[] = gateStages.map(({ name }) => name);

async function* conformance({ options }: GateContext): AsyncGenerator<StageEvent, StageResult> {
  for await (const event of runConformance({ ...options, only: [] })) {
    // What the contract leaves out the lint has told.
    if (event.type === 'finished') return conformanceStage(options.contract, { ...event.result, gaps: [] });
    const what = `${event.operation} ${event.family}`;
    yield { type: 'progress', name: 'conformance', what, isFault: event.result === 'fault' };
  }
  throw new KitError('nothing-judged', 'the run ended without a result');
}
