import { expect, it } from 'vitest';
import { fieldErrors } from '../../../mock/respond/error-values.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';

const violations = [
  {
    rule: 'minimum',
    code: 1103,
    at: ['body', 'lines', 2, 'count'],
    message: 'body.lines[2].count: expected at least 1',
  },
];

const errors = (item: object) => ({ type: 'array', items: { type: 'object', ...item } });

async function errorsOf(item: object) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/': {
        get: {
          responses: { 400: { description: 'wrong', content: { 'application/json': { schema: errors(item) } } } },
        },
      },
    },
  };
  const { operations } = await parseContract('https://shop.example/openapi.json', JSON.stringify(document));
  const schema = operations[0]?.responses[0]?.content[0]?.schema;
  return schema && fieldErrors(schema, violations);
}

const text = { type: 'string' };

it.each([
  ['a name and a problem', { name: text, problem: text }, { name: 'lines[2].count', problem: 'expected at least 1' }],
  [
    'a location and a message',
    { loc: { type: 'array' }, msg: text },
    { loc: ['lines', '2', 'count'], msg: 'expected at least 1' },
  ],
  ['a pointer', { pointer: text, detail: text }, { pointer: '/lines/2/count', detail: 'expected at least 1' }],
])('an error of a field that has %s says where and what', async (_what, properties, expected) => {
  expect(await errorsOf({ required: Object.keys(properties), properties })).toEqual([expected]);
});

it('a list of something else is no list of errors', async () => {
  expect(await errorsOf({ properties: { name: text, city: text } })).toBeUndefined();
});
