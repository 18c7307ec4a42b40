import { expect, it } from 'vitest';
import { createMadeUpValues } from '../../../mock/made-up/made-up-values.ts';
import { outgoingBody } from '../../../mock/outgoing/outgoing-body.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { contractFromJson } from '../support.ts';

const madeUp = createMadeUpValues({ seed: undefined, locale: undefined });
const event = {
  name: 'ticketClosed',
  contract: await contractFromJson({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/a': { get: { responses: { 204: { description: 'ok' } } } } },
  }),
  time: () => Promise.resolve(new Date('2026-05-01T10:00:00Z')),
};
const origin = 'http://127.0.0.1:4010';

async function postOf(schema: JsonObject): Promise<Operation> {
  const post = {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '204': { description: 'ok' } },
  };
  const { operations } = await contractFromJson({
    ...{ openapi: '3.1.0', info: { title: 'Test', version: '1' } },
    paths: { '/a': { post } },
  });
  const [operation] = operations;
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

const names = ['constructor', 'toString', 'id'];

it('takes over values of the exchange, and none that every object inherits', async () => {
  const schema = { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const { text, type } = await outgoingBody(await postOf(schema), { known: [{ id: 7 }], madeUp, origin, event });
  expect(type).toBe('application/json');
  expect(Object.keys(JSON.parse(text)).toSorted()).toEqual(names.toSorted());
  expect(JSON.parse(text)).toMatchObject({ id: 7 });
});

const uuid = { type: 'string', format: 'uuid' };
const ticket = {
  type: 'object',
  required: ['id', 'subject', 'pin', 'logoUrl'],
  properties: {
    id: { ...uuid, readOnly: true },
    subject: { type: 'string' },
    pin: { type: 'string', writeOnly: true },
    logoUrl: { type: 'string', format: 'uri' },
  },
};

it('has the properties that only the service writes, and realistic values', async () => {
  const sentEvent = { type: 'object', required: ['eventId', 'ticket'], properties: { eventId: uuid, ticket } };
  const { text } = await outgoingBody(await postOf(sentEvent), { known: [], madeUp, origin, event });
  const { eventId, ticket: sent } = JSON.parse(text);
  expect(eventId).not.toBe('123e4567-e89b-42d3-a456-426614174000');
  expect(sent).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    subject: expect.stringMatching(/^\w+[ -].+/),
    logoUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/__store\/image\//),
  });
});

it('differs after another exchange, so that receivers do not take it for the same event', async () => {
  const operation = await postOf({ type: 'object', required: ['eventId'], properties: { eventId: uuid } });
  const bodyAfter = async (id: number) =>
    (await outgoingBody(operation, { known: [{ id }], madeUp, origin, event })).text;
  expect(await bodyAfter(7)).toBe(await bodyAfter(7));
  expect(await bodyAfter(7)).not.toBe(await bodyAfter(8));
});

it('takes over null, for what has not happened yet', async () => {
  const closedAt = { type: ['string', 'null'], format: 'date-time' };
  const operation = await postOf({ type: 'object', required: ['closedAt'], properties: { closedAt } });
  const { text } = await outgoingBody(operation, { known: [{ id: 7, closedAt: null }], madeUp, origin, event });
  expect(JSON.parse(text)).toEqual({ closedAt: null });
});

it.each([
  [['ticket.created', 'ticket.closed'], 'ticket.closed'],
  [['create', 'close'], 'close'],
  [['ticket.opened', 'ticket.updated'], 'ticket.opened'],
])('of the types %j it has the one that the event is named after', async (types, expected) => {
  const type = { type: 'string', enum: types };
  const { text } = await outgoingBody(await postOf({ type: 'object', required: ['type'], properties: { type } }), {
    ...{ known: [], madeUp, origin, event },
  });
  expect(JSON.parse(text)).toEqual({ type: expected });
});

it('has the name of the event as its type, and the time of the event, but keeps examples', async () => {
  const time = { type: 'string', format: 'date-time' };
  const properties = {
    event: { type: 'string' },
    occurredAt: time,
    timestamp: { type: 'integer' },
    sentAt: { ...time, example: '2020-01-01T00:00:00Z' },
    dueAt: time,
  };
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const { text } = await outgoingBody(await postOf(schema), { known: [], madeUp, origin, event });
  const { dueAt, ...others } = JSON.parse(text);
  expect(others).toEqual({
    event: 'ticket.closed',
    occurredAt: '2026-05-01T10:00:00.000Z',
    timestamp: 1_777_629_600,
    sentAt: '2020-01-01T00:00:00Z',
  });
  expect(dueAt).not.toContain('2026-05-01');
});
