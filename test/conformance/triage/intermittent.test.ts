/** Which failures that repetitions do not show are errors. A fixed delay of the verifier stands for a busy machine. */
import { expect, onTestFinished, test } from 'vitest';
import { plainValidCase } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { checkCase, failuresByFingerprint } from '../../../contracts/conformance/checking/checked-case.ts';
import { createFinding } from '../../../contracts/conformance/findings/create-finding.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { openSession } from '../../../contracts/conformance/session/session.ts';
import { createIntermittentFailures } from '../../../contracts/conformance/triage/intermittent.ts';
import type { Reproduction } from '../../../contracts/finding/finding.ts';
import { plantStoreContract, tokenCredentials } from '../support.ts';

const TIMEOUT_MS = 2_000;
const passedAlone: Reproduction = { reproduced: 1, attempts: 2, isUnreachable: false };

/** The finding of missing responses, after so many of them in a run of 222 requests. */
function missingResponses(count: number, { ownDelayMs = 0, reproduction = passedAlone } = {}) {
  const session = openSession({
    contract: plantStoreContract,
    baseUrl: 'http://127.0.0.1:1',
    credentials: tokenCredentials('a-token'),
    timeoutMs: TIMEOUT_MS,
    concurrency: 1,
  });
  onTestFinished(() => session.close());
  const [operation] = plantStoreContract.operations;
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
  if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
  const testCase = plainValidCase(baseline);
  const exchange = {
    request: { method: 'POST', url: 'http://127.0.0.1:1/plants', headers: [], body: undefined, delivery: 'whole' },
    outcome: { kind: 'failure', failure: { kind: 'timeout', reason: 'no response within 2000 ms' } },
    ms: TIMEOUT_MS,
  } as const;
  const requestSpec = testCase.buildRequest(session.fresh);
  const [failure] = failuresByFingerprint(
    checkCase(testCase, [{ requestSpec, exchange, precedingExchanges: [] }]),
  ).values();
  if (failure === undefined) throw new Error('no failure');
  const intermittent = createIntermittentFailures({ ownDelay: () => ownDelayMs, requestCount: () => 222 });
  for (let occurrence = 0; occurrence < count; occurrence++) intermittent.count('a cause', failure);
  const { severity, evidence } = intermittent.apply('a cause', {
    ...createFinding(session, testCase, failure, reproduction),
    severity: 'warning',
  });
  return { severity, intermittent: evidence?.reproduction.intermittent };
}

test('three occurrences in different cases are an error, with the number of requests', () => {
  expect(missingResponses(3)).toEqual({ severity: 'error', intermittent: { occurrences: 3, requests: 222 } });
});

test('two are a warning', () => {
  expect(missingResponses(2)).toEqual({ severity: 'warning', intermittent: undefined });
});

test('occurrences while the verifier itself was late do not count', () => {
  expect(missingResponses(20, { ownDelayMs: 250 }).severity).toBe('warning');
  expect(missingResponses(20, { ownDelayMs: 150 }).severity).toBe('error');
});

test('a failure that repetitions show is not counted as intermittent', () => {
  const reproduction = { ...passedAlone, reproduced: 2 };
  expect(missingResponses(5, { reproduction })).toEqual({ severity: 'warning', intermittent: undefined });
});
