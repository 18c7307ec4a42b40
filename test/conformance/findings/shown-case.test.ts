/** Sequences as shown in findings: with list implementations that have one error each. */
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { createListStore, type ListStoreOverrides, paginate } from '../list-store.ts';
import { verify } from '../support.ts';
import { startTestServer } from '../test-server.ts';

const things = await loadContract('test/fixtures/conformance/things.yaml');

async function found(check: string, overrides: ListStoreOverrides): Promise<Finding> {
  const baseUrl = await startTestServer(createListStore(overrides), onTestFinished);
  const { findings } = await verify({ contract: things, baseUrl, categories: ['list-queries'] });
  const finding = findings.find((one) => one.check === check);
  if (finding === undefined) throw new Error(`no ${check}`);
  return finding;
}

/** `1. a record is created` */
function inShort({ evidence }: Finding): readonly string[] {
  return (evidence?.steps ?? []).map((step) => step.replace(/ \(.*$/, ''));
}

test('shows the records and the list request for a wrong order, without the requests between', async () => {
  const finding = await found('sort-respected', { sort: (all) => all });
  expect(inShort(finding).slice(0, 3)).toEqual([
    '1. a record is created',
    '2. a record is created',
    '3. a record is created',
  ]);
  expect(inShort(finding)).toHaveLength(4);
  expect(finding.evidence?.steps?.at(-1)).toMatch(/^4\. the list is read with .* \(GET \/things\?sort=.*\)$/);
});

test('marks the first value that is out of order', async () => {
  const { evidence, received } = await found('sort-respected', { sort: (all) => all });
  const { body = '', mark } = evidence?.response ?? {};
  expect(received).toContain(` before ${body.slice(mark?.start, mark?.end)}`);
});

test('shows all overlapping pages, but only the first and last of many requests', async () => {
  const cuts: ListStoreOverrides['paginate'] = (all, offset, limit) => paginate(all, Math.max(offset - 1, 0), limit);
  const steps = inShort(await found('pages-complete', { paginate: cuts }));
  expect(steps.slice(0, 2)).toEqual(['1. a record is created', '2. a record is created']);
  expect(steps[2]).toMatch(/^\.\.\. \d+ more requests \.\.\.$/);
  expect(steps.slice(3).map((step) => step.replace(/\d+/g, 'N'))).toEqual([
    'N. page N of the list is read',
    'N. page N of the list is read',
    'N. the list is read again',
  ]);
  const left = Number(/\d+/.exec(steps[2] ?? '')?.[0]);
  expect(steps[3]?.startsWith(`${left + 3}. `)).toBe(true);
});

test('shows the same requests in one line', async () => {
  const { evidence } = await found('filter-respected', { matchesFilter: () => true });
  expect(evidence?.mutation.split('; then ')).toEqual(evidence?.steps?.map((step) => step.replace(/^\d+\. /, '')));
});
