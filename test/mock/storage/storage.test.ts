import { afterAll, describe } from 'vitest';
import { testStorageBehavior } from './storage-behavior.ts';
import { stopSharedRedis, storages } from './storages.ts';

afterAll(stopSharedRedis);

const external = storages.filter(({ name }) => name !== 'memory');

describe.each(external)('a storage in $name', testStorageBehavior);
