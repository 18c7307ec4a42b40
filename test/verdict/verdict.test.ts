import { expect, test } from 'vitest';
import { computeVerdict } from '../../contracts/verdict/verdict.ts';
import { findingWith } from '../report/support.ts';

const error = findingWith();
const warnings = findingWith({ severity: 'advice' });

test.each([
  ['nothing is no finding', [], false, [], 0, 'conforms: no findings'],
  ['advice passes', [warnings], false, [], 0, 'conforms: 0 faults, 1 advice'],
  ['a fault fails', [error], false, [], 1, 'breaks the contract: 1 fault, 0 advice'],
  [
    'faults and advice are counted apart',
    [error, warnings, error],
    false,
    [],
    1,
    'breaks the contract: 2 faults, 1 advice',
  ],
  ['advice fails when strict', [warnings], true, [], 1, 'breaks the contract (--strict): 0 faults, 1 advice'],
  ['no advice passes when strict', [], true, [], 0, 'conforms: no findings'],
  ['what was not tried keeps it open', [], false, ['a: b', 'c: d'], 2, 'could not judge all: a: b; c: d'],
  [
    'of much that was not tried the first are named',
    [],
    false,
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    2,
    'could not judge all: a; b; c; d; e; and 2 more',
  ],
  ['advice does not close what was not tried', [warnings], false, ['a: b'], 2, 'could not judge all: a: b'],
  ['a fault stands whatever was not tried', [error], false, ['a: b'], 1, 'breaks the contract: 1 fault, 0 advice'],
  [
    'strict advice stands whatever was not tried',
    [warnings],
    true,
    ['a: b'],
    1,
    'breaks the contract (--strict): 0 faults, 1 advice',
  ],
] as const)('%s', (_title, findings, strict, unattempted, exitCode, sentence) => {
  expect(computeVerdict({ findings, strict, unattempted })).toEqual({
    kind: { 0: 'conforms', 1: 'breaks the contract', 2: 'could not judge' }[exitCode],
    exitCode,
    sentence,
  });
});
