import { fork } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Channel, createChannel, type Message } from '../../../mock/storage/remote/process-channel.ts';
import { openRemoteStorage } from '../../../mock/storage/remote/remote-storage.ts';
import { emptyState } from './storages.ts';

function forkHost() {
  const child = fork('test/fixtures/mock/storage-host.ts');
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const unreachable = { code: 'storage-unreachable', detail: 'the process that hosts it has exited' };

it('rejects pending and later commands when the host process exits', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(createChannel(child));
  await storage.ping();
  child.kill('SIGSTOP');
  const pending = [storage.records.nextNumber('/plants'), storage.rules.consume('1')];
  const rejected = pending.map((one) => expect(one).rejects.toMatchObject(unreachable));
  child.kill('SIGKILL');
  await Promise.all(rejected);
  await expect(storage.ping()).rejects.toMatchObject(unreachable);
});

it('rejects after it was closed, and keeps the channel open', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(createChannel(child));
  await storage.ping();
  await storage.close();
  await expect(storage.ping()).rejects.toMatchObject({
    code: 'storage-unreachable',
    detail: 'it was closed',
  });
  expect(child.connected).toBe(true);
  expect(child.listenerCount('message')).toBe(0);
  expect(await openRemoteStorage(createChannel(child)).records.nextNumber('/plants')).toBe(1);
});

it('ignores other messages on the same channel', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(createChannel(child));
  const odd = [
    null,
    7,
    'text',
    {},
    { storage: 'requests' },
    { storage: 'requests', id: 1, requests: ['toString', '0'] },
    { storage: 'requests', id: 1, requests: ['ping', 0] },
  ];
  for (const message of [...odd, { storage: 'requests', id: '1', requests: ['ping', '0'] }]) {
    if (message !== null) child.send(message);
  }
  child.send({ storage: 'results', id: 99, results: [1] });
  await storage.ping();
  expect(await storage.initialize(emptyState)).toBe(true);
});

it('reports the reason if the storage behind it fails', async () => {
  const child = forkHost();
  const storage = openRemoteStorage(createChannel(child));
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  const pending = ['ping', '0', 'insert', '4', '/plants', '1', 'no record', '1', 'nextNumber', '1', '/plants'];
  child.send({ storage: 'requests', id: 1_000, requests: pending });
  await storage.ping();
  expect(messages).toContainEqual({
    storage: 'results',
    id: 1_000,
    results: [null, { failure: expect.stringContaining('not a record') }, 1],
  });
});

it('batches the commands of one turn of the event loop, and later ones in the next message', async () => {
  const sent: Message[] = [];
  const channel = channelOf((message) => sent.push(message));
  const { records } = openRemoteStorage(channel);
  const first = [records.nextNumber('/a'), records.nextNumber('/b')];
  await turn();
  const second = [records.nextNumber('/c'), records.nextNumber('/d')];
  await turn();
  expect(sent.map(({ id }) => id)).toEqual([1]);
  channel.hear({ storage: 'results', id: 1, results: [7, 8] });
  expect(await Promise.all(first)).toEqual([7, 8]);
  await turn();
  expect(sent[1]).toEqual({
    storage: 'requests',
    id: 2,
    requests: ['nextNumber', '1', '/c', 'nextNumber', '1', '/d'],
  });
  channel.hear({ storage: 'results', id: 1, results: [0, 0] });
  channel.hear({ storage: 'results', id: 2, results: [9, { failure: 'no space' }] });
  expect(await second[0]).toBe(9);
  await expect(second[1]).rejects.toMatchObject({ code: 'storage-unreachable', detail: 'no space' });
});

it('splits a long response into several messages, each command gets its result', async () => {
  const child = forkHost();
  const { records } = openRemoteStorage(createChannel(child));
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  const value = { name: 'x'.repeat(900_000) };
  await Promise.all(['1', '2', '3'].map((id) => records.insert('/plants', id, { ...value, id })));
  messages.length = 0;
  const found = await Promise.all(['1', '2', '3', '4'].map((id) => records.read('/plants', id)));
  expect(found.map((one) => one?.value['id'])).toEqual(['1', '2', '3', undefined]);
  expect(messages).toHaveLength(3);
  expect(await records.has('/plants', '3')).toBe(true);
});

it('rejects commands that could not be sent, and continues', async () => {
  const broken = [new Error('no such pipe')];
  const channel = channelOf((message, failed) => {
    const error = broken.pop();
    if (error !== undefined) failed(error);
    else channel.hear({ storage: 'results', id: message.id, results: [3] });
  });
  const { records } = openRemoteStorage(channel);
  await expect(records.nextNumber('/a')).rejects.toMatchObject({ detail: 'no such pipe' });
  expect(await records.nextNumber('/a')).toBe(3);
});

it.each(['EPIPE', 'ERR_IPC_CHANNEL_CLOSED'])(
  'a message that cannot be sent any more shows that the host has exited: %s',
  async (code) => {
    const send = (_message: unknown, done: (error: Error | null) => void) => {
      done(Object.assign(new Error('write failed'), { code }));
      return false;
    };
    const peer = { send, on: () => peer, once: () => peer, off: () => peer };
    await expect(openRemoteStorage(createChannel(peer)).ping()).rejects.toMatchObject(unreachable);
  },
);

/** Not connected: call `hear` with the messages of the other end. */
function channelOf(send: Channel['send']) {
  const listeners: ((message: Message) => void)[] = [];
  const hear = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  const listen: Channel['listen'] = (onMessage) => {
    listeners.push(onMessage);
    return () => undefined;
  };
  return { send, listen, hear };
}
