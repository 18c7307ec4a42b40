/** Starts the mock of one document and verifies it, in this process. */
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { runConformance } from '../../../contracts/conformance/run.ts';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { KitError } from '../../../errors.ts';
import { type RunningMock, serveMock } from '../../../mock/serve/mock-server.ts';
import { loadOverlaidContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { DirectoryDocument } from './documents.ts';
import { type Contradiction, type DirectoryOutcome, emptyOutcome, type Refusal } from './outcome.ts';

export interface VerifyBounds {
  /** Of the whole document. */
  readonly cases: number;
  readonly seconds: number;
}

const RANDOM_CASES = 5;

/** Texts in a line of results are cut to this length. */
const MAX_TEXT = 600;

export async function verifyDocument(document: DirectoryDocument, bounds: VerifyBounds): Promise<DirectoryOutcome> {
  const start = performance.now();
  const outcome = { ...emptyOutcome, name: document.name, bytes: document.bytes };
  const elapsed = () => Math.round(performance.now() - start);
  const served = await serveDocument(document.file);
  if ('code' in served) return { ...outcome, refusal: served, ms: elapsed() };
  const { contract, mock } = served;
  const facts = {
    version: contract.openapi,
    operations: contract.operations.length,
    repairs: contract.repairs?.length ?? 0,
    loadMs: elapsed(),
  };
  try {
    const result = await verifyMock(contract, mock, bounds);
    return { ...outcome, ...facts, ...readResult(result), ms: elapsed() };
  } catch (error) {
    return { ...outcome, ...facts, notVerified: describeError(error), ms: elapsed() };
  } finally {
    await mock.close();
  }
}

async function serveDocument(file: string): Promise<{ contract: Contract; mock: RunningMock } | Refusal> {
  try {
    const contract = await loadOverlaidContract(file, [], { mode: 'lenient' });
    return { contract, mock: await serveMock(contract) };
  } catch (error) {
    return describeError(error);
  }
}

async function verifyMock(contract: Contract, mock: RunningMock, { cases, seconds }: VerifyBounds): Promise<RunResult> {
  const events = runConformance({
    contract,
    baseUrl: mock.url,
    credentials: { token: mock.token, byScheme: new Map(Object.entries(mock.credentials)) },
    timeoutMs: 20_000,
    concurrency: 4,
    categories: [],
    budget: cases,
    maxSeconds: seconds,
    randomOptions: { seed: 1, caseCount: RANDOM_CASES },
    isRepeatable: true,
  });
  for await (const event of events) if (event.type === 'finished') return event.result;
  throw new Error('the run ended without a result');
}

function readResult({ cases, requests, findings, unchecked }: RunResult) {
  return {
    cases,
    requests,
    contradictions: findings.map(describeFinding),
    unchecked: unchecked.map(({ operation, reason }) => ({ operation, reason: reason.slice(0, MAX_TEXT) })),
  };
}

function describeFinding({ severity, check, subject, received, expected, evidence }: Finding): Contradiction {
  const request = evidence === undefined ? '' : `; ${evidence.caseId}: ${evidence.mutation}`;
  const text = `received ${received}; the contract says ${expected}${request}`;
  return { severity, check, operation: subject, text: text.slice(0, MAX_TEXT) };
}

function describeError(error: unknown): Refusal {
  if (error instanceof KitError) return { code: error.code, message: error.message.slice(0, MAX_TEXT) };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'unexpected', message: text.slice(0, MAX_TEXT) };
}
