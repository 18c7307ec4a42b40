import { expect, it } from 'vitest';
import { outgoingBody } from '../../../mock/outgoing/outgoing-body.ts';
import { contractFromJson } from '../support.ts';

const names = ['constructor', 'toString', 'id'];

it('takes over values of the exchange, and none that every object inherits', async () => {
  const schema = { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const post = {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '204': { description: 'ok' } },
  };
  const { operations } = await contractFromJson({
    ...{ openapi: '3.1.0', info: { title: 'Test', version: '1' } },
    paths: { '/a': { post } },
  });
  const [operation] = operations;
  if (operation === undefined) throw new Error('no operation');
  const { text, type } = outgoingBody(operation, { known: [{ id: 7 }] });
  expect(type).toBe('application/json');
  expect(Object.keys(JSON.parse(text)).toSorted()).toEqual(names.toSorted());
  expect(JSON.parse(text)).toMatchObject({ id: 7 });
});
