// Contacts and notes in the style of the guide of @fastify/swagger: route schemas with $ref, and node:sqlite.
import { DatabaseSync } from 'node:sqlite';
import sensible from '@fastify/sensible';
import swagger from '@fastify/swagger';
import Fastify from 'fastify';

const database = new DatabaseSync(':memory:');
database.exec(`
  CREATE TABLE contacts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT, favourite INTEGER);
  CREATE TABLE notes (id INTEGER PRIMARY KEY, contact_id INTEGER NOT NULL, text TEXT NOT NULL, created_at TEXT NOT NULL);
`);

const app = Fastify();
await app.register(sensible, { sharedSchemaId: 'HttpError' });
await app.register(swagger, {
  openapi: { openapi: '3.0.3', info: { title: 'Contacts', version: '1.0.0' } },
  refResolver: { buildLocalReference: (json, _base, _fragment, index) => json.$id ?? `def-${index}` },
});

app.addSchema({
  $id: 'NewContact',
  type: 'object',
  required: ['name', 'email'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    email: { type: 'string', format: 'email' },
    phone: { type: 'string', pattern: '^\\+?[0-9 ]{5,20}$' },
    favourite: { type: 'boolean', default: false },
  },
});
app.addSchema({
  $id: 'Contact',
  type: 'object',
  required: ['id', 'name', 'email', 'favourite'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    phone: { type: 'string' },
    favourite: { type: 'boolean' },
  },
});
app.addSchema({
  $id: 'Note',
  type: 'object',
  required: ['id', 'contactId', 'text', 'createdAt'],
  properties: {
    id: { type: 'integer' },
    contactId: { type: 'integer' },
    text: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
  },
});

const ref = ($ref) => ({ $ref: `${$ref}#` });
const params = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } };
const errors = { 400: ref('HttpError'), 404: ref('HttpError') };

const findContact = (id) => database.prepare('SELECT * FROM contacts WHERE id = ?').get(id);
const toContact = ({ phone, favourite, ...contact }) => ({
  ...contact,
  favourite: favourite === 1,
  ...(phone !== null && { phone }),
});
const toNote = ({ contact_id, created_at, ...note }) => ({ ...note, contactId: contact_id, createdAt: created_at });

await app.register(async (routes) => {
  routes.get(
    '/contacts',
    {
      schema: {
        operationId: 'listContacts',
        querystring: {
          type: 'object',
          properties: {
            search: { type: 'string', minLength: 1 },
            favourite: { type: 'boolean' },
            page: { type: 'integer', minimum: 1, default: 1 },
            pageSize: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['total', 'items'],
            properties: { total: { type: 'integer' }, items: { type: 'array', items: ref('Contact') } },
          },
          400: ref('HttpError'),
        },
      },
    },
    async ({ query }) => {
      const { search, favourite, page, pageSize } = query;
      const conditions = ['1 = 1'];
      const values = [];
      if (search !== undefined) {
        conditions.push('name LIKE ?');
        values.push(`%${search}%`);
      }
      if (favourite !== undefined) {
        conditions.push('favourite = ?');
        values.push(favourite ? 1 : 0);
      }
      const where = conditions.join(' AND ');
      const { total } = database.prepare(`SELECT count(*) AS total FROM contacts WHERE ${where}`).get(...values);
      const rows = database
        .prepare(`SELECT * FROM contacts WHERE ${where} ORDER BY id LIMIT ? OFFSET ?`)
        .all(...values, pageSize, (page - 1) * pageSize);
      return { total, items: rows.map(toContact) };
    },
  );

  routes.post(
    '/contacts',
    {
      schema: { operationId: 'createContact', body: ref('NewContact'), response: { 201: ref('Contact'), ...errors } },
    },
    async ({ body }, reply) => {
      const { lastInsertRowid } = database
        .prepare('INSERT INTO contacts (name, email, phone, favourite) VALUES (?, ?, ?, ?)')
        .run(body.name, body.email, body.phone ?? null, body.favourite ? 1 : 0);
      return reply.code(201).send(toContact(findContact(lastInsertRowid)));
    },
  );

  routes.get(
    '/contacts/:id',
    { schema: { operationId: 'getContact', params, response: { 200: ref('Contact'), ...errors } } },
    async ({ params: { id } }, reply) => {
      const contact = findContact(id);
      return contact === undefined ? reply.notFound() : toContact(contact);
    },
  );

  routes.put(
    '/contacts/:id',
    {
      schema: {
        operationId: 'replaceContact',
        params,
        body: ref('NewContact'),
        response: { 200: ref('Contact'), ...errors },
      },
    },
    async ({ params: { id }, body }, reply) => {
      const { changes } = database
        .prepare('UPDATE contacts SET name = ?, email = ?, phone = ?, favourite = ? WHERE id = ?')
        .run(body.name, body.email, body.phone ?? null, body.favourite ? 1 : 0, id);
      return changes === 0 ? reply.notFound() : toContact(findContact(id));
    },
  );

  routes.delete(
    '/contacts/:id',
    { schema: { operationId: 'deleteContact', params, response: { 204: { type: 'null' }, ...errors } } },
    async ({ params: { id } }, reply) => {
      const { changes } = database.prepare('DELETE FROM contacts WHERE id = ?').run(id);
      if (changes === 0) return reply.notFound();
      database.prepare('DELETE FROM notes WHERE contact_id = ?').run(id);
      return reply.code(204).send();
    },
  );

  routes.get(
    '/contacts/:id/notes',
    {
      schema: { operationId: 'listNotes', params, response: { 200: { type: 'array', items: ref('Note') }, ...errors } },
    },
    async ({ params: { id } }, reply) => {
      if (findContact(id) === undefined) return reply.notFound();
      return database.prepare('SELECT * FROM notes WHERE contact_id = ?').all(id).map(toNote);
    },
  );

  routes.post(
    '/contacts/:id/notes',
    {
      schema: {
        operationId: 'createNote',
        params,
        body: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string', minLength: 1, maxLength: 2000 } },
        },
        response: { 201: ref('Note'), ...errors },
      },
    },
    async ({ params: { id }, body: { text } }, reply) => {
      if (findContact(id) === undefined) return reply.notFound();
      const { lastInsertRowid } = database
        .prepare('INSERT INTO notes (contact_id, text, created_at) VALUES (?, ?, ?)')
        .run(id, text, new Date().toISOString());
      const note = database.prepare('SELECT * FROM notes WHERE id = ?').get(lastInsertRowid);
      return reply.code(201).send(toNote(note));
    },
  );

  routes.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
