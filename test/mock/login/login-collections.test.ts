/** Logins and refreshes keep no records, although they return parts of their requests. */
import { expect, it } from 'vitest';
import { contentOf } from '../records/json-client.ts';
import { member, send, startMockWithPaths } from '../support.ts';

const text = { type: 'string' };
const tokens = { type: 'object', required: ['accessToken'], properties: { accessToken: text, refreshToken: text } };
const sent = { type: 'object', required: ['refreshToken'], properties: { refreshToken: text } };
const post = {
  requestBody: { required: true, content: contentOf(sent) },
  responses: { 200: { description: 'ok', content: contentOf(tokens) } },
};

it('a refresh is not among the collections of the console, and others are', async () => {
  const mock = await startMockWithPaths({ '/auth/refresh': { post }, '/notes': { post } }, {});
  const { json } = await send(`${mock.url}/__store/info`);
  const [contract] = Object.values(member(json, 'contracts') ?? []);
  expect(contract).toMatchObject({ collections: ['/notes'] });
});
