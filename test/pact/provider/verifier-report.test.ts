/** The report of the native verifier, whose order differs each time. */
import { expect, test } from 'vitest';
import { parseVerifierReport } from '../../../contracts/pact/provider/verifier-report.ts';

const description = 'a request to create a plant';
const mismatches = [
  { type: 'BodyMismatch', path: '$.tag', mismatch: "Expected 'a' to be equal to 'b'" },
  { type: 'HeaderMismatch', key: 'Content-Type', mismatch: 'Mismatch with header' },
  { type: 'BodyMismatch', path: '$.name', mismatch: "Expected 'a' to be equal to 'b'" },
  { type: 'StatusMismatch', expected: 200, actual: 500, mismatch: 'expected 200 but was 500' },
];

function placesOf(order: readonly (typeof mismatches)[number][]): readonly string[] {
  const errors = [
    { interaction: `Verifying a pact - ${description}`, mismatch: { type: 'mismatches', mismatches: order } },
  ];
  const interactionResults = [{ description, result: 'Error' }];
  const [report] = parseVerifierReport(JSON.stringify({ interactionResults, errors }));
  return report?.mismatches.map(({ label }) => label) ?? [];
}

test('sorts the status first, then headers, then the body by its paths', () => {
  const reported = placesOf(mismatches);
  expect(reported).toHaveLength(4);
  expect(reported.map((at) => at.split(' ')[0])).toEqual(['status', 'header', 'body', 'body']);
  expect(reported[2] ?? '').toContain('name');
  expect(placesOf(mismatches.toReversed())).toEqual(reported);
});
