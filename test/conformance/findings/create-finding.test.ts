/** A finding contains no credentials, also if it shows a request before the case. */
import { expect, onTestFinished, test } from 'vitest';
import { plainValidCase } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { checkCase, failuresByFingerprint } from '../../../contracts/conformance/checking/checked-case.ts';
import { createFinding } from '../../../contracts/conformance/findings/create-finding.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { openSession } from '../../../contracts/conformance/session/session.ts';
import { plantStoreContract, tokenCredentials } from '../support.ts';

const TOKEN = 'the-token-of-words';

test.each([true, false])('masks a credential in the description of a case, preceding request: %s', (isPrelude) => {
  const session = openSession({
    ...{
      contract: plantStoreContract,
      baseUrl: 'http://127.0.0.1:1',
      credentials: tokenCredentials(TOKEN),
    },
    ...{ timeoutMs: 10, concurrency: 1 },
  });
  onTestFinished(() => session.close());
  const [operation] = plantStoreContract.operations;
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, []);
  if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
  const testCase = { ...plainValidCase(baseline), mutation: `sends ${TOKEN}` };
  const requestSpec = testCase.buildRequest(session.fresh);
  const request = { method: 'POST', url: 'http://127.0.0.1:1/', headers: [], body: undefined };
  const exchange = {
    request: { ...request, delivery: 'whole' },
    outcome: { kind: 'failure', failure: { kind: 'timeout', reason: 'no response within 10 ms' } },
    ms: 10,
  } as const;
  const attempt = checkCase(testCase, [{ requestSpec, exchange, precedingExchanges: [], isPreceding: isPrelude }]);
  const findings = [...failuresByFingerprint(attempt).values()].map((broken) =>
    createFinding(session, testCase, broken, { reproduced: 3, attempts: 3, isUnreachable: false }),
  );
  expect(findings.map(({ check }) => check)).toEqual(['response-arrives']);
  expect(findings[0]?.evidence?.mutation).toMatch(/^sends \$PLANT_STORE_TOKEN/);
  expect(JSON.stringify(findings)).not.toContain(TOKEN);
});
