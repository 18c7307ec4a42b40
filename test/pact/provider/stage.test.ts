/** What a verification comes to, as a stage and as a report of its own. */
import { expect, test } from 'vitest';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import type { InteractionResult } from '../../../contracts/pact/provider/interaction-result.ts';
import { providerReport } from '../../../contracts/pact/provider/stage.ts';
import { committedPact, contract } from '../support.ts';

const [interaction] = (await readPact(committedPact)).interactions;
if (interaction === undefined) throw new Error('the pact has no interactions');

const passed: InteractionResult = {
  pactFile: committedPact,
  consumer: 'shop',
  interaction,
  operation: 'createPlant',
  status: 'passed',
  reason: undefined,
  isPending: false,
  isAuthorised: true,
  mismatches: [],
  breaches: [],
  silent: [],
  exchange: undefined,
  findings: [],
};
const unjudged: InteractionResult = { ...passed, status: 'not judged', reason: 'no state' };

test.each<
  [what: string, interactions: readonly InteractionResult[], failure: string | undefined, exitCode: number]
>([
  ['all that held', [passed], undefined, 0],
  ['one that could not be judged', [passed, unjudged], undefined, 2],
  ['one that could not be judged, and is pending', [passed, { ...unjudged, isPending: true }], undefined, 0],
  ['results that could not be published', [passed], 'the broker did not take the results', 2],
])('the report of %s', (_what, interactions, failure, exitCode) => {
  const result = { ok: exitCode === 0, interactions, output: '', durationMs: 1 };
  const report = providerReport({
    contract,
    baseUrl: 'http://127.0.0.1:1',
    startedAt: new Date(),
    result,
    failure,
    strict: false,
  });
  expect(report.verdict.exitCode).toBe(exitCode);
  expect(report.verdict.sentence).toContain(failure ?? '');
});
