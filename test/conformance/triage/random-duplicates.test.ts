/** Which finding of a generated case covers the failure of a random one. */
import { expect, test } from 'vitest';
import { findShownAlready, type RandomFailure } from '../../../contracts/conformance/triage/random-duplicates.ts';
import { evidence, findingWith } from '../../report/support.ts';

const made = findingWith({ evidence });
const drawn: RandomFailure = {
  ...made,
  fingerprint: `invalid-rejected|createPlant|error|random wrong ${made.place.pointer}`,
};
const otherLocation = { ...made.place, pointer: '/components/schemas/Plant/required' };

test('finds the same check, operation and severity at the same value of the contract', () => {
  expect(findShownAlready(drawn, [made])).toBe(made);
  const onTheValue = { ...made, place: { ...made.place, pointer: made.place.pointer.replace('/type', '') } };
  expect(findShownAlready(drawn, [onTheValue])).toBe(onTheValue);
});

test.each([
  ['another value', { place: otherLocation }],
  ['another check', { check: 'no-server-error' }],
  ['another operation', { subject: 'showPlant' }],
  ['another severity', { severity: 'warning' as const }],
  [
    'a failure that was not reproduced',
    { evidence: { ...evidence, reproduction: { reproduced: 1, attempts: 3, isUnreachable: false } } },
  ],
])('does not find %s', (_case, changes) => {
  expect(findShownAlready(drawn, [{ ...made, ...changes }])).toBeUndefined();
});

test('finds any rejected valid body, because it has no specific place', () => {
  const rejected = { ...made, check: 'valid-accepted', place: otherLocation };
  const valid = {
    ...drawn,
    check: 'valid-accepted',
    fingerprint: 'valid-accepted|createPlant|error|random valid',
  };
  expect(findShownAlready(valid, [rejected])).toBe(rejected);
});

test('a server error has its status first', () => {
  const error = { ...made, check: 'no-server-error' };
  const fingerprint = `no-server-error|createPlant|error|500 random wrong ${made.place.pointer}`;
  expect(findShownAlready({ ...drawn, check: 'no-server-error', fingerprint }, [error])).toBe(error);
});

test('identifies failures without a category only by their fingerprint', () => {
  const echo = { ...drawn, fingerprint: 'invalid-rejected|createPlant|error|body.name cut' };
  expect(findShownAlready(echo, [made])).toBeUndefined();
});
