/** The times of made-up records are in the order of events. */
import { expect, it } from 'vitest';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { send, startMockWithPaths } from '../support.ts';
import { contentOf, createClient } from './json-client.ts';

const integer = { type: 'integer' };
const time = { type: 'string', format: 'date-time', readOnly: true };
const id = { ...integer, readOnly: true };
const record = (more: object) => {
  const properties = { id, ...more, createdAt: time, updatedAt: time };
  return { type: 'object', required: Object.keys(properties), properties };
};
const ticket = record({ closedAt: time });
const comment = record({});
const vote = record({ ticketId: integer });
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: integer });
const all = (schema: object) => ({
  responses: { 200: { description: 'all', content: contentOf({ type: 'array', items: { ...schema } }) } },
});
const one = (schema: object, names: readonly string[]) => ({
  parameters: names.map(parameter),
  responses: { 200: { description: 'one', content: contentOf({ ...schema }) } },
});
const paths = {
  // Before the collection to which it refers.
  '/votes': { get: all(vote) },
  '/votes/{voteId}': { get: one(vote, ['voteId']) },
  '/tickets': {
    get: all(ticket),
    post: {
      requestBody: { content: contentOf({ type: 'object', properties: { title: { type: 'string' } } }) },
      responses: { 201: { description: 'new', content: contentOf(ticket) } },
    },
  },
  '/tickets/{ticketId}': { get: one(ticket, ['ticketId']) },
  '/tickets/{ticketId}/comments': { get: { ...all(comment), parameters: [parameter('ticketId')] } },
  '/tickets/{ticketId}/comments/{commentId}': { get: one(comment, ['ticketId', 'commentId']) },
};

const start = () => startMockWithPaths(paths, {}, { recordCount: 12 });

async function list(url: string) {
  const { json } = await send(url);
  return json !== undefined && isJsonArray(json) ? json.map(Object) : [];
}

it('no record is older than the one that it is below or refers to', async () => {
  const { url } = await start();
  const [tickets, votes] = [await list(`${url}/tickets`), await list(`${url}/votes`)];
  const created = new Map(tickets.map((known) => [known.id, Date.parse(known.createdAt)]));
  const comments = await Promise.all(tickets.map((known) => list(`${url}/tickets/${known.id}/comments`)));
  const children = [
    ...comments.flatMap((few, index) => few.map((child) => ({ ...child, ticketId: tickets[index].id }))),
    ...votes,
  ];
  expect(children.length).toBeGreaterThan(150);
  const older = children.filter((child) => Date.parse(child.createdAt) < (created.get(child.ticketId) ?? Infinity));
  expect(older).toEqual([]);
});

it('the list of each collection stays in the order of creation, and changes come after the creation', async () => {
  const { url } = await start();
  for (const path of ['/tickets', '/votes', '/tickets/5/comments']) {
    const all = await list(`${url}${path}`);
    const times = all.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { createdAt, updatedAt } of all)
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  }
});

it('records that must be later than another one are not all from the same moment', async () => {
  const { url } = await start();
  for (const { id: ticketId } of await list(`${url}/tickets`)) {
    const comments = await list(`${url}/tickets/${ticketId}/comments`);
    // Two may be from the same minute by chance.
    expect(new Set(comments.map(({ createdAt }) => createdAt)).size).toBeGreaterThanOrEqual(comments.length - 1);
  }
});

it('an event of a new record that the contract requires is not before its creation', async () => {
  const { json } = await createClient(await start()).post('/tickets', { title: 'a' });
  const { createdAt, closedAt } = Object(json);
  expect(Date.parse(closedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
});

it('with a seed, a new record is younger than all made-up ones, and the next one is a second younger', async () => {
  const mock = await startMockWithPaths(paths, {}, { recordCount: 12, seed: 3 });
  const app = createClient(mock);
  const made = (await list(`${mock.url}/tickets`)).map(({ createdAt }) => Date.parse(createdAt));
  const [first, second] = [await app.post('/tickets', { title: 'a' }), await app.post('/tickets', { title: 'b' })];
  const times = [first, second].map(({ json }) => Date.parse(Object(json).createdAt));
  expect(times[0]).toBeGreaterThan(Math.max(...made));
  expect(times[1]).toBe(Number(times[0]) + 1_000);
});
