import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKeyedMutex } from '../../../mock/records/collection.ts';

it('runs work with the same key sequentially, also after a failure', async () => {
  const oneByOne = createKeyedMutex();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await turn();
    seen.push(`${name} ends`);
    if (name === 'one') throw new Error('one failed');
    return name;
  };
  const one = oneByOne('key', work('one'));
  const two = oneByOne('key', work('two'));
  const other = oneByOne('other key', work('other'));
  await expect(one).rejects.toThrow('one failed');
  expect(await Promise.all([two, other])).toEqual(['two', 'other']);
  expect(await oneByOne('key', work('three'))).toBe('three');
  const ofKey = seen.filter((line) => !line.startsWith('other'));
  expect(ofKey).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  expect(seen.indexOf('other begins')).toBeLessThan(seen.indexOf('one ends'));
});
