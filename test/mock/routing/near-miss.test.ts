import { describe, expect, it } from 'vitest';
import { createNearMissFinder } from '../../../mock/routing/near-miss.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { relativeCpuTime } from '../../cpu-time.ts';
import { errorMessage, gardenSpec, send, startMockOf } from '../support.ts';

function operation(method: string, path: string): Operation {
  const place = { file: 'x.yaml', line: 1, pointer: '' };
  const nothing = { parameters: [], requestBody: undefined, responses: [], security: [] };
  return { id: `${method} ${path}`, method, path, place, ...nothing };
}

const operations = [
  operation('GET', '/plants'),
  operation('POST', '/plants'),
  operation('GET', '/plants/{id}'),
  operation('DELETE', '/plants/{id}'),
  operation('POST', '/plants/{id}/waterings'),
  operation('GET', '/beds/{id}.json'),
];
const nearMiss = createNearMissFinder(operations, ['/api/v3']);

describe('the nearest route for an unknown path', () => {
  it.each([
    ['a missing letter', 'POST /plant', 'POST /plants'],
    ['swapped letters', 'GET /palnts', 'GET /plants'],
    ['another case', 'GET /Plants', 'GET /plants'],
    ['a trailing slash', 'GET /plants/', 'GET /plants'],
    ['an extra slash', 'GET //plants', 'GET /plants'],
    ['a slash after the id', 'GET /plants/7/', 'GET /plants/{id}'],
    ['an unknown prefix', 'POST /api/plants', 'POST /plants'],
    ['two unknown prefixes', 'GET /store/v2/plants/7', 'GET /plants/{id}'],
    ['a typo below the base path', 'GET /api/v3/plant/7', 'GET /api/v3/plants/{id}'],
    ['a missing first segment', 'POST /7/waterings', 'POST /plants/{id}/waterings'],
    ['a typo after the id', 'POST /plants/7/watering', 'POST /plants/{id}/waterings'],
    ['an extra segment', 'GET /plants/7/leaf', 'GET /plants/{id}'],
    ['a missing suffix', 'GET /bed/7', 'GET /beds/{id}.json'],
    ['another method as well', 'PUT /plant', 'GET or POST /plants'],
  ])('(%s) of %s is %s', (_what, requestLine, expected) => {
    const [method = '', path = ''] = requestLine.split(' ');
    const near = nearMiss(method, path);
    expect(`${near?.methods.join(' or ')} ${near?.path}`).toBe(expected);
  });

  it.each(['/', '/x', '/7', '/orders', '/orders/7', '/plants/7/a/b/c', '/favicon.ico', `/${'plants'.repeat(100)}`])(
    'does not exist for %s',
    (path) => {
      expect(nearMiss('GET', path)).toBeUndefined();
    },
  );
});

it('is found quickly among thousands of routes, and for paths made to be slow', async () => {
  const many = Array.from({ length: 5_000 }, (_unused, index) =>
    operation('GET', `/v${index % 7}/resource${index}/{id}/things${index % 100}`),
  );
  const find = createNearMissFinder(many, []);
  expect(find('GET', '/v3/resourc3/7/thing3')?.path).toBe('/v3/resource3/{id}/things3');
  const long = ['/x'.repeat(8_000), '/a'.repeat(190), '/resource1'.repeat(24), `/${'a/'.repeat(180)}`];
  const cpuTime = await relativeCpuTime(() => {
    for (const path of long) find('GET', path);
  });
  expect(cpuTime).toBeLessThan(20);
});

it('is in the response', async () => {
  const mock = await startMockOf(gardenSpec);
  expect(errorMessage(await send(`${mock.url}/api/v3/bed/mine`))).toContain('did you mean GET /api/v3/beds/mine?');
  expect(errorMessage(await send(`${mock.url}/nothing/like/it`))).toContain('GET /beds/{bedId}');
});
