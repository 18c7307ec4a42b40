/**
 * The gate: every stage of the kit against one base URL, one verdict. It sees a URL and not what is behind it, so
 * that the fake store and a real one are judged alike.
 */
import { KitError } from '../errors.ts';
import type { Contract } from '../spec/contract.ts';
import { type Credentials, secretFor } from './conformance/credentials.ts';
import type { RunResult } from './conformance/result.ts';
import { runConformance } from './conformance/run.ts';
import type { Finding } from './finding.ts';
import { lintContract, lintRules } from './lint/lint.ts';
import { comparePact } from './pact/compare/compare.ts';
import { runConsumerTests } from './pact/consumer/consume.ts';
import { committedPacts } from './pact/file/committed.ts';
import { interactionName } from './pact/file/interaction.ts';
import { compareFindings, providerFindings } from './pact/findings.ts';
import { verifyProvider } from './pact/provider/provider.ts';
import { conformanceStage, type Report, reportOf, type StageReport, unattemptedIn } from './report/report.ts';
import { count } from './report/words.ts';

export interface GateOptions {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly strict: boolean;
  /** For one exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly concurrency: number;
  /** Pacts to check; for the kit's own contract the consumer tests write one more. */
  readonly pactFiles: readonly string[];
  /** Where the consumer tests write their pact; undefined when the contract is not the one that they are for. */
  readonly consumerOutDir: string | undefined;
}

export type GateEvent =
  | { readonly type: 'stage started'; readonly name: string }
  | { readonly type: 'progress'; readonly name: string; readonly what: string; readonly isFault: boolean }
  | { readonly type: 'stage finished'; readonly stage: StageReport }
  | { readonly type: 'finished'; readonly report: Report };

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
  yield {
    type: 'finished',
    report: reportOf({ contract, baseUrl, stages, strict, unattempted: state.unattempted }),
  };
}

type StageResult = Omit<StageReport, 'name' | 'ms'>;

/** What later stages take from earlier ones. */
interface GateState {
  pactFiles: readonly string[];
  unattempted: readonly string[];
}

interface Stage {
  readonly name: string;
  run(options: GateOptions, state: GateState): AsyncGenerator<GateEvent, StageResult> | Promise<StageResult>;
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
  { name: 'provider check', run: providerStage },
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

async function consumerStage({ consumerOutDir }: GateOptions, state: GateState): Promise<StageResult> {
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

async function compareStage({ contract }: GateOptions, { pactFiles }: GateState): Promise<StageResult> {
  if (pactFiles.length === 0) return notApplicable('no pacts were given (--pact FILE)');
  const results = await Promise.all(pactFiles.map((pactFile) => comparePact({ pactFile, contract })));
  const findings = results.flatMap((result) => compareFindings(result, contract));
  const tried = results.map(({ consumer, interactions }) => ({
    subject: consumer,
    check: 'pact-compatible',
    count: interactions,
  }));
  const compared = results.reduce((sum, { interactions }) => sum + interactions, 0);
  const silent = results
    .flatMap((result) => result.findings)
    .filter(({ severity }) => severity === 'silent').length;
  return {
    status: statusOf(findings),
    summary: `${count(compared, 'interaction')} against the contract${silent === 0 ? '' : `, ${silent} beyond what it says`}`,
    tried,
    findings,
    notes: [],
  };
}

async function providerStage(options: GateOptions, { pactFiles }: GateState): Promise<StageResult> {
  if (pactFiles.length === 0) return notApplicable('no pacts were given (--pact FILE)');
  const { baseUrl, contract, credentials, timeoutMs } = options;
  const result = await verifyProvider({
    baseUrl,
    contract,
    token: bearerToken(contract, credentials),
    pactFiles,
    timeoutMs,
  });
  const tried = result.interactions.map(({ interaction }) => ({
    subject: interactionName(interaction),
    check: 'pact-expectation',
    count: 1,
  }));
  const passed = result.interactions.filter(({ status }) => status === 'passed').length;
  const summary = `${passed} of ${count(result.interactions.length, 'interaction')} held`;
  return {
    status: result.ok ? 'passed' : 'failed',
    summary,
    tried,
    findings: providerFindings(result, contract),
    notes: [],
  };
}

/** Pacts ask for a bearer token; `--auth` may give it by the name of its scheme. */
function bearerToken({ securitySchemes }: Contract, credentials: Credentials): string | undefined {
  const scheme = securitySchemes.find(({ type, scheme: name }) => type !== 'apiKey' && name !== 'basic');
  return scheme === undefined ? credentials.token : secretFor(scheme, credentials);
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

function notApplicable(why: string): StageResult {
  return { status: 'not applicable', summary: why, tried: [], findings: [], notes: [] };
}

function statusOf(findings: readonly Finding[]): 'passed' | 'failed' {
  return findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'passed';
}
