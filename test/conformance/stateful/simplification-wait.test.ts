/** The waits of a failed sequence while it is simplified. */
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { countTicks, TICKS_PER_SECOND } from '../../cpu-time.ts';
import { zoos } from '../../evals/zoo/zoos.ts';
import { usualPauses, verify } from '../support.ts';
import { startShelfStore } from './shelf-store.ts';

const shelves = await loadContract('test/fixtures/conformance/stateful/shelf.yaml');

test('does not wait again in each simplified sequence', async () => {
  const zoo = zoos.find(({ name }) => name === 'desk');
  const store = await zoo?.start('reads-last-note');
  if (zoo === undefined || store === undefined) throw new Error('there is no desk');
  onTestFinished(() => store.close());
  const options = {
    ...usualPauses,
    contract: await loadContract(zoo.contract),
    credentials: zoo.credentials,
    baseUrl: store.url,
    operations: ['writeNote'],
    categories: ['random-sequences'],
    isRepeatable: true,
  } as const;
  let finding: Awaited<ReturnType<typeof verify>>['findings'][number] | undefined;
  const ticks = await countTicks(async () => {
    [finding] = (await verify(options)).findings;
  });
  expect(finding?.evidence?.caseId).toMatch(/^writeNote\/random-sequences\/sequence\/\d+\/\d+(\.\d+)+$/);
  expect(finding?.evidence?.reproduction).toMatchObject({ reproduced: 3, attempts: 3 });
  // Each wait is more than a second, and there are about 40 simplified sequences.
  expect(ticks).toBeLessThan(25 * TICKS_PER_SECOND);
});

test('reports consistent failures of a late and incorrect implementation', async () => {
  const baseUrl = await startShelfStore(onTestFinished, {
    lateMs: 150,
    read: (record) => ({ ...record, name: 'old' }),
  });
  const { findings } = await verify({
    ...usualPauses,
    contract: shelves,
    baseUrl,
    operations: ['addShelf'],
    categories: ['random-sequences'],
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ check }) => check)).toContain('read-returns-written');
  for (const { evidence } of errors) expect(evidence?.reproduction).toMatchObject({ reproduced: 3, attempts: 3 });
});
