/**
 * The gate: runs every stage of the kit against one base URL and gives one verdict. It knows only the URL, so the mock
 * server and a real implementation are checked in the same way.
 */
import { KitError } from '../../errors.ts';
import { conformanceStage } from '../conformance/conformance-stage.ts';
import { runConformance } from '../conformance/run.ts';
import { deduplicateFindings } from '../finding/deduplicate.ts';
import type { Finding } from '../finding/finding.ts';
import { readPactSources } from '../pact/file/pact-sources.ts';
import type { StageReport } from '../report/stage-report.ts';
import { createReport } from '../verdict/create-report.ts';
import { runConcurrently } from './concurrent-tasks.ts';
import type { GateContext, GateEvent, GateOptions, GateStage, StageEvent, StageResult } from './stage-context.ts';
import { baselineStage, compareStage, consumerStage, lintStage, providerStage } from './stages.ts';

/** A stage that fails with a KitError does not stop the others; the verdict lists it as not attempted. */
export async function* runGate(options: GateOptions): AsyncGenerator<GateEvent> {
  const startedAt = new Date();
  const recordedPactFiles: string[] = [];
  const finished = new Map<string, StageReport<Finding>>();
  const context = createContext(options, recordedPactFiles);
  const tasks = gateStages.map((stage) => ({
    ...stage,
    async *events(): AsyncGenerator<GateEvent, void> {
      const { pactFiles = [], ...report } = yield* runTimed(stage, context);
      recordedPactFiles.push(...pactFiles);
      finished.set(stage.name, report);
      yield { type: 'stage finished', stage: report };
    },
  }));
  yield* runConcurrently(tasks);
  const stages = gateStages.flatMap(({ name }) => finished.get(name) ?? []);
  const failure = options.failure?.();
  const unattempted = failure === undefined ? [] : [failure];
  yield {
    type: 'finished',
    report: createReport({
      ...options,
      startedAt,
      stages: deduplicateAcrossStages(stages),
      additionalUnattempted: unattempted,
    }),
  };
}

function createContext(options: GateOptions, recordedPactFiles: readonly string[]): GateContext {
  let sources: ReturnType<typeof readPactSources> | undefined;
  const files = () => [...options.pactFiles, ...recordedPactFiles];
  return {
    options,
    hasPacts: () => files().length > 0,
    pacts: () => {
      sources ??= readPactSources(files(), options.headersForUrl);
      return sources;
    },
  };
}

async function* runTimed(
  stage: GateStage,
  context: GateContext,
): AsyncGenerator<StageEvent, StageResult & StageReport<Finding>> {
  const { name } = stage;
  yield { type: 'stage started', name };
  const start = performance.now();
  const result = yield* runStage(stage, context);
  return { name, ...result, ms: Math.round(performance.now() - start) };
}

async function* runStage({ name, run }: GateStage, context: GateContext): AsyncGenerator<StageEvent, StageResult> {
  try {
    const execution = run(context);
    return 'then' in execution ? await execution : yield* execution;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const summary = `${error.message}${error.where === undefined ? '' : ` (${error.where})`}. ${error.fix}`;
    const unattempted = [`${name}: ${error.title}`];
    return { status: 'not run', summary, attemptedChecks: [], findings: [], notes: [], unattempted };
  }
}

/** Reports a finding of the provider check only once if another stage has found it too. */
function deduplicateAcrossStages(stages: readonly StageReport<Finding>[]): readonly StageReport<Finding>[] {
  const otherFindings = stages.filter(({ name }) => name !== PROVIDER_STAGE).flatMap(({ findings }) => findings);
  const provider = stages.find(({ name }) => name === PROVIDER_STAGE)?.findings ?? [];
  const deduplication = deduplicateFindings({ primary: otherFindings, provider });
  const deduplicated = new Map(
    otherFindings.map((finding, index) => [finding, deduplication.primary[index] ?? finding]),
  );
  return stages.map((stage) => ({
    ...stage,
    findings:
      stage.name === PROVIDER_STAGE
        ? deduplication.provider
        : stage.findings.map((finding) => deduplicated.get(finding) ?? finding),
  }));
}

const CONSUMER_STAGE = 'consumer pact';
const PROVIDER_STAGE = 'provider check';

/** In report order. Stages that send requests to the implementation run sequentially. */
const gateStages: readonly GateStage[] = [
  { name: 'contract lint', dependsOn: [], run: lintStage },
  { name: 'breaking changes', dependsOn: [], run: baselineStage },
  { name: CONSUMER_STAGE, dependsOn: [], run: consumerStage },
  { name: 'pact × contract', dependsOn: [CONSUMER_STAGE], run: compareStage },
  { name: PROVIDER_STAGE, dependsOn: [CONSUMER_STAGE], run: providerStage },
  { name: 'conformance', dependsOn: [PROVIDER_STAGE], run: runConformanceStage },
];

/** In report order. */
export const gateStageNames: readonly string[] = gateStages.map(({ name }) => name);

async function* runConformanceStage({ options }: GateContext): AsyncGenerator<StageEvent, StageResult> {
  const { suppliedContract: contract = options.contract, categories = [] } = options;
  // The mock server ends with the run.
  const removesRecords = options.targetKind !== 'mock server';
  for await (const event of runConformance({ ...options, contract, categories, removesRecords })) {
    // The lint stage already reports the gaps of the contract.
    if (event.type === 'finished') return conformanceStage(options.contract, { ...event.result, contractGaps: [] });
    const description = `${event.operation} ${event.category}`;
    yield { type: 'progress', name: 'conformance', description, isError: event.result === 'error' };
  }
  throw new KitError('nothing-checked', 'the run ended without a result');
}
