import { expect, it } from 'vitest';
import { send, startMockWithPaths } from './support.ts';

/** Json-schema-faker generates them with Math.random, regardless of its seed. */
const multiple = { type: 'number', multipleOf: 0.5 };

it('a multipleOf value is the same each time with a seed', async () => {
  expect(new Set(await draw(20, 'dynamic=true, seed=7')).size).toBe(1);
});

it('a multipleOf value differs without a seed', async () => {
  // Four of five are the default value, because no random number was exactly a multiple.
  expect(new Set(await draw(200, 'dynamic=true')).size).toBeGreaterThan(1);
});

it('a seeded response does not affect the random numbers of the process', async () => {
  const { random } = Math;
  await draw(20, 'dynamic=true, seed=7');
  expect(Math.random).toBe(random);
});

async function draw(times: number, prefer: string): Promise<readonly string[]> {
  const thing = { type: 'object', required: ['a'], properties: { a: multiple } };
  const response = { description: '', content: { 'application/json': { schema: thing } } };
  const mock = await startMockWithPaths({ '/thing': { get: { responses: { '200': response } } } });
  const texts: string[] = [];
  for (let time = 0; time < times; time++)
    texts.push((await send(`${mock.url}/thing`, { headers: { Prefer: prefer } })).text);
  return texts;
}
