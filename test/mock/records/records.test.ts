import { describe, expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { errorMessage, member, send, startMockOf, startMockWithPaths } from '../support.ts';
import { books, createClient, jsonPatch, mergePatch, pets, shop, todos } from './json-client.ts';

const user = '/users/123e4567-e89b-42d3-a456-426614174000';
const line = { what: 'fern', count: 2 };

describe('a record that is created', () => {
  it('can be read at the path in Location', async () => {
    const app = createClient(await startMockOf(todos));
    const created = await app.post('/todos', { title: 'Water' });
    expect(created.status).toBe(201);
    const location = created.headers.get('location') ?? '';
    expect(location).toMatch(/^\/todos\/\d+$/);
    expect((await app.get(location)).json).toEqual(created.json);
  });

  it('has the defaults of the contract, and no unsent optional property', async () => {
    const app = createClient(await startMockOf(todos));
    const { json } = await app.post('/todos', { title: 'Water' });
    expect(member(json, 'done')).toBe(false);
    expect(member(json, 'note')).toBeUndefined();
  });

  it('does not return writeOnly properties', async () => {
    const mock = await startMockOf(todos);
    const app = createClient(mock);
    const created = await app.post('/todos', { title: 'Water', secret: 's3cret' });
    const read = await app.get(created.headers.get('location') ?? '');
    const listed = await app.get('/todos');
    expect(`${created.text}${read.text}${listed.text}`).not.toContain('s3cret');
    expect(await mock.records.list('/todos')).toContainEqual(expect.objectContaining({ secret: 's3cret' }));
  });

  it('does not return properties that only the response declares as writeOnly', async () => {
    const body = (properties: object) => ({
      content: { 'application/json': { schema: { type: 'object', properties } } },
    });
    const [name, password] = [{ type: 'string' }, { type: 'string', writeOnly: true }];
    const mock = await startMock({
      spec: {
        openapi: '3.0.3',
        info: { title: 'Users', version: '1' },
        paths: {
          '/users': {
            post: {
              requestBody: body({ name, password: { type: 'string' } }),
              responses: {
                201: { description: 'Created', ...body({ id: { type: 'integer' }, name, password }) },
              },
            },
          },
          '/users/{id}': {
            get: {
              parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
              responses: {
                200: { description: 'Found', ...body({ id: { type: 'integer' }, name, password }) },
              },
            },
          },
        },
      },
    });
    onTestFinished(() => mock.close());
    const headers = { 'Content-Type': 'application/json' };
    const sent = JSON.stringify({ name: 'Fern', password: 'hush' });
    const created = await send(`${mock.url}/users`, { method: 'POST', headers, body: sent });
    const read = await send(`${mock.url}/users/${member(created.json, 'id')}`);
    expect([created.status, read.status, member(read.json, 'name')]).toEqual([201, 200, 'Fern']);
    expect(`${created.text}${read.text}`).not.toContain('hush');
  });

  it('gets its readOnly id from the mock, whatever was sent', async () => {
    const app = createClient(await startMockOf(todos));
    expect(member((await app.post('/todos', { title: 'a', id: 77 })).json, 'id')).not.toBe(77);
    expect((await app.get('/todos/77')).status).toBe(404);
  });

  it('gets a unique number', async () => {
    const app = createClient(await startMockOf(todos));
    const made = await Promise.all(Array.from({ length: 20 }, () => app.post('/todos', { title: 'a' })));
    const ids = made.map(({ json }) => member(json, 'id'));
    expect(new Set([...ids, 1, 42]).size).toBe(22);
  });

  it('gets a UUID or a string of the pattern if the contract declares it', async () => {
    const app = createClient(await startMockOf(shop));
    const made = await app.post('/users', { name: 'Ann', password: 'p' });
    expect(member(made.json, 'id')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const order = await app.post(`${user}/orders`, { lines: [line] });
    expect(order.headers.get('location')).toMatch(/\/orders\/[A-Z]{3}-\d{4}$/);
    expect((await app.get(order.headers.get('location') ?? '')).json).toEqual(order.json);
  });

  it('is found only by its exact id beyond 2^53', async () => {
    const app = createClient(await startMockOf(books));
    const book = { id: 9223372036854775807n, title: 'Mosses' };
    expect((await app.post('/books/', book)).status).toBe(200);
    expect((await app.get('/books/9223372036854775807/')).text).toContain('"title":"Mosses"');
    expect((await app.get('/books/9223372036854775806/')).text).not.toContain('Mosses');
  });

  it('is found by a UUID in capitals', async () => {
    const app = createClient(await startMockOf(shop));
    const id = '0f0e4567-e89b-42d3-a456-426614174abc';
    await app.post('/users', { id, name: 'Ann', password: 'p' });
    expect(member((await app.get(`/users/${id.toUpperCase()}`)).json, 'name')).toBe('Ann');
  });

  it.each([
    ['path', { format: 'uuid' }, {}],
    ['record', {}, { format: 'uuid' }],
  ])('is found by a UUID in capitals that only its %s declares', async (_where, inPath, inRecord) => {
    const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string', ...inRecord } } };
    const media = { content: { 'application/json': { schema } } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string', ...inPath } }];
    const app = createClient(
      await startMockWithPaths({
        '/tags': { post: { requestBody: media, responses: { 201: { description: 'New', ...media } } } },
        '/tags/{id}': {
          get: { parameters, responses: { 200: { description: 'One', ...media }, 404: { description: '' } } },
        },
      }),
    );
    const id = '0f0e4567-e89b-42d3-a456-426614174abc';
    await app.post('/tags', { id });
    expect((await app.get(`/tags/${id.toUpperCase()}`)).status).toBe(200);
  });

  it('is rejected with the declared 409 if its id exists, or replaces the other without a declared 409', async () => {
    const users = createClient(await startMockOf(shop));
    const ann = { id: '0f0e4567-e89b-42d3-a456-426614174abc', name: 'Ann', password: 'p' };
    expect((await users.post('/users', ann)).status).toBe(201);
    const again = await users.post('/users', { ...ann, name: 'Bob' });
    expect([again.status, errorMessage(again)]).toEqual([
      409,
      'body.id: expected an id that no record in /users has, got "0f0e4567-e89b-42d3-a456-426614174abc"',
    ]);
    const shelf = createClient(await startMockOf(books));
    await shelf.post('/books/', { id: 5, title: 'Old' });
    await shelf.post('/books/', { id: 5, title: 'New' });
    expect(member((await shelf.get('/books/5/')).json, 'title')).toBe('New');
  });

  it('is created by a default response, which is a success if nothing else is declared', async () => {
    const app = createClient(await startMockOf(pets));
    for (const email of ['old@example.com', 'new@example.com'])
      expect((await app.post('/user', { username: 'ann', email })).status).toBe(200);
    expect(member((await app.get('/user/ann')).json, 'email')).toBe('new@example.com');
    expect((await app.get('/user/bob')).status).toBe(404);
  });

  it('is found by the key in Location if no property contains it', async () => {
    const app = createClient(await startMockOf(shop));
    const made = await app.post('/labels', { text: 'hot' });
    expect((await app.get(made.headers.get('location') ?? '')).json).toEqual({ text: 'hot', colour: 'red' });
  });

  it('returns undeclared properties only if the contract allows them', async () => {
    const open = createClient(await startMockOf(books));
    await open.post('/books/', { id: 5, title: 'a', shelf: 'B2' });
    expect(member((await open.get('/books/5/')).json, 'shelf')).toBe('B2');
    const silent = createClient(await startMockOf(todos));
    expect((await silent.post('/todos', { title: 'a', shelf: 'B2' })).text).not.toContain('B2');
  });

  it('is stored for the control API if the contract can only create', async () => {
    const mock = await startMockOf('spec/plant-store.yaml');
    const headers = { Authorization: `Bearer ${mock.token}`, 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers, body: '{"id":7,"name":"fern"}' };
    expect((await send(`${mock.url}/plants`, sent)).json).toEqual({ name: 'fern' });
    expect(await mock.records.list('/plants')).toEqual([{ id: 7, name: 'fern' }]);
  });
});

describe('a record', () => {
  it('is replaced completely, except its readOnly properties', async () => {
    const app = createClient(await startMockOf(todos));
    const path = (await app.post('/todos', { title: 'a', note: 'n', done: true })).headers.get('location') ?? '';
    const before = await app.get(path);
    const put = await app.put(path, { title: 'b' });
    expect(put.json).toEqual({
      id: member(before.json, 'id'),
      title: 'b',
      done: false,
      createdAt: member(before.json, 'createdAt'),
    });
    expect((await app.get(path)).json).toEqual(put.json);
  });

  it('is identified by the path of a PUT, whatever its body contains', async () => {
    const app = createClient(await startMockOf(books));
    expect(member((await app.put('/books/8/', { id: 9, title: 'b' })).json, 'id')).toBe(8);
    expect(member((await app.get('/books/8/')).json, 'title')).toBe('b');
  });

  it('is identified by the body of a PUT to the collection', async () => {
    const app = createClient(await startMockOf(pets));
    await app.post('/pet', { id: 5, name: 'Rex', photoUrls: [] });
    expect((await app.put('/pet', { id: 5, name: 'Max', photoUrls: [] })).status).toBe(200);
    expect(member((await app.get('/pet/5')).json, 'name')).toBe('Max');
    expect((await app.put('/pet', { id: 6, name: 'Max', photoUrls: [] })).status).toBe(404);
  });

  it('is created by PUT with a declared 201, and then replaced with another status', async () => {
    const app = createClient(await startMockOf(shop));
    const order = { lines: [line], note: null };
    const made = await app.put(`${user}/orders/ABC-1234`, order);
    expect([made.status, member(member(made.json, 'data'), 'note')]).toEqual([201, null]);
    expect((await app.put(`${user}/orders/ABC-1234`, order)).status).toBe(204);
  });

  it('is changed by a merge patch, in which null removes', async () => {
    const app = createClient(await startMockOf(todos));
    const path = (await app.post('/todos', { title: 'a', note: 'n' })).headers.get('location') ?? '';
    const changed = await app.patch(path, { done: true, note: null }, mergePatch);
    expect([member(changed.json, 'done'), member(changed.json, 'note')]).toEqual([true, undefined]);
    expect(member((await app.get(path)).json, 'title')).toBe('a');
  });

  it('accepts null as a value in a plain JSON PATCH if its schema allows it', async () => {
    const app = createClient(await startMockOf(shop));
    await app.put(`${user}/orders/ABC-1234`, { lines: [line], note: 'n' });
    const changed = await app.patch(`${user}/orders/ABC-1234`, { note: null });
    expect(member(member(changed.json, 'data'), 'note')).toBe(null);
  });

  it('is changed by a JSON patch, except its readOnly properties', async () => {
    const app = createClient(await startMockOf(todos));
    const steps = [
      { op: 'test', path: '/title', value: 'Water the fern' },
      { op: 'replace', path: '/title', value: 'b' },
      { op: 'replace', path: '/id', value: 9 },
    ];
    const changed = await app.patch('/todos/42', steps, jsonPatch);
    expect(changed.json).toEqual({ id: 42, title: 'b', done: false });
  });

  it('is not changed if a step of a JSON patch fails', async () => {
    const app = createClient(await startMockOf(todos));
    const steps = [
      { op: 'replace', path: '/title', value: 'b' },
      { op: 'test', path: '/done', value: true },
    ];
    const rejected = await app.patch('/todos/42', steps, jsonPatch);
    expect([rejected.status, errorMessage(rejected)]).toEqual([
      400,
      'body[1]: expected an operation that can be applied to the record, got "test /done"',
    ]);
    expect(member((await app.get('/todos/42')).json, 'title')).toBe('Water the fern');
  });

  it('loses no concurrent change', async () => {
    const app = createClient(await startMockOf(books));
    await app.post('/books/', { id: 5, title: 'a' });
    const names = Array.from({ length: 20 }, (_unused, index) => `note${index}`);
    await Promise.all(names.map((name) => app.put('/books/5/', { id: 5, title: name })));
    await Promise.all(names.map((name) => app.patch('/books/5/', { [name]: 'x' })));
    const { json } = await app.get('/books/5/');
    expect(names.filter((name) => member(json, name) !== 'x')).toEqual([]);
  });

  it('does not exist after DELETE, for every operation', async () => {
    const app = createClient(await startMockOf(todos));
    expect((await app.remove('/todos/42')).status).toBe(204);
    expect((await app.get('/todos/42')).status).toBe(404);
    expect((await app.put('/todos/42', { title: 'a' })).status).toBe(404);
    expect((await app.patch('/todos/42', {}, mergePatch)).status).toBe(404);
    expect((await app.remove('/todos/42')).status).toBe(404);
    expect((await app.get('/todos')).text).not.toContain('"id":42');
  });

  it('is the body of its DELETE response if that is declared', async () => {
    const app = createClient(await startMockOf(shop));
    expect((await app.remove(user)).json).toEqual((await createClient(await startMockOf(shop)).get(user)).json);
  });

  it('gets the same status from HEAD and GET', async () => {
    const mock = await startMockOf(todos);
    expect((await send(`${mock.url}/todos/42`, { method: 'HEAD' })).status).toBe(200);
    expect((await send(`${mock.url}/todos/43`, { method: 'HEAD' })).status).toBe(404);
  });
});

describe('a record that never existed', () => {
  it('gets the declared 404, which names the parameter', async () => {
    const app = createClient(await startMockOf(todos));
    const rejected = await app.get('/todos/7');
    expect([rejected.status, errorMessage(rejected)]).toEqual([
      404,
      'path.id: expected the id of a record in /todos, got "7"',
    ]);
  });

  it('is generated if the contract declares no 404, but not after its deletion', async () => {
    const app = createClient(await startMockOf(books));
    const made = await app.get('/books/123/');
    expect([made.status, member(made.json, 'id')]).toEqual([200, 123]);
    await app.remove('/books/123/');
    expect((await app.get('/books/123/')).status).toBe(404);
    await app.put('/books/123/', { id: 123, title: 'again' });
    expect(member((await app.get('/books/123/')).json, 'title')).toBe('again');
  });

  it('is generated if no operation creates or lists such records', async () => {
    const app = createClient(await startMockOf(shop));
    expect(member((await app.get('/tariffs/de')).json, 'country')).toBe('de');
  });
});

describe('a nested record', () => {
  it('has the values of the path if it declares them', async () => {
    const app = createClient(await startMockOf(shop));
    const { json } = await app.post(`${user}/orders`, { lines: [line] });
    expect(member(member(json, 'data'), 'userId')).toBe(user.split('/')[2]);
  });

  it('is deleted with its parent', async () => {
    const mock = await startMockOf(shop);
    const app = createClient(mock);
    await app.post(`${user}/orders`, { lines: [line] });
    await app.remove(user);
    expect((await app.get(`${user}/orders`)).status).toBe(404);
    expect((await app.post(`${user}/orders`, { lines: [line] })).status).toBe(404);
    expect(await mock.records.list(`${user}/orders`)).toEqual([]);
  });
});

describe('a response that is not a record', () => {
  it('is generated: literal siblings, actions, logins', async () => {
    const mock = await startMockOf(shop);
    const app = createClient(mock);
    expect((await app.post('/logins', { name: 'Ann' })).status).toBe(200);
    expect((await app.post(`${user}/orders/ABC-1234/cancel`, { note: 'n' })).status).toBe(200);
    expect((await mock.records.collections()).map(({ name }) => name)).not.toContain('/logins');
    const found = await createClient(await startMockOf(pets)).get('/pet/findByStatus?status=sold');
    expect(isJsonArray(found.json)).toBe(true);
  });

  it('is every response of a stateless mock', async () => {
    const mock = await startMockOf(todos, { stateless: true });
    const app = createClient(mock);
    expect((await app.get('/todos/7')).status).toBe(200);
    expect(await mock.records.collections()).toEqual([]);
  });

  it('is a request for an example response', async () => {
    const mock = await startMockOf(todos);
    const headers = { 'Content-Type': 'application/json', Prefer: 'code=400' };
    await send(`${mock.url}/todos`, { method: 'POST', headers, body: '{"title":"never kept"}' });
    expect((await createClient(mock).get('/todos')).text).not.toContain('never kept');
  });
});

describe('the initial records', () => {
  it('come from the examples, including those of path parameters', async () => {
    const app = createClient(await startMockOf(books));
    expect((await app.get('/books/')).text).toContain('"id":9007199254740993,"title":"Ferns"');
    expect(member((await app.get('/books/8/')).json, 'title')).toBe('Mosses');
    const todo = await createClient(await startMockOf(todos)).get('/todos/1');
    expect([todo.status, member(todo.json, 'id')]).toEqual([200, 1]);
  });

  it('can be replaced by collection', async () => {
    const given = {
      '/todos': [
        { id: 5, title: 'Mine', done: true },
        { title: 'No id', done: false },
      ],
    };
    const app = createClient(await startMockOf(todos, { records: given }));
    const { json } = await app.get('/todos');
    expect(json).toEqual([
      { id: 5, title: 'Mine', done: true },
      { id: 6, title: 'No id', done: false },
    ]);
  });

  it.each([
    [
      {
        '/todos': [
          { id: 1, title: 'a', done: false },
          { id: 2, title: 7 },
        ],
      },
      '/todos[1].title: expected string, got integer 7',
    ],
    [{ '/todos': ['a'] }, '/todos[0]: expected object, got string "a"'],
    [{ '/todo': [] }, 'collection "/todo": expected one of /todos'],
  ])('are rejected if they are invalid: %j', async (records, reason) => {
    await expect(startMockOf(todos, { records })).rejects.toThrow(reason);
  });

  it('are restored by a reset, and new ones get the same ids again', async () => {
    const mock = await startMockOf(shop, { seed: 3 });
    const app = createClient(mock);
    const play = async () => [
      (await app.post('/users', { name: 'Ann', password: 'p' })).text,
      (await app.post(`${user}/orders`, { lines: [line] })).text,
      (await app.remove(user)).text,
      (await app.get('/users')).text,
    ];
    const first = await play();
    await mock.reset();
    expect(await play()).toEqual(first);
  });
});

describe('a record that is added with the admin service', () => {
  it('can be read by the app, and is rejected if it is invalid', async () => {
    const mock = await startMockOf(todos);
    await mock.records.add('/todos', { id: 9, title: 'From the service', done: false });
    expect(member((await createClient(mock).get('/todos/9')).json, 'title')).toBe('From the service');
    await expect(mock.records.add('/todos', { id: 9 })).rejects.toThrow(/record of \/todos.*title/);
  });
});
