import { expect, test } from 'vitest';
import { computeVerdict } from '../../contracts/verdict/verdict.ts';
import { findingWith } from '../report/support.ts';

const error = findingWith();
const warnings = findingWith({ severity: 'warning' });

test.each([
  ['no findings', [], false, [], 0, 'conforms: no findings'],
  ['warnings pass', [warnings], false, [], 0, 'conforms: 0 errors, 1 warning'],
  ['an error fails', [error], false, [], 1, 'does not conform: 1 error, 0 warnings'],
  [
    'errors and warnings are counted separately',
    [error, warnings, error],
    false,
    [],
    1,
    'does not conform: 2 errors, 1 warning',
  ],
  ['warnings fail when strict', [warnings], true, [], 1, 'does not conform (--strict): 0 errors, 1 warning'],
  ['passes without warnings when strict', [], true, [], 0, 'conforms: no findings'],
  ['unattempted parts make it inconclusive', [], false, ['a: b', 'c: d'], 2, 'inconclusive: a: b; c: d'],
  [
    'of much that was not tried the first are named',
    [],
    false,
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    2,
    'inconclusive: a; b; c; d; e; and 2 more',
  ],
  ['as many as fit are all named', [], false, ['a', 'b', 'c', 'd', 'e'], 2, 'inconclusive: a; b; c; d; e'],
  ['one too many is counted', [], false, ['a', 'b', 'c', 'd', 'e', 'f'], 2, 'inconclusive: a; b; c; d; e; and 1 more'],
  ['warnings do not decide a run with unattempted parts', [warnings], false, ['a: b'], 2, 'inconclusive: a: b'],
  [
    'an error decides a run with unattempted parts',
    [error],
    false,
    ['a: b'],
    1,
    'does not conform: 1 error, 0 warnings',
  ],
  [
    'a strict warning decides a run with unattempted parts',
    [warnings],
    true,
    ['a: b'],
    1,
    'does not conform (--strict): 0 errors, 1 warning',
  ],
] as const)('%s', (_title, findings, strict, unattempted, exitCode, sentence) => {
  expect(computeVerdict({ findings, strict, unattempted })).toEqual({
    kind: { 0: 'conforms', 1: 'does not conform', 2: 'inconclusive' }[exitCode],
    exitCode,
    summary: sentence,
  });
});

const waiver = { reason: 'known', expires: '2030-01-01' };
const lenient = { strict: false, unattempted: [] };

test('missing shards make it inconclusive, whatever the others found', () => {
  expect(computeVerdict({ ...lenient, findings: [error], missing: ['shard 2 of 3', 'shard 3 of 3'] })).toEqual({
    kind: 'inconclusive',
    exitCode: 2,
    summary: 'inconclusive: shard 2 of 3; shard 3 of 3; so far 1 error, 0 warnings',
  });
});

test('the verdict of one shard names it', () => {
  const shard = { index: 1, of: 3 };
  expect(computeVerdict({ ...lenient, findings: [error], shard }).summary).toBe(
    'shard 1 of 3: does not conform: 1 error, 0 warnings',
  );
});

test('waived findings do not fail the run, and are counted', () => {
  const waived = { ...error, waived: waiver };
  expect(computeVerdict({ ...lenient, findings: [waived] })).toMatchObject({
    exitCode: 0,
    summary: 'conforms: 0 errors, 0 warnings, 1 waived',
  });
  expect(computeVerdict({ ...lenient, findings: [waived, error] })).toMatchObject({
    exitCode: 1,
    summary: 'does not conform: 1 error, 0 warnings, 1 waived',
  });
});

test('duplicates are not counted', () => {
  const duplicate = { ...error, duplicateOf: 'another' };
  expect(computeVerdict({ ...lenient, findings: [error, duplicate] }).summary).toBe(
    'does not conform: 1 error, 0 warnings',
  );
});

const secret = findingWith({ check: 'unauthorized-rejected' });

test.each([
  ['error', [error], false, 1, 'does not conform: 1 error, 0 warnings'],
  ['warning', [warnings], false, 1, 'does not conform (--fail-on warning): 0 errors, 1 warning'],
  ['security', [secret], false, 1, 'does not conform: 1 error, 0 warnings'],
  [
    'security',
    [error, warnings],
    false,
    0,
    'does not conform: 1 error, 1 warning, none of which fails the run (--fail-on security)',
  ],
  ['security', [{ ...secret, severity: 'warning' as const }], false, 0, 'conforms: 0 errors, 1 warning'],
  [
    'security',
    [{ ...secret, severity: 'warning' as const }],
    true,
    1,
    'does not conform (--strict): 0 errors, 1 warning',
  ],
  ['new', [error], false, 1, 'does not conform: 1 error, 0 warnings'],
  ['new', [warnings], false, 0, 'conforms: 0 errors, 1 warning'],
] as const)('--fail-on %s: %j, strict %s: exit code %i', (failOn, findings, strict, exitCode, summary) => {
  expect(computeVerdict({ ...lenient, findings, strict, failOn })).toMatchObject({ exitCode, summary });
});

test('--fail-on new lets pass what a waiver holds, also an expired one', () => {
  const isKnown = ({ fingerprint }: typeof error) => fingerprint === error.fingerprint;
  const added = findingWith({ fingerprint: 'another' });
  const verdictOn = (findings: readonly (typeof error)[]) =>
    computeVerdict({ ...lenient, findings, failOn: 'new', isKnown });
  expect(verdictOn([error])).toMatchObject({ kind: 'does not conform', exitCode: 0 });
  expect(verdictOn([error, added]).exitCode).toBe(1);
});

test('what was not tested counts also where no finding fails the run', () => {
  const verdict = computeVerdict({ ...lenient, findings: [error], failOn: 'security', unattempted: ['a: b'] });
  expect(verdict).toMatchObject({ kind: 'does not conform', exitCode: 2, summary: expect.stringMatching(/a: b$/) });
});
