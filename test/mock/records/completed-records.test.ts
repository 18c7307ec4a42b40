/** What the mock adds to records that users provide. */
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';

const uuid = { type: 'string', format: 'uuid' };
const ticket = {
  type: 'object',
  required: ['id', 'subject', 'reference', 'agentName', 'assigneeId'],
  properties: {
    id: { ...uuid, readOnly: true },
    subject: { type: 'string' },
    reference: { type: 'string', readOnly: true },
    agentName: { type: 'string', readOnly: true },
    assigneeId: { type: ['string', 'null'], format: 'uuid' },
  },
};
const me = { type: 'object', required: ['id', 'name'], properties: { id: { ...uuid, readOnly: true }, name: {} } };
const content = (schema: object) => ({ 'application/json': { schema } });
const one = (schema: object) => ({ '200': { description: 'one', content: content(schema) } });
const changes = { type: 'object', properties: { assigneeId: ticket.properties.assigneeId } };
const subject = { type: 'object', properties: { subject: { type: 'string' } } };

const spec = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  paths: {
    '/tickets': { post: { requestBody: { content: content(subject) }, responses: one(ticket) } },
    '/tickets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
      patch: { requestBody: { content: content(changes) }, responses: one(ticket) },
    },
    '/me': { get: { responses: one(me) } },
  },
};

it('is realistic, differs between records, and is empty where clients have set nothing', async () => {
  const records = { '/tickets': [{ subject: 'Printer' }, { subject: 'Screen' }], '/me': { name: 'Ann' } };
  const mock = await startMock({ spec, records });
  onTestFinished(() => mock.close());
  const tickets = await mock.records.list('/tickets');
  const references = tickets.map((record) => Object(record).reference);
  expect(new Set(references).size).toBe(2);
  for (const record of tickets) {
    expect(record).toMatchObject({ agentName: expect.stringMatching(/^\S+ .*\S/), assigneeId: null });
    expect(Object(record).reference).not.toBe('sample');
  }
  const user = Object(await (await fetch(`${mock.url}/me`)).json());
  expect(user).toEqual({ id: expect.any(String), name: 'Ann' });
  expect(user.id).not.toBe('123e4567-e89b-42d3-a456-426614174000');
});
