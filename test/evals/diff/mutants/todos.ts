/** The todos of OpenAPI 3.1: what happens to a contract in its daily life. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/todos.yaml';
const schemas = '/components/schemas';
const todos = '/paths/~1todos';
const todo = '/paths/~1todos~1{id}';
const todoOperations = ['listTodos', 'createTodo', 'readTodo', 'replaceTodo', 'changeTodo'];
const sending = ['createTodo', 'replaceTodo'];

export const everydayChanges: MutantTable = {
  contract,
  group: 'a typical contract of OpenAPI 3.1',
  operations: todoOperations,
  breaking: [
    [
      'an id in a header too',
      set(`${todo}/parameters/-`, {
        name: 'If-Match',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      }),
      'old requests are without it',
      ['readTodo', 'replaceTodo', 'changeTodo', 'deleteTodo'],
    ],
    [
      'a filter is gone',
      remove(`${todos}/get/parameters/0`),
      'it is refused or passed over, and lists are longer than was asked for',
      ['listTodos'],
    ],
    [
      'a date that may be null',
      set(`${schemas}/Todo/properties/note/type`, ['string', 'null']),
      'an answer may have null for a text',
    ],
    [
      'ids are texts',
      set(`${schemas}/Todo/properties/id`, { type: 'string', format: 'uuid', readOnly: true }),
      'a client reads an integer',
    ],
    ['an answered property may be missing', set(`${schemas}/Todo/required`, ['id', 'title']), 'a client reads it'],
    [
      'an answered property is gone',
      [remove(`${schemas}/Todo/properties/done`), set(`${schemas}/Todo/required`, ['id', 'title'])],
      'a client reads it',
    ],
    [
      'a sent property is required',
      set(`${schemas}/NewTodo/required/-`, 'done'),
      'old requests may be without it',
      sending,
    ],
    ['null is refused', set(`${schemas}/NewTodo/properties/note/type`, 'string'), 'old requests may have it', sending],
    [
      'blank titles are refused',
      set(`${schemas}/NewTodo/properties/title/pattern`, '\\S'),
      'old requests may have them',
      sending,
    ],
    [
      'the list in an envelope',
      set(`${todos}/get/responses/200/content/application~1json/schema`, {
        type: 'object',
        required: ['items'],
        properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Todo' } } },
      }),
      'a client reads a list',
      ['listTodos'],
    ],
    [
      'the largest page is smaller',
      set(`${todos}/get/parameters/2/schema/maximum`, 50),
      'limit=100 was taken',
      ['listTodos'],
    ],
    [
      'one way of sorting less',
      set(`${todos}/get/parameters/4/schema/enum`, ['title', 'id']),
      'sort=-id was taken',
      ['listTodos'],
    ],
    [
      'merge patches no more',
      remove(`${todo}/patch/requestBody/content/application~1merge-patch+json`),
      'a client sends them',
      ['changeTodo'],
    ],
    [
      'one operation of JSON patches less',
      set(`${todo}/patch/requestBody/content/application~1json-patch+json/schema/items/properties/op/enum`, [
        'add',
        'remove',
        'replace',
      ]),
      'a client sends `test`',
      ['changeTodo'],
    ],
    [
      'errors in another shape',
      [
        set('/components/responses/Problem/content', {
          'application/problem+json': {
            schema: { type: 'object', required: ['code'], properties: { code: { type: 'integer' } } },
          },
        }),
      ],
      'a client reads the title',
      ['createTodo', 'readTodo', 'replaceTodo', 'changeTodo', 'deleteTodo'],
    ],
    [
      'where a new todo is, is told no more',
      remove(`${todos}/post/responses/201/headers`),
      'a client reads Location',
      ['createTodo'],
    ],
    [
      'a key for all',
      [
        set('/security', [{ key: [] }]),
        set('/components/securitySchemes', { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }),
      ],
      'old requests have none',
      [...todoOperations, 'deleteTodo'],
    ],
    [
      'todos are called tasks',
      [rename(todos, '/tasks'), rename(todo, '/tasks/{id}')],
      'old paths lead nowhere',
      [...todoOperations, 'deleteTodo'],
    ],
  ],
  risky: [
    [
      'another operationId',
      set(`${todos}/get/operationId`, 'findTodos'),
      'generated clients name their methods by it',
      ['listTodos'],
    ],
    [
      'the default size of a page',
      set(`${todos}/get/parameters/2/schema/default`, 10),
      'who leaves it out gets other answers',
      ['listTodos'],
    ],
    [
      'an optional answered property is gone',
      remove(`${schemas}/Todo/properties/createdAt`),
      'who reads it must be ready for its absence, and now it is always absent',
    ],
  ],
  harmless: [
    ['a type as a list of one', set(`${schemas}/Todo/properties/title/type`, ['string']), 'the same type'],
    [
      'examples in the manner of 3.1',
      set(`${schemas}/Todo/properties/title/examples`, ['Water the fern']),
      'examples bind nobody',
    ],
    [
      'an optional sent property more',
      set(`${schemas}/NewTodo/properties/due`, { type: 'string', format: 'date' }),
      'nobody has to send it',
    ],
    [
      'an optional answered property more',
      set(`${schemas}/Todo/properties/due`, { type: 'string', format: 'date' }),
      'nobody has to read it',
    ],
    [
      'a required answered property more',
      [
        set(`${schemas}/Todo/properties/due`, { type: 'string', format: 'date' }),
        set(`${schemas}/Todo/required/-`, 'due'),
      ],
      'nobody has to read it',
    ],
    ['the largest page is larger', set(`${todos}/get/parameters/2/schema/maximum`, 500), 'more is taken'],
    ['a way of sorting more', set(`${todos}/get/parameters/4/schema/enum/-`, 'createdAt'), 'more is taken'],
    [
      'an optional header is always there',
      set(`${todos}/get/responses/200/headers/Link/required`, true),
      'an answer says more',
    ],
    [
      'a description beside a reference',
      set(`${todo}/get/responses/404`, {
        $ref: '#/components/responses/Problem',
        description: 'No such todo',
      }),
      'words bind nobody',
    ],
    [
      'a webhook more',
      set('/webhooks', { done: { post: { responses: { 200: { description: 'Heard' } } } } }),
      'no operation has to do with it',
    ],
    [
      'a local definition',
      [
        set(`${schemas}/TodoChange/properties/title`, { $ref: '#/components/schemas/Title' }),
        set(`${schemas}/Title`, { type: 'string', minLength: 1 }),
      ],
      'the same, elsewhere',
    ],
  ],
};
