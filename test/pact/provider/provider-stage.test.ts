/** The result of a verification as a stage and as a report. */
import { expect, test } from 'vitest';
import { providerReport } from '../../../contracts/api/pact/pact-reports.ts';
import { statusDeclared } from '../../../contracts/conformance/checks/status-declared.ts';
import { findingId } from '../../../contracts/finding/finding.ts';
import { interactionName } from '../../../contracts/pact/file/interaction.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { createFindings } from '../../../contracts/pact/provider/findings.ts';
import type { InteractionResult } from '../../../contracts/pact/provider/interaction-result.ts';
import { createProviderStage } from '../../../contracts/pact/provider/provider-stage.ts';
import { tokenCredentials } from '../../conformance/support.ts';
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
  hasRealCredentials: true,
  mismatches: [],
  violations: [],
  notes: [],
  exchange: undefined,
  findings: [],
};
const unchecked: InteractionResult = { ...passed, status: 'not checked', reason: 'no state' };

test.each<[what: string, interactions: readonly InteractionResult[], failure: string | undefined, exitCode: number]>([
  ['all passed', [passed], undefined, 0],
  ['one that could not be checked', [passed, unchecked], undefined, 2],
  ['one that could not be checked and is pending', [passed, { ...unchecked, isPending: true }], undefined, 0],
  ['results that could not be published', [passed], 'the broker rejected the results', 2],
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
  expect(report.verdict.summary).toContain(failure ?? '');
});

test('prints a note of several interactions once, with the first of them', () => {
  const noted = { ...passed, notes: ['the key was replaced'] };
  const other = { ...noted, consumer: 'kiosk', notes: ['the key was replaced', 'the list is empty'] };
  const result = { ok: true, interactions: [noted, other, unchecked], output: '', durationMs: 1 };
  const name = interactionName(interaction);
  expect(createProviderStage(result).notes).toEqual([
    `not checked: ${name}: no state`,
    `shop, ${name} (and 1 more): the key was replaced`,
    `kiosk, ${name}: the list is empty`,
  ]);
});

test('a violation found only by a pact has an id that says so', () => {
  const violation = { expected: '200', received: 'status 201', place: contract.place, key: 'accept 201' };
  const breaches = [{ check: statusDeclared, violation }];
  const [finding] = createFindings(
    { ...passed, status: 'failed', violations: breaches },
    {
      ...{ contract, baseUrl: '', statesUrl: undefined, placeholder: '' },
      credentials: tokenCredentials(undefined),
      mask: String,
    },
  );
  expect(finding === undefined ? '' : findingId(finding)).toMatch(/^status-declared\/createPlant\/pact-[0-9a-f]{12}$/);
});
