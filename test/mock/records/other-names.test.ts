import { expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { send, startMockWithPaths } from '../support.ts';

const city = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
  example: { id: 7, name: 'New York' },
};
const returns = (schema: JsonObject, more: JsonObject = {}) => ({
  responses: { 200: { description: 'd', content: { 'application/json': { schema, ...more } } } },
});

it('a record that an example names by its code is found by it, and is listed once', async () => {
  const name = { name: 'cityId', in: 'path', required: true, schema: { type: 'string', example: 'NYC' } };
  const { url } = await startMockWithPaths(
    {
      '/cities': {
        get: returns({ type: 'array', items: { $ref: '#/components/schemas/City' } }, { example: [city.example] }),
      },
      '/cities/{cityId}': { parameters: [name], get: returns({ $ref: '#/components/schemas/City' }) },
    },
    { components: { schemas: { City: city } } },
  );
  const read = async (path: string) => (await send(`${url}${path}`)).json;
  expect(await read('/cities/NYC')).toEqual({ id: 7, name: 'New York' });
  expect(await read('/cities/7')).toEqual({ id: 7, name: 'New York' });
  expect(await read('/cities')).toEqual([{ id: 7, name: 'New York' }]);
});
