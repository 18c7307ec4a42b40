// A bookshop in the style of the README of @hono/zod-openapi: routes with zod schemas, and node:sqlite for the records.
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';

const database = new DatabaseSync(':memory:');
database.exec(`
  CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL, year INTEGER, isbn TEXT UNIQUE);
  CREATE TABLE reviews (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL, rating INTEGER NOT NULL, text TEXT NOT NULL);
`);

const NewBook = z
  .object({
    title: z.string().min(1).max(200),
    author: z.string().min(1).max(100),
    year: z.number().int().min(1450).max(2100).optional(),
    isbn: z.string().regex(/^\d{13}$/),
  })
  .openapi('NewBook');
const Book = NewBook.extend({ id: z.number().int() }).openapi('Book');
const NewReview = z.object({ rating: z.number().int().min(1).max(5), text: z.string().max(1000) }).openapi('NewReview');
const Review = NewReview.extend({ id: z.number().int(), bookId: z.number().int() }).openapi('Review');
const ErrorBody = z.object({ message: z.string() }).openapi('Error');

const params = z.object({
  id: z.coerce
    .number()
    .int()
    .positive()
    .openapi({ param: { name: 'id', in: 'path' }, example: 1 }),
});
const json = (schema, description) => ({ description, content: { 'application/json': { schema } } });
const body = (schema) => ({ required: true, content: { 'application/json': { schema } } });
const notFound = json(ErrorBody, 'There is no such book');
const invalid = json(ErrorBody, 'The request is invalid');

const app = new OpenAPIHono({
  defaultHook: (result, c) => {
    if (!result.success) return c.json({ message: result.error.issues.map((issue) => issue.message).join(', ') }, 400);
  },
});

const findBook = (id) => database.prepare('SELECT * FROM books WHERE id = ?').get(id);
const toBook = ({ year, ...book }) => (year === null ? book : { ...book, year });
const toReview = ({ book_id, ...review }) => ({ ...review, bookId: book_id });

app.openapi(
  createRoute({
    method: 'get',
    path: '/books',
    operationId: 'listBooks',
    request: {
      query: z.object({
        author: z.string().optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
        offset: z.coerce.number().int().min(0).default(0),
      }),
    },
    responses: { 200: json(z.array(Book), 'The books'), 400: invalid },
  }),
  (c) => {
    const { author, limit, offset } = c.req.valid('query');
    const books =
      author === undefined
        ? database.prepare('SELECT * FROM books ORDER BY id LIMIT ? OFFSET ?').all(limit, offset)
        : database
            .prepare('SELECT * FROM books WHERE author = ? ORDER BY id LIMIT ? OFFSET ?')
            .all(author, limit, offset);
    return c.json(books.map(toBook), 200);
  },
);

app.openapi(
  createRoute({
    method: 'post',
    path: '/books',
    operationId: 'createBook',
    request: { body: body(NewBook) },
    responses: { 201: json(Book, 'The new book'), 400: invalid, 409: json(ErrorBody, 'The ISBN exists') },
  }),
  (c) => {
    const { title, author, year, isbn } = c.req.valid('json');
    if (database.prepare('SELECT 1 FROM books WHERE isbn = ?').get(isbn))
      return c.json({ message: 'ISBN exists' }, 409);
    const { lastInsertRowid } = database
      .prepare('INSERT INTO books (title, author, year, isbn) VALUES (?, ?, ?, ?)')
      .run(title, author, year ?? null, isbn);
    return c.json(toBook(findBook(lastInsertRowid)), 201);
  },
);

app.openapi(
  createRoute({
    method: 'get',
    path: '/books/{id}',
    operationId: 'getBook',
    request: { params },
    responses: { 200: json(Book, 'The book'), 400: invalid, 404: notFound },
  }),
  (c) => {
    const book = findBook(c.req.valid('param').id);
    return book ? c.json(toBook(book), 200) : c.json({ message: 'Not found' }, 404);
  },
);

app.openapi(
  createRoute({
    method: 'put',
    path: '/books/{id}',
    operationId: 'replaceBook',
    request: { params, body: body(NewBook) },
    responses: {
      200: json(Book, 'The book'),
      400: invalid,
      404: notFound,
      409: json(ErrorBody, 'Another book has the ISBN'),
    },
  }),
  (c) => {
    const { id } = c.req.valid('param');
    const { title, author, year, isbn } = c.req.valid('json');
    if (!findBook(id)) return c.json({ message: 'Not found' }, 404);
    const other = database.prepare('SELECT id FROM books WHERE isbn = ?').get(isbn);
    if (other && other.id !== id) return c.json({ message: 'ISBN exists' }, 409);
    database
      .prepare('UPDATE books SET title = ?, author = ?, year = ?, isbn = ? WHERE id = ?')
      .run(title, author, year ?? null, isbn, id);
    return c.json(toBook(findBook(id)), 200);
  },
);

app.openapi(
  createRoute({
    method: 'delete',
    path: '/books/{id}',
    operationId: 'deleteBook',
    request: { params },
    responses: { 204: { description: 'Deleted' }, 400: invalid, 404: notFound },
  }),
  (c) => {
    const { id } = c.req.valid('param');
    const { changes } = database.prepare('DELETE FROM books WHERE id = ?').run(id);
    if (changes === 0) return c.json({ message: 'Not found' }, 404);
    database.prepare('DELETE FROM reviews WHERE book_id = ?').run(id);
    return c.body(null, 204);
  },
);

app.openapi(
  createRoute({
    method: 'get',
    path: '/books/{id}/reviews',
    operationId: 'listReviews',
    request: { params },
    responses: { 200: json(z.array(Review), 'The reviews'), 400: invalid, 404: notFound },
  }),
  (c) => {
    const { id } = c.req.valid('param');
    if (!findBook(id)) return c.json({ message: 'Not found' }, 404);
    return c.json(database.prepare('SELECT * FROM reviews WHERE book_id = ?').all(id).map(toReview), 200);
  },
);

app.openapi(
  createRoute({
    method: 'post',
    path: '/books/{id}/reviews',
    operationId: 'createReview',
    request: { params, body: body(NewReview) },
    responses: { 201: json(Review, 'The new review'), 400: invalid, 404: notFound },
  }),
  (c) => {
    const { id } = c.req.valid('param');
    if (!findBook(id)) return c.json({ message: 'Not found' }, 404);
    const { rating, text } = c.req.valid('json');
    const { lastInsertRowid } = database
      .prepare('INSERT INTO reviews (book_id, rating, text) VALUES (?, ?, ?)')
      .run(id, rating, text);
    return c.json(toReview(database.prepare('SELECT * FROM reviews WHERE id = ?').get(lastInsertRowid)), 201);
  },
);

app.doc('/openapi.json', { openapi: '3.0.0', info: { title: 'Books', version: '1.0.0' } });

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) });
