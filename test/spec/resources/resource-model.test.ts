import { describe, expect, it } from 'vitest';
import { loadInlineContract } from '../../../spec/loading/spec-source.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { getResourceModel } from '../../../spec/resources/resource-model.ts';

const order = { $ref: '#/components/schemas/Order' };
const schemas = {
  Order: { type: 'object', properties: { id: { type: 'integer' }, status: { type: 'string' } } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const withResponse = (schema: object, status = '200') => ({
  [status]: { description: 'd', ...json(schema) },
});
const withRequestBody = (schema: object) => ({ requestBody: json(schema) });
const idIn = (name: string) => ({ in: 'path', name, required: true, schema: { type: 'integer' } });
const query = (name: string, type: string) => ({ in: 'query', name, schema: { type } });

const paths = {
  '/users': {
    post: { operationId: 'createUser', ...withRequestBody(order), responses: withResponse(order, '201') },
  },
  '/users/{userId}': {
    parameters: [idIn('userId')],
    get: { operationId: 'getUser', responses: withResponse(order) },
  },
  '/users/{userId}/orders': {
    parameters: [idIn('userId')],
    get: {
      operationId: 'listOrders',
      parameters: [query('status', 'string'), query('limit', 'integer'), query('sort', 'string')],
      responses: withResponse({ type: 'object', properties: { items: { type: 'array', items: order } } }),
    },
    post: {
      operationId: 'createOrder',
      ...withRequestBody(order),
      responses: {
        201: { description: 'd', ...json(order), links: { self: { operationId: 'getOrder' } } },
      },
    },
  },
  '/users/{userId}/orders/{orderId}': {
    parameters: [idIn('userId'), idIn('orderId')],
    get: { operationId: 'getOrder', responses: withResponse(order) },
    post: { operationId: 'touchOrder', responses: { 204: { description: 'd' } } },
    put: { operationId: 'putOrder', ...withRequestBody(order), responses: withResponse(order) },
    patch: {
      operationId: 'patchOrder',
      ...withRequestBody({
        required: ['ops'],
        properties: { ops: { type: 'array', items: {} } },
        type: 'object',
      }),
      responses: withResponse(order),
    },
  },
  '/users/{userId}/orders/{orderId}/cancel': {
    parameters: [idIn('userId'), idIn('orderId')],
    post: { operationId: 'cancelOrder', responses: withResponse(order) },
  },
  '/login': {
    post: {
      operationId: 'login',
      ...withRequestBody({ type: 'object', properties: { password: { type: 'string' } } }),
      responses: withResponse({ type: 'object', properties: { token: { type: 'string' } } }),
    },
  },
  '/notes/{noteId}': {
    parameters: [{ ...idIn('noteId'), schema: { type: 'string' } }],
    get: { operationId: 'getNote', responses: { 200: { description: 'd', content: { 'text/plain': {} } } } },
    put: {
      operationId: 'putNote',
      requestBody: { content: { 'text/plain': {} } },
      responses: { 204: { description: 'd' } },
    },
  },
};

const contract = await load(paths);
const model = getResourceModel(contract);
const orders = model.collections.find(({ resource }) => resource.collection.endsWith('/orders'));

describe('a collection', () => {
  it('has an item, an identifier with its reason, and the parent of its path', () => {
    expect([orders?.resource.item, orders?.resource.idName]).toEqual(['/users/{userId}/orders/{orderId}', 'id']);
    expect(orders?.resource.idReason).toContain('named id');
    expect([orders?.parent?.resource.item, orders?.parent?.isDirect]).toEqual(['/users/{userId}', true]);
  });

  it('has a role and a reason for each operation', () => {
    const because = [...(orders?.resource.reasons ?? [])].map(([{ id }, reason]) => [id, reason]);
    expect(Object.fromEntries(because)).toEqual({
      listOrders: 'GET of the collection, which returns an array of objects in "items"',
      createOrder: 'POST of the collection, which accepts an object',
      getOrder: 'GET of the item, which returns an object',
      putOrder: 'PUT of the item, which accepts an object',
      patchOrder: 'a command: it accepts "ops", which no record has',
      touchOrder: 'POST of an item is a command: it neither reads nor writes a record',
    });
    expect([...(orders?.resource.roles.keys() ?? [])].toSorted()).toEqual(['create', 'list', 'read', 'replace']);
  });

  it('has the filters, sorting and pagination of its list', () => {
    const { filters = [], pagination, sort } = orders?.list?.parameters ?? {};
    expect(filters.map(({ property }) => property)).toEqual(['status']);
    expect([[...(pagination?.keys() ?? [])], sort?.name]).toEqual([['limit'], 'sort']);
  });

  it('has the actions and commands of its items, and the links of its operations', () => {
    expect(orders?.actions.map(({ operation: { id }, kind }) => [id, kind]).toSorted()).toEqual([
      ['cancelOrder', 'action'],
      ['patchOrder', 'command'],
      ['touchOrder', 'command'],
    ]);
    expect(orders?.links.map(({ from, link }) => [from.id, link.operation])).toEqual([['createOrder', 'getOrder']]);
  });
});

describe('a sequence', () => {
  it('finds follow-up operations by links, then by paths, and the parent', () => {
    const creation = creationOf('createOrder');
    if ('reason' in creation) throw new Error(creation.reason);
    const parts = [...creation.followUps].map(([part, { operation, reason }]) => [part, operation.id, reason]);
    expect(parts).toEqual([
      ['read', 'getOrder', 'a link of createOrder points to it'],
      ['list', 'listOrders', expect.stringContaining('GET of the collection')],
      ['replace', 'putOrder', expect.stringContaining('PUT of the item')],
    ]);
    expect([creation.parent?.id, creation.item?.parameter.name]).toEqual(['createUser', 'orderId']);
    expect([...(creation.item?.operationIds ?? [])].toSorted()).toEqual([
      'cancelOrder',
      'getOrder',
      'patchOrder',
      'putOrder',
      'touchOrder',
    ]);
  });

  it('starts with a PUT of text that is read unchanged', () => {
    const creation = creationOf('putNote');
    expect('reason' in creation ? creation.reason : [...creation.followUps.keys()]).toEqual(['read', 'replace']);
    expect(model.nonJsonResources.map(({ path, roles }) => [path, [...roles.keys()]])).toEqual([
      ['/notes/{noteId}', ['write', 'read']],
    ]);
  });

  it('finds follow-up operations by name if paths do not help', async () => {
    const widgets = await load({
      '/widgets/new': {
        post: {
          operationId: 'createWidget',
          ...withRequestBody(order),
          responses: { 204: { description: 'd' } },
        },
      },
      '/widget/{id}': {
        parameters: [idIn('id')],
        get: { operationId: 'getWidget', responses: withResponse(order) },
      },
    });
    const [, creation] = [...getResourceModel(widgets).creations][0] ?? [];
    const read = creation !== undefined && 'followUps' in creation ? creation.followUps.get('read') : undefined;
    expect(read).toEqual({ operation: widgets.operations[1], reason: expect.stringContaining('its name') });
  });

  it('has a reason if no sequence starts', () => {
    expect(creationOf('login')).toEqual({ reason: 'no operation reads, lists or deletes what it creates' });
    expect(creationOf('putOrder')).toEqual({ reason: 'it does not create a record' });
  });
});

it('has the resource of each operation, or the reason for none', () => {
  const apart = [...model.unassignedOperations].map(([{ id }, reason]) => [id, reason]);
  expect(apart).toEqual([['login', 'its response is not about the object in its request, as for a login or a search']]);
});

function creationOf(id: string) {
  const found = [...model.creations].find(([operation]: readonly [Operation, unknown]) => operation.id === id);
  if (found === undefined) throw new Error(`${id} does not create a record`);
  return found[1];
}

function load(document: object) {
  const info = { title: 'T', version: '1' };
  return loadInlineContract({ openapi: '3.1.0', info, paths: document, components: { schemas } });
}
