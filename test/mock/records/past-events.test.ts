/** Times in records: `createdAt` follows the order of a list, `closedAt` the state of a ticket. */
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';

const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const status = { type: 'string', enum: ['open', 'closed'] };
const ticket = {
  type: 'object',
  required: ['id', 'status', 'createdAt', 'closedAt', 'resolvedAt'],
  properties: { id: { type: 'integer', readOnly: true }, status, createdAt: time, closedAt: time, resolvedAt: time },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ '200': { description: 'ok', ...json(schema) } });
const changes = json({ type: 'object', properties: { status } });
const spec = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  paths: {
    '/tickets': {
      get: { responses: ok({ type: 'array', items: ticket }) },
      post: { requestBody: changes, responses: { '201': { description: 'new', ...json(ticket) } } },
    },
    '/tickets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      patch: { requestBody: changes, responses: ok(ticket) },
    },
  },
};

async function start(records: number) {
  const mock = await startMock({ spec, records });
  onTestFinished(() => mock.close());
  return async (method: string, path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(`${mock.url}${path}`, { method, headers, body: JSON.stringify(body) })).json();
  };
}

it('a made-up record has the time of an event if its state shows that it has happened', async () => {
  const send = await start(20);
  const tickets: unknown = await send('GET', '/tickets');
  if (!Array.isArray(tickets)) throw new Error('expected a list');
  expect(new Set(tickets.map((one) => one.status))).toEqual(new Set(['open', 'closed']));
  for (const one of tickets)
    expect(one).toMatchObject({ closedAt: one.status === 'closed' ? expect.any(String) : null, resolvedAt: null });
});

it('a change of the state sets the time, and the state before clears it', async () => {
  const send = await start(1);
  const { id, closedAt } = Object(await send('POST', '/tickets', { status: 'open' }));
  expect(closedAt).toBeNull();
  const started = Date.now();
  const closed = Object(await send('PATCH', `/tickets/${id}`, { status: 'closed' }));
  expect(Date.parse(closed.closedAt)).toBeGreaterThanOrEqual(started);
  expect(await send('PATCH', `/tickets/${id}`, { status: 'closed' })).toEqual(closed);
  expect(await send('PATCH', `/tickets/${id}`, { status: 'open' })).toEqual({
    ...closed,
    status: 'open',
    closedAt: null,
  });
});

it('made-up records are in the order of their times of creation, as are their numbers', async () => {
  const send = await start(20);
  const tickets: unknown = await send('GET', '/tickets');
  if (!Array.isArray(tickets)) throw new Error('expected a list');
  const times = tickets.map((one) => Date.parse(one.createdAt));
  expect(new Set(times).size).toBeGreaterThan(15);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(tickets.map((one) => one.id)).toEqual(tickets.map((_one, index) => index + 1));
});
