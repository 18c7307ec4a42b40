import { expect, test } from 'vitest';
import { verdictOf } from '../../contracts/verdict/verdict.ts';
import { findingWith } from '../report/support.ts';

const fault = findingWith();
const advice = findingWith({ severity: 'advice' });

test.each([
  ['nothing is no finding', [], false, [], 0, 'conforms: no findings'],
  ['advice passes', [advice], false, [], 0, 'conforms: 0 faults, 1 advice'],
  ['a fault fails', [fault], false, [], 1, 'breaks the contract: 1 fault, 0 advice'],
  [
    'faults and advice are counted apart',
    [fault, advice, fault],
    false,
    [],
    1,
    'breaks the contract: 2 faults, 1 advice',
  ],
  ['advice fails when strict', [advice], true, [], 1, 'breaks the contract (--strict): 0 faults, 1 advice'],
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
  ['advice does not close what was not tried', [advice], false, ['a: b'], 2, 'could not judge all: a: b'],
  [
    'a fault stands whatever was not tried',
    [fault],
    false,
    ['a: b'],
    1,
    'breaks the contract: 1 fault, 0 advice',
  ],
  [
    'strict advice stands whatever was not tried',
    [advice],
    true,
    ['a: b'],
    1,
    'breaks the contract (--strict): 0 faults, 1 advice',
  ],
] as const)('%s', (_title, findings, strict, unattempted, exitCode, sentence) => {
  expect(verdictOf({ findings, strict, unattempted })).toEqual({
    kind: { 0: 'conforms', 1: 'breaks the contract', 2: 'could not judge' }[exitCode],
    exitCode,
    sentence,
  });
});
