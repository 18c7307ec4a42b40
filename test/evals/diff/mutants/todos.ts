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
      'existing requests lack it',
      ['readTodo', 'replaceTodo', 'changeTodo', 'deleteTodo'],
    ],
    [
      'a filter is removed',
      remove(`${todos}/get/parameters/0`),
      'it is rejected or ignored, and lists are longer than requested',
      ['listTodos'],
    ],
    [
      'a date that may be null',
      set(`${schemas}/Todo/properties/note/type`, ['string', 'null']),
      'a response may have null for a string',
    ],
    [
      'ids are strings',
      set(`${schemas}/Todo/properties/id`, { type: 'string', format: 'uuid', readOnly: true }),
      'a client reads an integer',
    ],
    ['a response property becomes optional', set(`${schemas}/Todo/required`, ['id', 'title']), 'a client reads it'],
    [
      'a removed response property',
      [remove(`${schemas}/Todo/properties/done`), set(`${schemas}/Todo/required`, ['id', 'title'])],
      'a client reads it',
    ],
    [
      'a request property becomes required',
      set(`${schemas}/NewTodo/required/-`, 'done'),
      'existing requests may omit it',
      sending,
    ],
    [
      'null is rejected',
      set(`${schemas}/NewTodo/properties/note/type`, 'string'),
      'existing requests may have it',
      sending,
    ],
    [
      'blank titles are rejected',
      set(`${schemas}/NewTodo/properties/title/pattern`, '\\S'),
      'existing requests may have them',
      sending,
    ],
    [
      'the array in an envelope',
      set(`${todos}/get/responses/200/content/application~1json/schema`, {
        type: 'object',
        required: ['items'],
        properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Todo' } } },
      }),
      'a client reads an array',
      ['listTodos'],
    ],
    [
      'decreased maximum page size',
      set(`${todos}/get/parameters/2/schema/maximum`, 50),
      'limit=100 was accepted',
      ['listTodos'],
    ],
    [
      'one fewer sort order',
      set(`${todos}/get/parameters/4/schema/enum`, ['title', 'id']),
      'sort=-id was accepted',
      ['listTodos'],
    ],
    [
      'no merge patches',
      remove(`${todo}/patch/requestBody/content/application~1merge-patch+json`),
      'a client sends them',
      ['changeTodo'],
    ],
    [
      'one fewer JSON Patch operation',
      set(`${todo}/patch/requestBody/content/application~1json-patch+json/schema/items/properties/op/enum`, [
        'add',
        'remove',
        'replace',
      ]),
      'a client sends `test`',
      ['changeTodo'],
    ],
    [
      'errors in a different shape',
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
      'a removed Location header',
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
      'existing requests have none',
      [...todoOperations, 'deleteTodo'],
    ],
    [
      'todos are called tasks',
      [rename(todos, '/tasks'), rename(todo, '/tasks/{id}')],
      'old paths do not exist',
      [...todoOperations, 'deleteTodo'],
    ],
  ],
  risky: [
    [
      'a different operationId',
      set(`${todos}/get/operationId`, 'findTodos'),
      'generated clients name their methods by it',
      ['listTodos'],
    ],
    [
      'a different default page size',
      set(`${todos}/get/parameters/2/schema/default`, 10),
      'clients that omit it get different responses',
      ['listTodos'],
    ],
    [
      'a removed optional response property',
      remove(`${schemas}/Todo/properties/createdAt`),
      'clients must support its absence, and now it is always absent',
    ],
  ],
  harmless: [
    ['a type as an array of one', set(`${schemas}/Todo/properties/title/type`, ['string']), 'the same type'],
    [
      'examples in the manner of 3.1',
      set(`${schemas}/Todo/properties/title/examples`, ['Water the fern']),
      'examples have no effect',
    ],
    [
      'an additional optional request property',
      set(`${schemas}/NewTodo/properties/due`, { type: 'string', format: 'date' }),
      'no client has to send it',
    ],
    [
      'an additional optional response property',
      set(`${schemas}/Todo/properties/due`, { type: 'string', format: 'date' }),
      'no client has to read it',
    ],
    [
      'an additional required response property',
      [
        set(`${schemas}/Todo/properties/due`, { type: 'string', format: 'date' }),
        set(`${schemas}/Todo/required/-`, 'due'),
      ],
      'no client has to read it',
    ],
    ['increased maximum page size', set(`${todos}/get/parameters/2/schema/maximum`, 500), 'more is accepted'],
    ['an additional sort order', set(`${todos}/get/parameters/4/schema/enum/-`, 'createdAt'), 'more is accepted'],
    [
      'an optional header becomes required',
      set(`${todos}/get/responses/200/headers/Link/required`, true),
      'the response contains more',
    ],
    [
      'a description next to a reference',
      set(`${todo}/get/responses/404`, {
        $ref: '#/components/responses/Problem',
        description: 'No such todo',
      }),
      'descriptions have no effect',
    ],
    [
      'additional webhook',
      set('/webhooks', { done: { post: { responses: { 200: { description: 'Heard' } } } } }),
      'no operation uses it',
    ],
    [
      'a local definition',
      [
        set(`${schemas}/TodoChange/properties/title`, { $ref: '#/components/schemas/Title' }),
        set(`${schemas}/Title`, { type: 'string', minLength: 1 }),
      ],
      'the same, in a different place',
    ],
  ],
};
