import { expect, test } from 'vitest';
import { findingId } from '../../contracts/finding/finding.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { loadWaivers } from '../../contracts/waivers/read-waivers.ts';
import { createBaseline, reasonNoBaseline } from '../../contracts/waivers/write-baseline.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { fileOf } from '../pact/support.ts';
import { findingWith, reportWith, runOf, stageWith } from '../report/support.ts';
import { waiverWith } from './support.ts';

const now = new Date('2026-11-27T10:00:00Z');
const known = findingWith({ received: 'status 200\n- id: x' });
const advice = findingWith({ check: 'status-declared', severity: 'warning', fingerprint: 'advice' });
const rest = findingWith({ isRemainder: true, fingerprint: 'rest' });
const duplicate = findingWith({ fingerprint: 'duplicate', duplicateOf: known.fingerprint });
const unchecked = ['no record', 'another reason'].map((reason) => ({
  ...{ operation: 'createPlant', reason },
  casesRun: 'some' as const,
}));
const run = runOf({ unchecked });
const stages = [stageWith({ findings: [known, advice, rest, duplicate], run })];

test('holds all findings and untested operations, as waivers that can be read', async () => {
  const { text, description } = createBaseline(reportWith(stages), now);
  expect(description).toBe('3 findings and 1 untested operation');
  const reason = 'known when the baseline was written';
  expect(await loadWaivers(fileOf(text, 'known.yaml'))).toMatchObject([
    { id: findingId(known), reason, expires: '2027-02-25' },
    { id: findingId(advice), reason, expires: '2027-02-25' },
    { pattern: { check: 'invalid-rejected', operations: 'createPlant' }, reason },
    { id: expect.stringMatching(/^not-tested\/createPlant\//), reason },
  ]);
  expect(text).toContain('# error: An invalid request is accepted (createPlant): status 200\\u000a- id: x\n');
});

test('makes the same run pass', async () => {
  const waivers = await loadWaivers(fileOf(createBaseline(reportWith(stages), now).text, 'known.yaml'));
  const report = createReport({
    contract: plantStoreContract,
    baseUrl: 'http://127.0.0.1:4010',
    targetKind: 'implementation',
    startedAt: now,
    stages: [
      stageWith({
        findings: [known, advice, rest, duplicate],
        run,
        unattempted: ['createPlant: no record', 'createPlant: another reason'],
      }),
    ],
    strict: false,
    waivers: waivers.map((waiver) => ({ ...waiver, expires: '9999-12-31' })),
  });
  expect(report.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
  expect(report.unattempted).toEqual([]);
});

test('keeps used waivers with their reasons and dates, and leaves out stale ones', async () => {
  const own = waiverWith({ id: findingId(known), reason: 'ticket "7"', expires: '9999-12-31' });
  const pattern = { check: 'status-declared', operations: 'POST /plants' };
  const waivers = [own, waiverWith({ id: 'x', pattern, expires: '9999-12-31' }), waiverWith({ expires: '9999-12-31' })];
  const report = createReport({
    contract: plantStoreContract,
    baseUrl: 'http://127.0.0.1:4010',
    targetKind: 'implementation',
    startedAt: now,
    stages: [stageWith({ findings: [known, advice] })],
    strict: false,
    waivers,
  });
  const { text, description } = createBaseline(report, now);
  expect(description).toBe('0 findings');
  expect(await loadWaivers(fileOf(text, 'known.yaml'))).toMatchObject([
    { id: own.id, reason: 'ticket "7"', expires: '9999-12-31' },
    { pattern, expires: '9999-12-31' },
  ]);
});

test('of a run without findings is an empty list', async () => {
  const { text } = createBaseline(reportWith([stageWith()]), now);
  expect(await loadWaivers(fileOf(text, 'known.yaml'))).toEqual([]);
});

test('is not written of a part of a run', () => {
  expect(reasonNoBaseline(reportWith([stageWith({ run: runOf({ ended: 'gone' }) })]))).toBe(
    'the implementation ended during the run',
  );
  expect(reasonNoBaseline({ ...reportWith([]), shard: { index: 1, of: 2 } })).toContain('shard');
  expect(reasonNoBaseline(reportWith([stageWith()]))).toBeUndefined();
});
