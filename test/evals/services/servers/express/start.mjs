// Lists of tasks for users who log in, in the style of the guide of express-openapi-validator: the document comes first.
import { randomBytes, scryptSync } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';

const database = new DatabaseSync(':memory:');
database.exec(`
  CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT UNIQUE, salt TEXT, hash TEXT);
  CREATE TABLE tokens (token TEXT PRIMARY KEY, user_id INTEGER);
  CREATE TABLE lists (id INTEGER PRIMARY KEY, user_id INTEGER, title TEXT);
  CREATE TABLE tasks (id INTEGER PRIMARY KEY, list_id INTEGER, text TEXT, done INTEGER, due TEXT, priority TEXT);
`);
const all = (sql, ...values) => database.prepare(sql).all(...values);
const get = (sql, ...values) => database.prepare(sql).get(...values);
const run = (sql, ...values) => database.prepare(sql).run(...values);

const apiSpec = fileURLToPath(new URL('openapi.yaml', import.meta.url));
const app = express();
app.use(express.json());
app.use('/openapi.yaml', express.static(apiSpec));

const hash = (password, salt) => scryptSync(password, salt, 16, { N: 1024 }).toString('hex');
const failure = (status, message) => Object.assign(new Error(message), { status });

app.use(
  OpenApiValidator.middleware({
    apiSpec,
    validateRequests: true,
    validateResponses: false,
    validateSecurity: {
      handlers: {
        bearerAuth: (req) => {
          const [scheme, token] = (req.headers.authorization ?? '').split(' ');
          if (scheme.toLowerCase() !== 'bearer') return false;
          const known = get('SELECT user_id FROM tokens WHERE token = ?', token ?? '');
          req.userId = known?.user_id;
          return known !== undefined;
        },
      },
    },
  }),
);

const api = express.Router();
app.use('/v1', api);

api.post('/users', (req, res) => {
  const { username, password } = req.body;
  if (get('SELECT 1 FROM users WHERE username = ?', username)) throw failure(409, 'The name is in use');
  const salt = randomBytes(8).toString('hex');
  const sql = 'INSERT INTO users (username, salt, hash) VALUES (?, ?, ?)';
  const { lastInsertRowid } = run(sql, username, salt, hash(password, salt));
  res.status(201).json({ id: lastInsertRowid, username });
});

api.post('/login', (req, res) => {
  const { username, password } = req.body;
  const user = get('SELECT * FROM users WHERE username = ?', username);
  if (user === undefined || hash(password, user.salt) !== user.hash) throw failure(401, 'Wrong name or password');
  const token = randomBytes(24).toString('base64url');
  run('INSERT INTO tokens VALUES (?, ?)', token, user.id);
  res.json({ token });
});

function ownList(req) {
  const list = get('SELECT id, title FROM lists WHERE id = ? AND user_id = ?', req.params.listId, req.userId);
  if (list === undefined) throw failure(404, 'No such list');
  return list;
}

function ownTask(req) {
  const sql = 'SELECT tasks.* FROM tasks JOIN lists ON lists.id = list_id WHERE tasks.id = ? AND user_id = ?';
  const task = get(sql, req.params.taskId, req.userId);
  if (task === undefined) throw failure(404, 'No such task');
  return task;
}

const toTask = ({ list_id, done, due, ...task }) => ({
  ...task,
  listId: list_id,
  done: done === 1,
  ...(due !== null && { due }),
});

api.get('/lists', (req, res) => {
  res.json(all('SELECT id, title FROM lists WHERE user_id = ?', req.userId));
});

api.post('/lists', (req, res) => {
  const { title } = req.body;
  const { lastInsertRowid } = run('INSERT INTO lists (user_id, title) VALUES (?, ?)', req.userId, title);
  res.status(201).json({ id: lastInsertRowid, title });
});

api.get('/lists/:listId', (req, res) => {
  res.json(ownList(req));
});

api.delete('/lists/:listId', (req, res) => {
  const { id } = ownList(req);
  run('DELETE FROM tasks WHERE list_id = ?', id);
  run('DELETE FROM lists WHERE id = ?', id);
  res.status(204).end();
});

api.get('/lists/:listId/tasks', (req, res) => {
  const { id } = ownList(req);
  const { done, limit } = req.query;
  const tasks =
    done === undefined
      ? all('SELECT * FROM tasks WHERE list_id = ? LIMIT ?', id, limit)
      : all('SELECT * FROM tasks WHERE list_id = ? AND done = ? LIMIT ?', id, done ? 1 : 0, limit);
  res.json(tasks.map(toTask));
});

api.post('/lists/:listId/tasks', (req, res) => {
  const { id } = ownList(req);
  const { text, done, due, priority } = req.body;
  const sql = 'INSERT INTO tasks (list_id, text, done, due, priority) VALUES (?, ?, ?, ?, ?)';
  const { lastInsertRowid } = run(sql, id, text, done ? 1 : 0, due ?? null, priority);
  res.status(201).json(toTask(get('SELECT * FROM tasks WHERE id = ?', lastInsertRowid)));
});

api.patch('/tasks/:taskId', (req, res) => {
  const { id, ...task } = { ...ownTask(req), ...req.body };
  const sql = 'UPDATE tasks SET text = ?, done = ?, due = ?, priority = ? WHERE id = ?';
  run(sql, task.text, task.done ? 1 : 0, task.due, task.priority, id);
  res.json(toTask(get('SELECT * FROM tasks WHERE id = ?', id)));
});

api.delete('/tasks/:taskId', (req, res) => {
  run('DELETE FROM tasks WHERE id = ?', ownTask(req).id);
  res.status(204).end();
});

app.use((err, _req, res, _next) => {
  res.status(err.status || 500).json({ message: err.message, errors: err.errors });
});

app.listen(Number(process.env.PORT), '127.0.0.1');
