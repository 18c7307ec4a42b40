/** The law: for every contract, `verify` against our own fake store of the same contract finds nothing. */

import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { runConformance } from '../../../contracts/conformance/run.ts';
import type { Finding } from '../../../contracts/finding/finding.ts';
import type { UncheckedOperation } from '../../../contracts/report/stage-report.ts';
import { KitError } from '../../../errors.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { type CorpusDocument, loadCorpusContract } from './corpus.ts';

export interface CorpusBounds {
  /** For each operation on average, of all families in turn. */
  readonly casesPerOperation: number;
  /** Of a larger document of others this many operations, chosen by the seed; all when undefined. */
  readonly maxOperations?: number | undefined;
  readonly seed: number;
}

/** At random, for each operation. */
const RANDOM_CASES = 20;

export interface CorpusOutcome {
  readonly name: string;
  readonly bytes: number;
  readonly version: string;
  /** Of the document, and how many of them were asked for. */
  readonly operations: number;
  readonly selectedOperations: number;
  readonly cases: number;
  readonly requests: number;
  readonly errors: readonly ReportedFinding[];
  readonly warnings: readonly ReportedFinding[];
  readonly unchecked: readonly UncheckedOperation[];
  /** Why nothing was judged at all. */
  readonly failure?: string;
  readonly loadMs: number;
  readonly ms: number;
}

export interface ReportedFinding {
  readonly check: string;
  readonly operation: string;
  /** What was sent, and what came back. */
  readonly text: string;
}

export async function checkDocument(document: CorpusDocument, bounds: CorpusBounds): Promise<CorpusOutcome> {
  const start = performance.now();
  const empty = { ...emptyOutcome, name: document.name, bytes: document.bytes };
  let contract: Contract | undefined;
  let loadMs = 0;
  try {
    contract = await loadCorpusContract(document);
    loadMs = performance.now() - start;
    // Each operation of ours is there for something.
    const isFeature = document.kind === 'feature';
    const selected = isFeature ? contract.operations : sample(contract.operations, bounds);
    const documentFacts = {
      version: contract.openapi,
      operations: contract.operations.length,
      selectedOperations: selected.length,
      loadMs,
    };
    if (selected.length === 0) return { ...empty, ...documentFacts, ms: performance.now() - start };
    const result = await verifyAgainstMock(contract, selected, bounds);
    return { ...empty, ...documentFacts, ...reportedCounts(result), ms: performance.now() - start };
  } catch (error) {
    const documentFacts =
      contract === undefined ? {} : { operations: contract.operations.length, version: contract.openapi };
    return {
      ...empty,
      ...documentFacts,
      failure: describeError(error),
      loadMs,
      ms: performance.now() - start,
    };
  }
}

const emptyOutcome = {
  version: '',
  operations: 0,
  selectedOperations: 0,
  cases: 0,
  requests: 0,
  errors: [],
  warnings: [],
  unchecked: [],
  loadMs: 0,
};

/** The store serves the whole document, whatever part of it is judged. */
async function verifyAgainstMock(
  contract: Contract,
  operations: readonly Operation[],
  { casesPerOperation, seed }: CorpusBounds,
): Promise<RunResult> {
  const mock = await serveMock(contract);
  try {
    const events = runConformance({
      contract,
      operations: operations.map(({ id }) => id),
      baseUrl: mock.url,
      credentials: { token: mock.token, byScheme: new Map(Object.entries(mock.credentials)) },
      timeoutMs: 20_000,
      concurrency: 4,
      categories: [],
      budget: casesPerOperation * operations.length,
      randomOptions: { seed, caseCount: RANDOM_CASES },
      isRepeatable: true,
    });
    for await (const event of events) if (event.type === 'finished') return event.result;
  } finally {
    await mock.close();
  }
  throw new Error('the run ended without a result');
}

/** Every k-th from a place that the seed gives, in the order of the document. */
function sample(operations: readonly Operation[], { maxOperations, seed }: CorpusBounds): readonly Operation[] {
  if (maxOperations === undefined || operations.length <= maxOperations) return operations;
  const step = operations.length / maxOperations;
  const selectedIndexes = new Set(
    Array.from({ length: maxOperations }, (_, at) => (Math.floor(at * step) + seed) % operations.length),
  );
  return operations.filter((_, at) => selectedIndexes.has(at));
}

function reportedCounts({ cases, requests, findings, unchecked }: RunResult) {
  return {
    cases,
    requests,
    errors: findings.filter(({ severity }) => severity === 'error').map(reportFinding),
    warnings: findings.filter(({ severity }) => severity === 'warning').map(reportFinding),
    unchecked,
  };
}

function reportFinding({ check, subject, received, expected, evidence, similarCount }: Finding): ReportedFinding {
  const caseText = evidence === undefined ? '' : `${evidence.mutation} [${evidence.caseId}]: `;
  const text = `${caseText}received ${received}; the contract says ${expected}${similarCount > 0 ? ` (and ${similarCount} more)` : ''}`;
  return { check, operation: subject, text };
}

function describeError(error: unknown): string {
  if (error instanceof KitError) return `${error.code}: ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? (error.stack ?? error.message) : `${error.message}: ${describeError(error.cause)}`;
}
