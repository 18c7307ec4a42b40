import { afterEach, describe, expect, it } from 'vitest';
import { secretsIn } from '../../contracts/configuration/values/secret-values.ts';
import { withSuppliedValues } from '../../contracts/configuration/values/supplied-values.ts';
import { KitError, splitError } from '../../errors.ts';
import { isJsonObject } from '../../spec/json/exact-json.ts';
import { loadInlineContract } from '../../spec/loading/spec-source.ts';
import { parseSource } from '../../spec/source/read-source.ts';

const parameter = (name: string, type: string, rest = {}) => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
  ...rest,
});
const ok = { 200: { description: 'OK' } };
const order = {
  type: 'object',
  required: ['customerId'],
  properties: {
    customerId: { type: 'integer' },
    lines: { type: 'array', items: { allOf: [{ type: 'object', properties: { sku: { type: 'string' } } }] } },
    id: { type: 'integer', readOnly: true },
  },
};

const contract = await loadInlineContract({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        tags: ['orders'],
        parameters: [{ name: 'X-Tenant', in: 'header', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        responses: ok,
      },
    },
    '/orders/{id}': { get: { operationId: 'getOrder', parameters: [parameter('id', 'integer')], responses: ok } },
    '/users/{id}': { get: { operationId: 'getUser', parameters: [parameter('id', 'string')], responses: ok } },
    '/tags/{tags}': {
      get: {
        operationId: 'getTags',
        parameters: [{ ...parameter('tags', 'array'), schema: { type: 'array', items: { type: 'string' } } }],
        responses: ok,
      },
    },
  },
  components: { schemas: { Order: order } },
});

function supply(text: string) {
  const file = parseSource('file:///plant-store.yaml', text);
  return withSuppliedValues(contract, { file, value: isJsonObject(file.value) ? file.value : {} });
}

function examplesOf(text: string, operationId: string, name: string) {
  const operation = supply(text).contract.operations.find(({ id }) => id === operationId);
  return operation?.parameters.find((one) => one.name === name)?.examples.map(({ value }) => value);
}

function errorsOf(text: string): readonly string[] {
  try {
    supply(text);
  } catch (error) {
    if (error instanceof KitError)
      return splitError(error).map(({ detail, where = '' }) => `${where.replace(/^.*?(?=:\d)/, '')} ${detail}`);
    throw error;
  }
  return [];
}

const environment = process.env;
afterEach(() => {
  process.env = environment;
});

describe('parameters', () => {
  it('get their values in every operation that allows them, and its own in one', () => {
    const text =
      'values:\n  parameters: { id: [7, 8] }\n  operations:\n    getUser: { parameters: { path.id: ann } }\n';
    expect([examplesOf(text, 'getOrder', 'id'), examplesOf(text, 'getUser', 'id')]).toEqual([[7, 8], ['ann']]);
  });

  it('get text from the environment as what their schema allows', () => {
    process.env = { ...environment, ORDER: '7' };
    const text = `values: { parameters: { id: "\${ORDER}" } }`;
    expect([examplesOf(text, 'getOrder', 'id'), examplesOf(text, 'getUser', 'id')]).toEqual([[7], ['7']]);
  });

  it('may be lists, and headers have names in any case', () => {
    expect(examplesOf('values: { parameters: { tags: [a, b] } }', 'getTags', 'tags')).toEqual([['a', 'b']]);
    expect(examplesOf('values: { parameters: { tags: [[a], [b]] } }', 'getTags', 'tags')).toEqual([['a'], ['b']]);
    expect(examplesOf('values: { parameters: { header.x-tenant: t1 } }', 'createOrder', 'X-Tenant')).toEqual(['t1']);
  });

  it('are sent although they are optional', () => {
    const { operations } = supply('values: { parameters: { X-Tenant: t1 } }').contract;
    expect(operations[0]?.parameters[0]?.isSupplied).toBe(true);
  });
});

describe('properties and bodies', () => {
  it('give the schema of the request other examples, and leave the contract alone', () => {
    const { operations } = supply('values: { properties: { customerId: 5, lines.sku: [A1, B2] } }').contract;
    const [media] = operations[0]?.requestBody?.content ?? [];
    expect(media?.schema?.properties.get('customerId')?.examples).toEqual([5]);
    const [line] = media?.schema?.properties.get('lines')?.items?.allOf ?? [];
    expect(line?.properties.get('sku')?.examples).toEqual(['A1', 'B2']);
    expect([...(media?.suppliedProperties ?? [])]).toEqual([
      ['lines.sku', ['A1', 'B2']],
      ['customerId', [5]],
    ]);
    expect(contract.operations[0]?.requestBody?.content[0]?.schema?.properties.get('customerId')?.examples).toEqual([]);
  });

  it('are the examples of the media types that allow a whole body', () => {
    const { operations } = supply('values: { operations: { orders: { body: { customerId: 5 } } } }').contract;
    const [media] = operations[0]?.requestBody?.content ?? [];
    expect([media?.isSupplied, media?.examples.map(({ value }) => value)]).toEqual([true, [{ customerId: 5 }]]);
  });
});

describe('errors', () => {
  it.each([
    [
      'values: { operations: { getOrder: { parameters: { id: x7 } } } }',
      ':1:51 id: the contract expects integer, got string "x7"',
    ],
    [
      'values:\n  operations:\n    getOder:\n      parameters: { id: 7 }\n',
      ':4:21 "getOder": no operation has this id, tag, path, or method and path (did you mean getOrder?)',
    ],
    ['values:\n  parameters:\n    odrer: 7\n', ':3:5 no operation has a parameter "odrer"'],
    [
      'values:\n  properties:\n    custmerId: 7\n',
      ':3:5 no operation has a property "custmerId" (did you mean customerId?)',
    ],
    ['values:\n  properties:\n    id: 7\n', ':3:5 no operation has a property "id"'],
    [
      'values:\n  operations:\n    createOrder:\n      body:\n        customerId: x\n',
      ':5:9 body.customerId: the contract expects integer, got string "x"',
    ],
    ['values:\n  operations:\n    getOrder:\n      body: {}\n', ':4:7 getOrder has no request body'],
    ['values:\n  parameters:\n    id:\n', ':3:5 id: the contract expects integer, got null'],
  ])('%j', (text, expected) => {
    expect(errorsOf(text)).toEqual([expect.stringContaining(expected)]);
  });

  it('are listed together, without what comes from the environment', () => {
    process.env = { ...environment, ORDER: 'hunter2-hunter2' };
    const errors = errorsOf(
      `values:\n  parameters:\n    odrer: 7\n  operations:\n    getOrder: { parameters: { id: "\${ORDER}" } }\n`,
    );
    expect(errors).toHaveLength(2);
    expect(errors.join()).not.toContain('hunter2');
  });
});

describe('secrets', () => {
  it('are what has a secret name, in the file or in the environment', () => {
    process.env = { ...environment, API_TOKEN: 'token-123', TENANT: 'tenant-1' };
    const text = `values: { parameters: { X-Tenant: ["\${TENANT}", "\${API_TOKEN}"] } }`;
    expect(supply(text).secrets).toEqual([{ variable: 'API_TOKEN', secret: 'token-123' }]);
  });

  it('have a variable named after the parameter, where the file contains them', () => {
    expect(secretsIn('token-123', 'X-Tenant-Token')).toEqual([
      { variable: 'PLANT_STORE_VALUE_X_TENANT_TOKEN', secret: 'token-123' },
    ]);
  });
});
