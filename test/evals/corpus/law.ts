/** The law: for every contract, `verify` against our own fake store of the same contract finds nothing. */

import type { RunResult } from '../../../contracts/conformance/model/result.ts';
import { runConformance } from '../../../contracts/conformance/run.ts';
import type { Finding } from '../../../contracts/finding/finding.ts';
import type { Unjudged } from '../../../contracts/report/stage.ts';
import { KitError } from '../../../errors.ts';
import { serveMock } from '../../../mock/serve/server.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { type CorpusDocument, contractOf } from './corpus.ts';

export interface Bounds {
  /** For each operation on average, of all families in turn. */
  readonly cases: number;
  /** Of a larger document of others this many operations, chosen by the seed; all when undefined. */
  readonly operations?: number | undefined;
  readonly seed: number;
}

/** At random, for each operation. */
const DRAWN = 20;

export interface Outcome {
  readonly name: string;
  readonly bytes: number;
  readonly version: string;
  /** Of the document, and how many of them were asked for. */
  readonly operations: number;
  readonly chosen: number;
  readonly cases: number;
  readonly requests: number;
  readonly faults: readonly Told[];
  readonly advice: readonly Told[];
  readonly unjudged: readonly Unjudged[];
  /** Why nothing was judged at all. */
  readonly failure?: string;
  readonly loadMs: number;
  readonly ms: number;
}

export interface Told {
  readonly check: string;
  readonly operation: string;
  /** What was sent, and what came back. */
  readonly words: string;
}

export async function tryDocument(document: CorpusDocument, bounds: Bounds): Promise<Outcome> {
  const start = performance.now();
  const empty = { ...nothing, name: document.name, bytes: document.bytes };
  let contract: Contract | undefined;
  let loadMs = 0;
  try {
    contract = await contractOf(document);
    loadMs = performance.now() - start;
    // Each operation of ours is there for something.
    const isOurs = document.kind === 'feature';
    const chosen = isOurs ? contract.operations : sample(contract.operations, bounds);
    const about = {
      version: contract.openapi,
      operations: contract.operations.length,
      chosen: chosen.length,
      loadMs,
    };
    if (chosen.length === 0) return { ...empty, ...about, ms: performance.now() - start };
    const result = await judge(contract, chosen, bounds);
    return { ...empty, ...about, ...told(result), ms: performance.now() - start };
  } catch (error) {
    const about =
      contract === undefined ? {} : { operations: contract.operations.length, version: contract.openapi };
    return { ...empty, ...about, failure: wordsOf(error), loadMs, ms: performance.now() - start };
  }
}

const nothing = {
  version: '',
  operations: 0,
  chosen: 0,
  cases: 0,
  requests: 0,
  faults: [],
  advice: [],
  unjudged: [],
  loadMs: 0,
};

/** The store serves the whole document, whatever part of it is judged. */
async function judge(
  contract: Contract,
  operations: readonly Operation[],
  { cases, seed }: Bounds,
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
      only: [],
      budget: cases * operations.length,
      draws: { seed, cases: DRAWN },
      isRepeatable: true,
    });
    for await (const event of events) if (event.type === 'finished') return event.result;
  } finally {
    await mock.close();
  }
  throw new Error('the run ended without a result');
}

/** Every k-th from a place that the seed gives, in the order of the document. */
function sample(operations: readonly Operation[], { operations: most, seed }: Bounds): readonly Operation[] {
  if (most === undefined || operations.length <= most) return operations;
  const step = operations.length / most;
  const wanted = new Set(
    Array.from({ length: most }, (_, at) => (Math.floor(at * step) + seed) % operations.length),
  );
  return operations.filter((_, at) => wanted.has(at));
}

function told({ cases, requests, findings, unjudged }: RunResult) {
  return {
    cases,
    requests,
    faults: findings.filter(({ severity }) => severity === 'fault').map(toldOf),
    advice: findings.filter(({ severity }) => severity === 'advice').map(toldOf),
    unjudged,
  };
}

function toldOf({ check, subject, received, expected, evidence, more }: Finding): Told {
  const case_ = evidence === undefined ? '' : `${evidence.mutation} [${evidence.caseId}]: `;
  const words = `${case_}received ${received}; the contract says ${expected}${more > 0 ? ` (and ${more} more)` : ''}`;
  return { check, operation: subject, words };
}

function wordsOf(error: unknown): string {
  if (error instanceof KitError) return `${error.code}: ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? (error.stack ?? error.message)
    : `${error.message}: ${wordsOf(error.cause)}`;
}
