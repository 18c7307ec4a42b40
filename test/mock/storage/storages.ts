/** The storages that must behave the same, each with what it needs: nothing, a Redis, another process. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { NewEntry } from '../../../mock/model/journal-entry.ts';
import { type InitialState, STORAGE_LIMITS, type Storage, type StorageLimits } from '../../../mock/model/storage.ts';
import { openFileStorage } from '../../../mock/storage/file/file-storage.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { openRedisStorage } from '../../../mock/storage/redis/redis-storage.ts';
import { createChannel } from '../../../mock/storage/remote/process-channel.ts';
import { openRemoteStorage } from '../../../mock/storage/remote/remote-storage.ts';
import { type Json, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { temporaryFolder } from '../../pact/support.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

export interface StorageKind {
  readonly name: string;
  /** Empty; closed after the test. */
  readonly open: (limits?: Partial<StorageLimits>) => Promise<Storage>;
}

let redis: Promise<RedisServer> | undefined;

export function sharedRedis(): Promise<RedisServer> {
  redis ??= startRedis();
  return redis;
}

export async function stopSharedRedis(): Promise<void> {
  await (await redis?.catch(() => undefined))?.stop();
  redis = undefined;
}

export const storages: readonly StorageKind[] = [
  { name: 'memory', open: async (limits) => createMemoryStorage({ ...STORAGE_LIMITS, ...limits }) },
  { name: 'Redis', open: openFresh },
  { name: 'a file', open: openInFile },
  { name: 'another process', open: openInAnotherProcess },
];

async function openFresh(limits: Partial<StorageLimits> = {}): Promise<Storage> {
  const { url } = await sharedRedis();
  const options = { prefix: `test-${randomUUID()}:`, limits: { ...STORAGE_LIMITS, ...limits } };
  const storage = await openRedisStorage(url, options);
  onTestFinished(() => storage.close());
  return storage;
}

async function openInFile(limits: Partial<StorageLimits> = {}): Promise<Storage> {
  const storage = await openFileStorage(freshFileUrl(), { ...STORAGE_LIMITS, ...limits });
  onTestFinished(() => storage.close());
  return storage;
}

/** A file that does not exist yet, in a folder of its own that is removed after the test. */
export function freshFileUrl(): string {
  return `file:${path.join(temporaryFolder(), 'mock.db')}`;
}

async function openInAnotherProcess(limits: Partial<StorageLimits> = {}): Promise<Storage> {
  const child = fork('test/fixtures/mock/storage-host.ts', [JSON.stringify(limits)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return openRemoteStorage(createChannel(child));
}

/** A separate process that uses a storage: the parent's unless a URL is given. */
export interface StorageUser {
  readonly process: ChildProcess;
  /** The ids of the entries that it received. */
  readonly seen: readonly number[];
  run(name: string, given?: Json, times?: number): Promise<Json>;
}

export async function startStorageUser(url?: string, stderr: 'inherit' | 'pipe' = 'inherit'): Promise<StorageUser> {
  const stdio = ['ignore', 'inherit', stderr, 'ipc'] as const;
  const child = fork('test/fixtures/mock/storage-user.ts', url === undefined ? [] : [url], { stdio: [...stdio] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const seen: number[] = [];
  const pendingByNumber = new Map<number, PromiseWithResolvers<Json>>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null) return;
    if ('isReady' in message) ready.resolve();
    if ('seen' in message) seen.push(Number(message.seen));
    if (!('done' in message)) return;
    const pending = pendingByNumber.get(Number(message.done));
    if ('error' in message) pending?.reject(new Error(String(message.error)));
    else if ('text' in message) pending?.resolve(jsonOf(String(message.text)));
  });
  child.once('exit', () => {
    for (const pending of pendingByNumber.values()) pending.reject(new Error('the user process has ended'));
  });
  let number = 0;
  const order = (name: string, given: Json = {}, times = 1) => {
    number += 1;
    const pending = Promise.withResolvers<Json>();
    pendingByNumber.set(number, pending);
    child.send({ order: name, number, given: stringifyJson(given), times });
    return pending.promise;
  };
  if (url !== undefined) await ready.promise;
  return { process: child, seen, run: order };
}

function jsonOf(text: string): Json {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.reason);
}

export const emptyState: InitialState = { records: [], numbers: [], rules: [] };

export function entry(target: string, body = ''): NewEntry {
  return {
    kind: 'request',
    time: '2026-01-02T03:04:05.678Z',
    milliseconds: 1.2345678901234567,
    mount: '',
    operation: null,
    request: {
      method: 'POST',
      target,
      headers: { host: 'x' },
      body: body === '' ? null : { text: body, bytes: body.length, isCut: false },
    },
    response: null,
    valid: false,
    violations: [],
    why: null,
    rule: null,
    fault: null,
  };
}
