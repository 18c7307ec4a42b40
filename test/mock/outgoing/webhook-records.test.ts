/** A webhook is about records that exist. */
import { expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { contentOf } from '../records/json-client.ts';
import { contractFromJson } from '../support.ts';
import { startReceiver } from './receiver.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties },
});
const ticket = object({ id: integer, title: text, status: { type: 'string', enum: ['open', 'closed'] } });
const comment = object({ id: integer, body: text });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: integer });
const get = (schema: object, names: readonly string[] = []) => ({
  get: {
    parameters: names.map(parameter),
    responses: { 200: { description: 'ok', content: contentOf({ ...schema }) } },
  },
});
const webhook = (schema: object) => ({
  post: { requestBody: { content: contentOf({ ...schema }) }, responses: { 204: { description: 'taken' } } },
});
const list = (name: string) => ({ type: 'array', items: ref(name) });
const document = {
  ...{ openapi: '3.1.0', info: { title: 'Desk', version: '1' } },
  paths: {
    '/tickets': get(list('Ticket')),
    '/tickets/{ticketId}': get(ref('Ticket'), ['ticketId']),
    '/tickets/{ticketId}/comments': get(list('Comment'), ['ticketId']),
    '/tickets/{ticketId}/comments/{commentId}': get(ref('Comment'), ['ticketId', 'commentId']),
  },
  webhooks: {
    ticketClosed: webhook(object({ id: { ...text, format: 'uuid' }, data: object({ ticket: ref('Ticket') }) })),
    ticketCreated: webhook(object({ ticketId: integer })),
    ticketUpdated: webhook(ref('Ticket')),
    commentAdded: webhook(object({ comment: ref('Comment'), ticket: ref('Ticket') })),
  },
  components: { schemas: { Ticket: ticket, Comment: comment } },
};
const tickets = [
  { id: 4, title: 'Lamp', status: 'open' },
  { id: 5, title: 'Desk', status: 'closed' },
  { id: 6, title: 'Chair', status: 'open' },
];
const records = { '/tickets': tickets, '/tickets/4/comments': [{ id: 9, body: 'Thanks' }], '/tickets/5/comments': [] };

async function receive(...names: readonly string[]) {
  const mock = await serveMock(await contractFromJson(document), { records });
  onTestFinished(() => mock.close());
  const receiver = await startReceiver();
  for (const name of names) await mock.webhooks.send(name, { url: receiver.url });
  return receiver.calls.map(({ body }) => JSON.parse(body));
}

it('it has the newest record that is in the state of the event, and another id each time', async () => {
  const [first, second] = await receive('ticketClosed', 'ticketClosed');
  expect(first.data.ticket).toEqual(tickets[1]);
  expect(second.data).toEqual(first.data);
  expect(second.id).not.toBe(first.id);
});

it('it has the identifier of the newest record', async () => {
  expect(await receive('ticketCreated')).toEqual([{ ticketId: 6 }]);
});

it('it has a record together with the one that it is below', async () => {
  expect(await receive('commentAdded')).toEqual([{ comment: { id: 9, body: 'Thanks' }, ticket: tickets[0] }]);
});

it('a body that is a record itself is the newest one, with its own values', async () => {
  expect(await receive('ticketUpdated')).toEqual([tickets[2]]);
});
