import { describe, expect, test } from 'vitest';
import { writeFolder } from '../spec/support.ts';
import { runPlantStore } from './support.ts';

const document = `openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{in: query, name: status, schema: {type: string}}]
      responses: {200: {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}
    post:
      operationId: createOrder
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
      responses: {201: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
  /health:
    get: {operationId: health, responses: {200: {description: d}}}
components:
  schemas:
    Order: {type: object, properties: {id: {type: integer}, status: {type: string}}}
`;

describe('explain resources', () => {
  test('prints collections, lists, sequences and unassigned operations of a document, with reasons', async () => {
    const folder = writeFolder({ 'shop.yaml': document });
    const { exitCode, stdout, stderr } = await runPlantStore(['explain', 'resources', '--spec', `${folder}/shop.yaml`]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`Resources of Shop: 1

/orders
  list        GET /orders (listOrders): GET of the collection, which returns an array of objects
  create      POST /orders (createOrder): POST of the collection, which accepts an object
  item        none: no path of the contract identifies a single record
  identifier  id: the property is named id
  parent      none: no item is its parent
  filters     status
  bounds      none
  paging      none
  sort        none
  records     exist only after they were created: other identifiers are not found

Sequences, by the operation that creates their records:
  createOrder  list listOrders

Operations that belong to no resource:
  GET /health  it does not return an array of objects
`);
  });

  test('explains the resources of the Plant Store without a document', async () => {
    const { exitCode, stdout } = await runPlantStore(['explain', 'resources']);
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, 'Resources of Plant Store: 1']);
  });

  test('rejects --spec for another topic', async () => {
    const { exitCode, stderr } = await runPlantStore(['explain', 'random-sequences', '--spec', 'shop.yaml']);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--spec works only with plant-store explain resources'),
    ]);
  });
});
