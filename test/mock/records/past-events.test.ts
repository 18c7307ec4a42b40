/** Times in records: `createdAt` follows the order of a list, `closedAt` the state of a ticket. */
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';

const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const status = { type: 'string', enum: ['open', 'closed'] };
const ticket = {
  type: 'object',
  required: ['id', 'status', 'createdAt', 'updatedAt', 'closedAt', 'resolvedAt'],
  properties: {
    ...{ id: { type: 'integer', readOnly: true }, status, createdAt: time, updatedAt: time },
    ...{ closedAt: time, resolvedAt: time },
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ '200': { description: 'ok', ...json(schema) } });
const changes = json({ type: 'object', properties: { status } });
const specOf = (schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  paths: {
    '/tickets': {
      get: { responses: ok({ type: 'array', items: schema }) },
      post: { requestBody: changes, responses: { '201': { description: 'new', ...json(schema) } } },
    },
    '/tickets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      patch: { requestBody: changes, responses: ok(schema) },
    },
  },
});

async function start(records: number, schema: object = ticket) {
  const mock = await startMock({ spec: specOf(schema), records });
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

it.each([1, 20])('in %i made-up records, no event is later than the last change', async (count) => {
  const send = await start(count);
  const tickets: unknown = await send('GET', '/tickets');
  if (!Array.isArray(tickets)) throw new Error('expected a list');
  const times = tickets.flatMap(({ closedAt, updatedAt }) => (closedAt === null ? [] : [{ closedAt, updatedAt }]));
  for (const { closedAt, updatedAt } of times) expect(Date.parse(closedAt)).toBeLessThanOrEqual(Date.parse(updatedAt));
  expect(times.length).toBeGreaterThanOrEqual(count === 1 ? 0 : 5);
});

it('the time of an event is left out again where its schema does not allow null', async () => {
  const properties = { ...ticket.properties, closedAt: { ...time, type: 'string' } };
  const send = await start(1, { ...ticket, required: ['id'], properties });
  const { id, closedAt } = Object(await send('POST', '/tickets', { status: 'open' }));
  expect(closedAt).toBeUndefined();
  expect(Object(await send('PATCH', `/tickets/${id}`, { status: 'closed' })).closedAt).toEqual(expect.any(String));
  expect(Object(await send('PATCH', `/tickets/${id}`, { status: 'open' })).closedAt).toBeUndefined();
});

it('a change of the state sets the time, and the state before clears it', async () => {
  const send = await start(1);
  const { id, closedAt } = Object(await send('POST', '/tickets', { status: 'open' }));
  expect(closedAt).toBeNull();
  const started = Date.now();
  const closed = Object(await send('PATCH', `/tickets/${id}`, { status: 'closed' }));
  expect(Date.parse(closed.closedAt)).toBeGreaterThanOrEqual(started);
  const updatedAt = expect.any(String);
  expect(await send('PATCH', `/tickets/${id}`, { status: 'closed' })).toEqual({ ...closed, updatedAt });
  expect(await send('PATCH', `/tickets/${id}`, { status: 'open' })).toEqual({
    ...closed,
    updatedAt,
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
