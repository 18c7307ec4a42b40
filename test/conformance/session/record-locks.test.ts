import { expect, test } from 'vitest';
import { createRecordLocks, findWrittenRecord } from '../../../contracts/conformance/session/record-locks.ts';
import { tickets } from '../ticket-store.ts';

function writtenBy(id: string, path: string, method?: string): string | undefined {
  const operation = tickets.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return findWrittenRecord(tickets, { operation, method: method ?? operation.method, path });
}

test('a write and an action below the item write the same record, however the path is encoded', () => {
  expect(writtenBy('replaceTicket', '/tickets/7%41')).toBe('/tickets/7a');
  expect(writtenBy('changeTicket', '/tickets/7a/?dry=true')).toBe('/tickets/7a');
  expect(writtenBy('reopenTicket', '/tickets/7A/reopen')).toBe('/tickets/7a');
  expect(writtenBy('replaceTicket', '/tickets/%E0')).toBe('/tickets/%E0');
});

test('a read and a create write no record that another request writes', () => {
  expect(writtenBy('getTicket', '/tickets/7')).toBeUndefined();
  expect(writtenBy('reopenTicket', '/tickets/7/reopen', 'HEAD')).toBeUndefined();
  expect(writtenBy('createTicket', '/tickets')).toBeUndefined();
});

test('work on one record runs in order, work on others meanwhile, and a failure does not stop the next', async () => {
  const { run } = createRecordLocks();
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = run(['a', 'b'], async () => {
    log.push('a and b');
    await first.promise;
    throw new Error('failed');
  });
  const next = run(['b'], async () => void log.push('b'));
  await run(['c'], async () => void log.push('c'));
  await run([], async () => void log.push('none'));
  expect(log).toEqual(['a and b', 'c', 'none']);
  first.resolve();
  await expect(failing).rejects.toThrow('failed');
  await next;
  expect(log.at(-1)).toBe('b');
});
