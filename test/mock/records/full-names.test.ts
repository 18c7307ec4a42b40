/** Names that follow from the first and the last name of a record. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { call } from '../login/shops.ts';
import { startMockWithPaths } from '../support.ts';

const text = { type: 'string' };
const readOnly = { type: 'string', readOnly: true };
const user = {
  type: 'object',
  required: ['id', 'firstName', 'lastName'],
  properties: {
    id: { type: 'integer', readOnly: true },
    firstName: text,
    lastName: text,
    fullName: readOnly,
    initials: readOnly,
  },
};
const change = { type: 'object', properties: { firstName: text, lastName: text } };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = { 200: { description: 'ok', ...content(user) } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

const paths: JsonObject = JSON.parse(
  JSON.stringify({
    '/users': { post: { requestBody: content(user), responses: { 201: { description: 'ok', ...content(user) } } } },
    '/users/{id}': {
      parameters,
      get: { responses: ok },
      put: { requestBody: content(user), responses: ok },
      patch: { requestBody: content(change), responses: ok },
    },
  }),
);

const ada = { firstName: 'Ada', lastName: 'Byron' };

it.each(['PATCH', 'PUT'])('the full name and the initials follow a %s of the first name', async (method) => {
  const mock = await startMockWithPaths(paths);
  expect((await call(mock, 'POST /users', { body: ada })).json).toMatchObject({
    fullName: 'Ada Byron',
    initials: 'AB',
  });
  const changed = { id: 1, firstName: 'Zoe', lastName: 'Byron', fullName: 'Zoe Byron', initials: 'ZB' };
  expect((await call(mock, `${method} /users/1`, { body: { ...ada, firstName: 'Zoe' } })).json).toEqual(changed);
  expect((await call(mock, 'GET /users/1')).json).toEqual(changed);
});

it('a full name that does not consist of the others stays', async () => {
  const records = { '/users': [{ id: 1, ...ada, fullName: 'Countess of Lovelace', initials: 'AB' }] };
  const mock = await startMockWithPaths(paths, {}, { records });
  const { json } = await call(mock, 'PATCH /users/1', { body: { firstName: 'Zoe' } });
  expect(json).toMatchObject({ firstName: 'Zoe', fullName: 'Countess of Lovelace', initials: 'ZB' });
});

it('a full name that clients set stays', async () => {
  const settable = { ...user, properties: { ...user.properties, fullName: text } };
  const mock = await startMockWithPaths(
    JSON.parse(JSON.stringify(paths).replaceAll(JSON.stringify(user), JSON.stringify(settable))),
  );
  const body = { ...ada, fullName: 'Countess of Lovelace' };
  expect((await call(mock, 'POST /users', { body })).json).toMatchObject({ fullName: 'Countess of Lovelace' });
});
