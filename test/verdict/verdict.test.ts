import { expect, test } from 'vitest';
import { computeVerdict } from '../../contracts/verdict/verdict.ts';
import { findingWith } from '../report/support.ts';

const error = findingWith();
const warnings = findingWith({ severity: 'warning' });

test.each([
  ['nothing is no finding', [], false, [], 0, 'conforms: no findings'],
  ['advice passes', [warnings], false, [], 0, 'conforms: 0 errors, 1 warning'],
  ['a fault fails', [error], false, [], 1, 'does not conform: 1 error, 0 warnings'],
  [
    'faults and advice are counted apart',
    [error, warnings, error],
    false,
    [],
    1,
    'does not conform: 2 errors, 1 warning',
  ],
  ['advice fails when strict', [warnings], true, [], 1, 'does not conform (--strict): 0 errors, 1 warning'],
  ['no advice passes when strict', [], true, [], 0, 'conforms: no findings'],
  ['what was not tried keeps it open', [], false, ['a: b', 'c: d'], 2, 'inconclusive: a: b; c: d'],
  [
    'of much that was not tried the first are named',
    [],
    false,
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    2,
    'inconclusive: a; b; c; d; e; and 2 more',
  ],
  ['advice does not close what was not tried', [warnings], false, ['a: b'], 2, 'inconclusive: a: b'],
  ['a fault stands whatever was not tried', [error], false, ['a: b'], 1, 'does not conform: 1 error, 0 warnings'],
  [
    'strict advice stands whatever was not tried',
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
