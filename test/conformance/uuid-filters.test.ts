/** Filters by a UUID that equals the generated sample, as the records of a mock server have it. */
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { contractFromJson } from '../mock/support.ts';
import { verify } from './support.ts';

const uuid = { type: 'string', format: 'uuid' };
const ticket = {
  type: 'object',
  required: ['id', 'subject', 'customerId'],
  properties: { id: { ...uuid, readOnly: true }, subject: { type: 'string', maxLength: 40 }, customerId: uuid },
};
const json = (schema: JsonObject) => ({ 'application/json': { schema } });

const contract = await contractFromJson({
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1.0.0' },
  paths: {
    '/tickets': {
      get: {
        operationId: 'listTickets',
        parameters: [{ name: 'customerId', in: 'query', schema: uuid }],
        responses: { '200': { description: 'All', content: json({ type: 'array', items: ticket }) } },
      },
      post: {
        operationId: 'createTicket',
        requestBody: { required: true, content: json(ticket) },
        responses: { '201': { description: 'Created', content: json(ticket) } },
      },
    },
  },
});

test('a filter has the UUID of a record, even if it equals the generated sample', async () => {
  const customerId = '123e4567-e89b-42d3-a456-426614174000';
  const mock = await serveMock(contract, { records: { '/tickets': [{ subject: 'Printer', customerId }] } });
  onTestFinished(() => mock.close());
  const { findings } = await verify({ contract, baseUrl: mock.url, token: mock.token, categories: ['list-queries'] });
  expect(findings).toEqual([]);
});
