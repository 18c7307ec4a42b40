/** One cause that several shards have found differently. */
import { expect, test } from 'vitest';
import { findingId } from '../../contracts/finding/finding.ts';
import { mergeCoverage, mergeFewRequests, mergeFindings } from '../../contracts/merge/merge-stages.ts';
import type { Coverage } from '../../contracts/report/coverage.ts';
import type { ReportedFinding } from '../../contracts/report/stage-report.ts';
import { evidence, findingWith, noRejections } from '../report/support.ts';

const place = { file: 'spec/plant-store.yaml', line: 83, pointer: '/components/schemas/Plant/required' };

const coverageWith = (seen: { readonly satisfied: number; readonly violated: number }): Coverage => {
  const missing = Object.entries(seen)
    .filter(([, times]) => times === 0)
    .map(([side]) => ({ variant: side, reason: 'no such request' }));
  const items = [{ name: place.pointer, place, counts: seen, missing }];
  const groups = [{ kind: 'constraints' as const, items }];
  return { operations: [{ operation: 'createPlant', exchanges: 10, rejections: noRejections, groups }] };
};

test('a side of a constraint is missing only if no shard has covered it', () => {
  const [kept, broken] = [coverageWith({ satisfied: 3, violated: 0 }), coverageWith({ satisfied: 0, violated: 2 })];
  expect(mergeCoverage([kept, broken]).operations[0]?.groups[0]?.items).toEqual([
    { name: place.pointer, place, counts: { satisfied: 3, violated: 2 }, missing: [] },
  ]);
  expect(mergeCoverage([kept, kept]).operations[0]?.groups[0]?.items[0]?.missing).toEqual([
    { variant: 'violated', reason: 'no such request' },
  ]);
});

const foundIn = (category: string, seen: number): ReportedFinding => {
  const caseId = `createPlant/${category}/one`;
  const confirmation = { reproduced: seen, attempts: 3, isUnreachable: false };
  const finding = findingWith({
    fingerprint: `invalid-rejected|createPlant|error|${category} body.id`,
    evidence: { ...evidence, category, caseId, reproduction: confirmation },
  });
  return { id: findingId(finding), ...finding };
};

test('merges a random finding with the deterministic one of another shard', () => {
  const [drawn, made] = [foundIn('random', 3), foundIn('wrong-types', 3)];
  expect(mergeFindings([drawn, made])).toEqual([{ ...made, similarCount: 1, similar: ['createPlant/random/one'] }]);
});

test('keeps a random finding if the other was not reproduced or is of another check', () => {
  const drawn = foundIn('random', 3);
  const other = { ...foundIn('wrong-types', 3), check: 'body-is-json' };
  expect(mergeFindings([drawn, foundIn('wrong-types', 1)])).toHaveLength(2);
  expect(mergeFindings([drawn, other])).toHaveLength(2);
});

test('reports the reproduced finding, not the one seen once', () => {
  const [once, each] = [foundIn('lifecycles', 1), foundIn('lifecycles', 3)];
  expect([...mergeFindings([once, each]), ...mergeFindings([each, once])]).toEqual([
    { ...each, similarCount: 1, similar: [] },
    { ...each, similarCount: 1, similar: [] },
  ]);
});

test('a warning seen once does not hide a reproduced error', () => {
  const once = { ...foundIn('lifecycles', 1), severity: 'warning' as const };
  const each = foundIn('lifecycles', 3);
  expect([...mergeFindings([once, each]), ...mergeFindings([each, once])]).toEqual([
    { ...each, similarCount: 1, similar: [] },
    { ...each, similarCount: 1, similar: [] },
  ]);
});

test('sums the requests of operations that get few', () => {
  const few = { operation: 'invitePlant', requests: 7, reason: 'it sends messages' };
  expect(mergeFewRequests([few, { ...few, requests: 5 }])).toEqual({ fewRequests: [{ ...few, requests: 12 }] });
  expect(mergeFewRequests([])).toEqual({});
});
