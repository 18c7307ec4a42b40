import { expect, test } from 'vitest';
import { waivedLines } from '../../../contracts/render/text/finding-blocks.ts';
import { findingWith, plain, reportWith, stageWith } from '../../report/support.ts';

const waived = { reason: 'fixed with\u001b[2J the next release', expires: '2027-01-31' };

test('prints each waived finding once, in one line, without control characters', () => {
  const report = reportWith([stageWith()]);
  const findings = [
    { id: 'a/b/1', ...findingWith(), waived },
    { id: 'a/b/2', ...findingWith({ duplicateOf: 'a duplicate' }), waived },
    { id: 'a/b/3', ...findingWith() },
  ];
  const stages = report.stages.map((stage) => ({ ...stage, findings }));
  expect(waivedLines({ stages }, plain)).toEqual([
    expect.stringMatching(/^waived {2}a\/b\/1 {2}fixed with.*the next release \(until 2027-01-31\)$/),
  ]);
  expect(waivedLines({ stages }, plain)[0]).not.toContain('\u001b');
});
