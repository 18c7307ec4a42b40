/** What a finding says holds no credential, also where a request before the case is shown. */
import { expect, onTestFinished, test } from 'vitest';
import { plainValidCase } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { brokenIn, judgeScenes } from '../../../contracts/conformance/judging/attempt.ts';
import { isTwin, twinOf } from '../../../contracts/conformance/request/twin.ts';
import { openSession } from '../../../contracts/conformance/session/session.ts';
import { findingOf } from '../../../contracts/conformance/telling/make-finding.ts';
import { plantStore, withToken } from '../support.ts';

const TOKEN = 'the-token-of-words';

test.each([true, false])(
  'a credential in the words of a case is masked, shown before it: %s',
  (isPrelude) => {
    const session = openSession({
      ...{ contract: plantStore, baseUrl: 'http://127.0.0.1:1', credentials: withToken(TOKEN) },
      ...{ timeoutMs: 10, concurrency: 1 },
    });
    onTestFinished(() => session.close());
    const [operation] = plantStore.operations;
    const twin = operation === undefined ? undefined : twinOf(operation, []);
    if (twin === undefined || !isTwin(twin)) throw new Error('no twin');
    const tried = { ...plainValidCase(twin), mutation: `asks with ${TOKEN}` };
    const draft = tried.build(session.fresh);
    const request = { method: 'POST', url: 'http://127.0.0.1:1/', headers: [], body: undefined };
    const exchange = {
      request: { ...request, delivery: 'whole' },
      outcome: { kind: 'failure', failure: { kind: 'timeout', reason: 'no answer within 10 ms' } },
      ms: 10,
    } as const;
    const attempt = judgeScenes(tried, [{ draft, exchange, earlier: [], isPrelude }]);
    const findings = [...brokenIn(attempt).values()].map((broken) =>
      findingOf(session, tried, broken, { seen: 3, sent: 3, gone: false }),
    );
    expect(findings.map(({ check }) => check)).toEqual(['answer-arrives']);
    expect(findings[0]?.evidence?.mutation).toMatch(/^asks with \$PLANT_STORE_TOKEN/);
    expect(JSON.stringify(findings)).not.toContain(TOKEN);
  },
);
