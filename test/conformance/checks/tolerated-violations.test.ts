/** Violations of what the contract leaves open: warnings with one reason. */
import { expect, test } from 'vitest';
import { downgradeIfTolerated, type Violation } from '../../../contracts/conformance/checks/check.ts';

const place = { file: 'contract.yaml', pointer: '/paths', line: 1, column: 1 };
const violation: Violation = { expected: 'status 201', received: 'status 422', place, key: 'status' };

test('a tolerated violation is a warning that names the reason', () => {
  expect(downgradeIfTolerated(violation, 'a blank string may be rejected')).toMatchObject({
    severity: 'warning',
    expected: 'status 201 (only a warning: a blank string may be rejected)',
  });
});

test('a warning names only the first reason', () => {
  const once = downgradeIfTolerated(violation, 'a blank string may be rejected');
  expect(downgradeIfTolerated(once, 'a value may have to be unique')).toBe(once);
});

test('a violation without a reason stays as it is', () => {
  expect(downgradeIfTolerated(violation, undefined)).toBe(violation);
});
