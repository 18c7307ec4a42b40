/** Of one thing that several parts of a run have met, and met differently. */
import { expect, test } from 'vitest';
import { findingId } from '../../contracts/finding/finding.ts';
import { foldFindings, mergeCoverage } from '../../contracts/merge/stages.ts';
import type { Coverage } from '../../contracts/report/coverage.ts';
import type { ToldFinding } from '../../contracts/report/stage.ts';
import { evidence, findingWith, noDemands } from '../report/support.ts';

const place = { file: 'spec/plant-store.yaml', line: 83, pointer: '/components/schemas/Plant/required' };

const coverageWith = (seen: { readonly kept: number; readonly broken: number }): Coverage => {
  const missing = Object.entries(seen)
    .filter(([, times]) => times === 0)
    .map(([side]) => ({ side, why: 'no such request' }));
  const items = [{ name: place.pointer, place, seen, missing }];
  const groups = [{ kind: 'constraints' as const, items }];
  return { operations: [{ operation: 'createPlant', exchanges: 10, demands: noDemands, groups }] };
};

test('a side of a constraint is missing only where no part has seen it', () => {
  const [kept, broken] = [coverageWith({ kept: 3, broken: 0 }), coverageWith({ kept: 0, broken: 2 })];
  expect(mergeCoverage([kept, broken]).operations[0]?.groups[0]?.items).toEqual([
    { name: place.pointer, place, seen: { kept: 3, broken: 2 }, missing: [] },
  ]);
  expect(mergeCoverage([kept, kept]).operations[0]?.groups[0]?.items[0]?.missing).toEqual([
    { side: 'broken', why: 'no such request' },
  ]);
});

const told = (family: string, seen: number): ToldFinding => {
  const caseId = `createPlant/${family}/one`;
  const confirmation = { seen, sent: 3, gone: false };
  const finding = findingWith({
    fingerprint: `invalid-rejected|createPlant|fault|${family} body.id`,
    evidence: { ...evidence, family, caseId, confirmation },
  });
  return { id: findingId(finding), ...finding };
};

test('what was drawn at random is told with the same that another part has found on purpose', () => {
  const [drawn, made] = [told('random', 3), told('wrong-types', 3)];
  expect(foldFindings([drawn, made])).toEqual([{ ...made, more: 1, others: ['createPlant/random/one'] }]);
});

test('what was drawn at random stands alone where the other was not seen again, or is of another check', () => {
  const drawn = told('random', 3);
  const other = { ...told('wrong-types', 3), check: 'body-is-json' };
  expect(foldFindings([drawn, told('wrong-types', 1)])).toHaveLength(2);
  expect(foldFindings([drawn, other])).toHaveLength(2);
});

test('what one part has seen each time is told, not what another has seen once', () => {
  const [once, each] = [told('lifecycles', 1), told('lifecycles', 3)];
  expect([...foldFindings([once, each]), ...foldFindings([each, once])]).toEqual([
    { ...each, more: 1, others: [] },
    { ...each, more: 1, others: [] },
  ]);
});

test('what one part has seen once, and tells as advice for that, does not hide the fault that another has seen each time', () => {
  const once = { ...told('lifecycles', 1), severity: 'advice' as const };
  const each = told('lifecycles', 3);
  expect([...foldFindings([once, each]), ...foldFindings([each, once])]).toEqual([
    { ...each, more: 1, others: [] },
    { ...each, more: 1, others: [] },
  ]);
});
