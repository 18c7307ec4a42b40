import { fork } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { channelTo } from '../../../mock/storage/remote/channel.ts';
import { openRemoteStorage } from '../../../mock/storage/remote.ts';
import { nothing } from './subjects.ts';

function forkHost() {
  const child = fork('test/fixtures/mock/storage-host.ts');
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const gone = { code: 'storage-unreachable', detail: 'the process that holds it is gone' };

it('rejects what was asked, and what is asked later, when the process that holds it is gone', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(channelTo(child));
  await storage.ping();
  child.kill('SIGSTOP');
  const asked = [storage.records.nextNumber('/plants'), storage.rules.take('1')];
  const rejected = asked.map((one) => expect(one).rejects.toMatchObject(gone));
  child.kill('SIGKILL');
  await Promise.all(rejected);
  await expect(storage.ping()).rejects.toMatchObject(gone);
});

it('rejects after it was closed, and leaves the channel open', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(channelTo(child));
  await storage.ping();
  await storage.close();
  await expect(storage.ping()).rejects.toMatchObject({
    code: 'storage-unreachable',
    detail: 'it was closed',
  });
  expect(child.connected).toBe(true);
  expect(child.listenerCount('message')).toBe(0);
  expect(await openRemoteStorage(channelTo(child)).records.nextNumber('/plants')).toBe(1);
});

it('takes no notice of what others say over the same channel', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(channelTo(child));
  const odd = [
    null,
    7,
    'text',
    {},
    { storage: 'ask' },
    { storage: 'ask', id: 1, operation: 'toString', args: [] },
  ];
  for (const message of [...odd, { storage: 'ask', id: '1', operation: 'ping', args: [] }]) {
    if (message !== null) child.send(message);
  }
  child.send({ storage: 'answer', id: 99, answer: 1 });
  await storage.ping();
  expect(await storage.begin(nothing)).toBe(true);
});

it('says why when the storage behind it fails', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(channelTo(child));
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  child.send({ storage: 'ask', id: 1_000, operation: 'insert', args: ['/plants', '1', 'no record', '1'] });
  await storage.ping();
  expect(messages).toContainEqual({
    storage: 'failure',
    id: 1_000,
    reason: expect.stringContaining('not a record'),
  });
});
