import { describe } from 'vitest';
import { testStorageBehavior } from './storage-behavior.ts';
import { storages } from './storages.ts';

const inMemory = storages.filter(({ name }) => name === 'memory');

describe.each(inMemory)('a storage in $name', testStorageBehavior);
