/** A document with one collection, for the tests of integrations. */
const order = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
};
const described = (schema: object) => ({ description: 'Described', content: { 'application/json': { schema } } });

export const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: described({ type: 'array', items: order }) } },
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, ...described(order) },
        responses: { 201: described(order) },
      },
    },
  },
};
