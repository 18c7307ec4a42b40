/** Parameters of OpenAPI for which test/mock/validate/round-trip.test.ts has no value. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../spec/json/exact-json.ts';
import { send, startMockWithPaths } from '../support.ts';

async function statusOf(target: string, ...parameters: readonly Json[]): Promise<number> {
  const responses = { 200: { description: 'Taken' }, 400: { description: 'Refused' } };
  const mock = await startMockWithPaths({ '/things': { get: { parameters, responses } } });
  return (await send(`${mock.url}/things${target}`)).status;
}

describe('a parameter that may be empty', () => {
  const verbose = { name: 'verbose', in: 'query', allowEmptyValue: true, schema: { type: 'boolean' } };

  test.each([
    [200, '?verbose='],
    [200, '?verbose'],
    [200, '?verbose=true'],
    [400, '?verbose=maybe'],
  ])('gets %s for %s', async (status, target) => {
    expect(await statusOf(target, verbose)).toBe(status);
  });

  test('differs from one that must not be empty', async () => {
    expect(await statusOf('?verbose=', { ...verbose, allowEmptyValue: false })).toBe(400);
  });
});

describe('an object in brackets', () => {
  const at = {
    name: 'at',
    in: 'query',
    style: 'deepObject',
    schema: {
      type: 'object',
      properties: {
        inner: { type: 'object', properties: { n: { type: 'integer' } } },
        list: { type: 'array', items: { type: 'integer' } },
      },
    },
  };

  test.each([
    [200, '?at[inner][n]=1'],
    [400, '?at[inner][n]=one'],
    [200, '?at[list][]=1&at[list][]=2'],
    [400, '?at[list][]=one'],
    [200, '?other[inner][n]=one'],
  ])('gets %s for %s', async (status, target) => {
    expect(await statusOf(target, at)).toBe(status);
  });
});

describe('a map that is exploded into the query', () => {
  const filters = {
    name: 'filters',
    in: 'query',
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
  };
  const page = { name: 'page', in: 'query', schema: { type: 'string' } };

  test.each([
    [200, '?size=1&weight=2'],
    [400, '?size=one'],
    [200, '?size=1&page=last'],
    [200, ''],
  ])('gets %s for %s, where page is its own parameter', async (status, target) => {
    expect(await statusOf(target, filters, page)).toBe(status);
  });
});
