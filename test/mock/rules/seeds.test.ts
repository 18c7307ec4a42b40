import { describe, expect, it } from 'vitest';
import { createPlant, plantStoreSpec, send, startMockOf, type TestMock } from '../support.ts';

const made = 'test/fixtures/mock/seeds.yaml';

/** Body and declared header, as bytes. */
async function readings(mock: TestMock, prefer: string): Promise<string> {
  const response = await send(`${mock.url}/readings`, { headers: { Prefer: prefer } });
  return `${response.status} ${response.headers.get('x-trace')} ${response.text}`;
}

const seven = 'dynamic=true, seed=7';

describe('a seed', () => {
  it('gives the same bytes regardless of earlier requests, in this mock, another and a restarted one', async () => {
    const one = await startMockOf(made);
    const first = await readings(one, seven);
    await readings(one, 'dynamic=true, seed=8');
    await readings(one, 'dynamic=true');
    await readings(one, 'code=404');
    expect(await readings(one, seven)).toBe(first);
    const other = await startMockOf(made, { seed: 3, dynamic: true });
    await readings(other, 'delay=0');
    expect(await readings(other, seven)).toBe(first);
    await one.close();
    expect(await readings(await startMockOf(made), seven)).toBe(first);
  });

  it('gives the same bytes to concurrent requests', async () => {
    const mock = await startMockOf(made);
    const preferences = Array.from({ length: 30 }, (_unused, index) =>
      index % 3 === 0 ? seven : index % 3 === 1 ? 'dynamic=true' : `dynamic=true, seed=${index}`,
    );
    const responses = await Promise.all(preferences.map((preference) => readings(mock, preference)));
    expect(new Set(responses.filter((_answer, index) => index % 3 === 0)).size).toBe(1);
  });

  it('gives other bytes if it is different or missing', async () => {
    const mock = await startMockOf(made);
    const preferences = [seven, 'dynamic=true, seed=8', 'dynamic=true, seed=seven', 'dynamic=true', 'dynamic=true'];
    const responses = [];
    for (const preference of preferences) responses.push(await readings(mock, preference));
    expect(new Set(responses).size).toBe(5);
  });

  it('of the mock gives the same bytes to each request without a seed', async () => {
    const one = await startMockOf(made, { seed: 7, dynamic: true });
    expect(await readings(one, '')).toBe(await readings(await startMockOf(made), seven));
    await readings(one, 'seed=9');
    expect(await readings(one, '')).toBe(await readings(one, seven));
  });

  it('applies to a create too', async () => {
    const [one, two] = [await startMockOf(plantStoreSpec), await startMockOf(plantStoreSpec)];
    await createPlant(one, '{"id":1,"name":"Moss"}', { Prefer: 'dynamic=true' });
    const responses = [];
    for (const mock of [one, two])
      responses.push((await createPlant(mock, '{"id":7,"name":"Fern"}', { Prefer: seven })).text);
    expect(responses[0]).toBe(responses[1]);
  });
});
