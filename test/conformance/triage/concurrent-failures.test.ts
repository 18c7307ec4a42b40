/** A failure that shows only while several requests are in progress is repeated with as many. */
import { expect, onTestFinished, test } from 'vitest';
import { plainValidCase } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { checkCase, failuresByFingerprint } from '../../../contracts/conformance/checking/checked-case.ts';
import type { Exchange } from '../../../contracts/conformance/model/exchange.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { type ExecutionMode, openSession } from '../../../contracts/conformance/session/session.ts';
import { createReproducer } from '../../../contracts/conformance/triage/reproduce-and-shrink.ts';
import { reproductionText } from '../../../contracts/render/text/finding-text.ts';
import { plantStoreContract, tokenCredentials } from '../support.ts';

const CONCURRENCY = 4;
const request = {
  method: 'POST',
  url: 'http://127.0.0.1:1/plants',
  headers: [],
  body: undefined,
  delivery: 'whole',
} as const;
const json = [['Content-Type', 'application/json']] as const;
const created: Exchange = {
  request,
  outcome: { kind: 'response', response: { status: 200, headers: json, body: Buffer.from('{"name":"Fern"}') } },
  ms: 1,
};
const missing: Exchange = {
  request,
  outcome: { kind: 'failure', failure: { kind: 'timeout', reason: 'no response within 3000 ms' } },
  ms: 3_000,
};

/** What repetitions show of a response that was missing; `respond` gets how the request is sent, and its number in a group. */
async function reproduceMissing(respond: (mode: ExecutionMode, index: number) => Exchange) {
  const session = openSession({
    contract: plantStoreContract,
    baseUrl: 'http://127.0.0.1:1',
    credentials: tokenCredentials('a-token'),
    timeoutMs: 3_000,
    concurrency: CONCURRENCY,
  });
  onTestFinished(() => session.close());
  const [operation] = plantStoreContract.operations;
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
  if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
  const testCase = plainValidCase(baseline);
  const requestSpec = testCase.buildRequest(session.fresh);
  const toExecuted = (exchange: Exchange) => [{ requestSpec, exchange, precedingExchanges: [] }];
  let inProgress = 0;
  const scripted = {
    ...session,
    execute: async (_testCase: unknown, mode: ExecutionMode = 'first') => {
      const executed = toExecuted(respond(mode, ++inProgress));
      await Promise.resolve();
      inProgress--;
      return executed;
    },
  };
  const checked = checkCase(testCase, toExecuted(missing));
  const [fingerprint = ''] = failuresByFingerprint(checked).keys();
  const reproducer = createReproducer(
    scripted,
    async (one) => one,
    () => false,
  );
  const { attempts, reproduced, concurrency } = await reproducer.reproduce(checked, [fingerprint]);
  return reproductionText({
    attempts,
    reproduced: reproduced.get(fingerprint) ?? 0,
    isUnreachable: false,
    ...(concurrency?.has(fingerprint) === true && { concurrency: concurrency.get(fingerprint) ?? 0 }),
  });
}

test('a response that is missing with as many concurrent requests as in the run is reproduced with them', async () => {
  const text = await reproduceMissing((_mode, index) => (index < CONCURRENCY ? created : missing));
  expect(text).toBe('reproduced 2/3, with 4 concurrent requests');
});

test('one that is missing in only some of the rounds is not reproduced', async () => {
  let rounds = 0;
  const text = await reproduceMissing((_mode, index) => {
    if (index === CONCURRENCY) rounds++;
    return index === CONCURRENCY && rounds === 1 ? missing : created;
  });
  expect(text).toBe('not reproduced: 1/3');
});

test('one that is missing alone too is not sent concurrently', async () => {
  const modes: ExecutionMode[] = [];
  const text = await reproduceMissing((mode) => {
    modes.push(mode);
    return missing;
  });
  expect([text, modes]).toEqual(['reproduced 2/2', ['exclusive']]);
});
