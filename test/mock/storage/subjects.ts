/** The storages that have to behave alike, each over what it needs: nothing, a Redis, another process. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { NewEntry } from '../../../mock/model/journal-entry.ts';
import {
  type InitialState,
  STORAGE_LIMITS,
  type Storage,
  type StorageLimits,
} from '../../../mock/model/storage.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory.ts';
import { openRedisStorage } from '../../../mock/storage/redis/redis.ts';
import { channelTo } from '../../../mock/storage/remote/channel.ts';
import { openRemoteStorage } from '../../../mock/storage/remote/remote.ts';
import { type Json, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

export interface Subject {
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

export const subjects: readonly Subject[] = [
  { name: 'memory', open: async (limits) => createMemoryStorage({ ...STORAGE_LIMITS, ...limits }) },
  { name: 'Redis', open: openFresh },
  { name: 'another process', open: openElsewhere },
];

async function openFresh(limits: Partial<StorageLimits> = {}): Promise<Storage> {
  const { url } = await sharedRedis();
  const options = { prefix: `test-${randomUUID()}:`, limits: { ...STORAGE_LIMITS, ...limits } };
  const storage = await openRedisStorage(url, options);
  onTestFinished(() => storage.close());
  return storage;
}

async function openElsewhere(limits: Partial<StorageLimits> = {}): Promise<Storage> {
  const child = fork('test/fixtures/mock/storage-host.ts', [JSON.stringify(limits)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return openRemoteStorage(channelTo(child));
}

/** A process of its own that uses a storage: the parent's unless a URL is given. */
export interface StorageUser {
  readonly process: ChildProcess;
  /** The ids of entries it was told of. */
  readonly seen: readonly number[];
  order(name: string, given?: Json, times?: number): Promise<Json>;
}

export async function startUser(url?: string): Promise<StorageUser> {
  const child = fork('test/fixtures/mock/storage-user.ts', url === undefined ? [] : [url]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const seen: number[] = [];
  const waiting = new Map<number, PromiseWithResolvers<Json>>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null) return;
    if ('isReady' in message) ready.resolve();
    if ('seen' in message) seen.push(Number(message.seen));
    if (!('done' in message)) return;
    const asked = waiting.get(Number(message.done));
    if ('error' in message) asked?.reject(new Error(String(message.error)));
    else if ('text' in message) asked?.resolve(jsonOf(String(message.text)));
  });
  child.once('exit', () => {
    for (const asked of waiting.values()) asked.reject(new Error('the user has ended'));
  });
  let number = 0;
  const order = (name: string, given: Json = {}, times = 1) => {
    number += 1;
    const asked = Promise.withResolvers<Json>();
    waiting.set(number, asked);
    child.send({ order: name, number, given: stringifyJson(given), times });
    return asked.promise;
  };
  if (url !== undefined) await ready.promise;
  return { process: child, seen, order };
}

function jsonOf(text: string): Json {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.reason);
}

export const nothing: InitialState = { records: [], numbers: [], rules: [] };

export function entry(target: string, body = ''): NewEntry {
  return {
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
