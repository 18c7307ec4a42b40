import { expect, it } from 'vitest';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { detectListView, successMedia } from '../../../spec/resources/record-views.ts';
import { loadText } from '../support.ts';

const number = { type: 'number' };

it.each([
  ['max_price', number, { property: 'price', side: 'to', hasExtraWord: false }],
  ['priceMin', number, { property: 'price', side: 'from', hasExtraWord: false }],
  ['price[lte]', number, { property: 'price', side: 'to' }],
  ['weight_to', number, { property: 'weightKg', side: 'to', hasExtraWord: true }],
  ['price', { type: 'object', properties: { to: number } }, { property: 'price', member: 'to' }],
  ['price', number, undefined],
  ['weight', { type: 'object', properties: { to: number } }, { property: 'weightKg', member: 'to' }],
  ['max', number, undefined],
  ['max_name', number, undefined],
  ['max_price', { type: 'string' }, undefined],
])('classifies the parameter %s of %j', async (name, schema, expected) => {
  const item = {
    type: 'object',
    properties: { name: { type: 'string' }, price: number, weightKg: number },
  };
  const ok = {
    description: 'ok',
    content: { 'application/json': { schema: { type: 'array', items: item } } },
  };
  const get = { parameters: [{ name, in: 'query', schema }], responses: { 200: ok } };
  const info = { title: 'T', version: '1' };
  const document = { openapi: '3.1.0', info, paths: { '/things': { get } } };
  const { operations } = await loadText(JSON.stringify(document));
  const [operation] = operations;
  const view = operation && detectListView(successMedia(operation)?.schema, '/things');
  const [bound] = operation && view ? listParameters(operation, view.item).rangeFilters : [];
  if (expected === undefined) expect(bound).toBeUndefined();
  else expect(bound).toMatchObject(expected);
});
