/** The library: responses, their headers and media types. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/library.yaml';
const [list, add] = ['/paths/~1books/get', '/paths/~1books/post'];
const book = '/paths/~1books~1{bookId}';
const string = { type: 'string' };
const newBook = { $ref: '#/components/schemas/NewBook' };
const problem = { $ref: '#/components/responses/Problem' };

export const responses: MutantTable = {
  contract,
  group: 'responses, their headers and media types',
  operations: ['listBooks'],
  breaking: [
    ['removed schema', remove(`${list}/responses/200/content/application~1json/schema`), 'any response is allowed'],
    [
      'a success that was declared as an error',
      set(`${book}/put/responses/201`, {
        description: 'Made',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Book' } } },
        },
      }),
      '`default` declared an error object for it',
      ['replaceBook'],
    ],
    [
      'one error of a range with a different schema',
      set(`${add}/responses/404`, { description: 'So', content: { 'application/json': { schema: string } } }),
      'a 404 had the object of an error',
      ['addBook'],
    ],
    [
      'a required header of a success is removed',
      remove(`${add}/responses/201/headers`),
      'a client reads where the book is',
      ['addBook'],
    ],
    [
      'a range reduced to one error',
      [
        rename(`${add}/responses/4XX`, '400'),
        set(`${add}/responses/409`, {
          description: 'So',
          content: { 'application/json': { schema: string } },
        }),
      ],
      'a 409 had the object of an error',
      ['addBook'],
    ],
    [
      'an additional enum value of a header',
      set(`${list}/responses/200/headers/X-Total/schema`, {
        anyOf: [{ type: 'integer' }, { type: 'string', enum: ['many'] }],
      }),
      'a client reads an integer',
    ],
    ['a different success', rename(`${list}/responses/200`, '206'), 'a client expects 200'],
    [
      'an additional success',
      set(`${list}/responses/202`, { description: 'Later' }),
      'a client may get a success without the books',
    ],
    ['removed media type', remove(`${list}/responses/200/content/text~1csv`), 'a client may request it'],
    ['removed content', remove(`${list}/responses/200/content`), 'a client reads the books'],
    [
      'content where there was none',
      [
        rename(`${book}/delete/responses/204`, '200'),
        set(`${book}/delete/responses/200/content`, { 'application/json': { schema: newBook } }),
      ],
      'a client expects 204',
      ['deleteBook'],
    ],
    [
      'one object instead of an array',
      set(`${list}/responses/200/content/application~1json/schema`, { $ref: '#/components/schemas/Book' }),
      'a client reads an array',
    ],
    ['a required header is removed', remove(`${list}/responses/200/headers/X-Total`), 'a client reads it'],
    [
      'a required header is optional',
      set(`${list}/responses/200/headers/X-Total/required`, false),
      'a client reads it',
    ],
    [
      'a header of a different type',
      set(`${list}/responses/200/headers/X-Total/schema`, string),
      'a client reads an integer',
    ],
    [
      'a header with a higher bound',
      set(`${list}/responses/200/headers/X-Next/schema/maxLength`, 90),
      'a client may get more than it supports',
    ],
    [
      'a property of a shared schema is optional',
      set('/components/schemas/Book/required', ['id']),
      'a client reads the title',
      ['listBooks', 'addBook', 'readBook', 'replaceBook'],
    ],
    [
      'a different schema for errors',
      remove('/components/responses/Problem/content/application~1json/schema/required'),
      'a client reads the title',
      ['listBooks', 'addBook', 'readBook', 'replaceBook', 'deleteBook'],
    ],
    [
      'a different schema for the default response',
      set(`${book}/put/responses/default`, {
        description: 'So',
        content: { 'application/json': { schema: string } },
      }),
      'a client reads the object of an error',
      ['replaceBook'],
    ],
  ],
  risky: [
    [
      'a range instead of a success',
      rename(`${list}/responses/200`, '2XX'),
      'a client that expects 200 may get 202, of a class that it knows and with the same books',
    ],
    [
      'default instead of one error',
      rename(`${book}/delete/responses/404`, 'default'),
      'errors that were not declared',
      ['deleteBook'],
    ],
    [
      'additional error',
      set(`${list}/responses/429`, problem),
      'a client knows it by its class (RFC 9110, section 15), but it was not declared',
    ],
    [
      'an optional header is removed',
      remove(`${list}/responses/200/headers/X-Next`),
      'clients must support its absence, and now it is always absent',
    ],
    [
      'removed success',
      remove(`${book}/put/responses/204`),
      'no response is new, but a client that waits for this one never gets it',
      ['replaceBook'],
    ],
    [
      'additional media type',
      set(`${list}/responses/200/content/application~1xml`, { schema: {} }),
      'clients that accept anything (`Accept: */*`) may get it',
    ],
    [
      'a range instead of one error',
      rename(`${list}/responses/400`, '4XX'),
      'errors that were not declared, of a declared class',
    ],
  ],
  harmless: [
    ['content of no media type', set(`${book}/delete/responses/204/content`, {}), 'no content, as before'],
    [
      'one error of a range with additional properties',
      set(`${add}/responses/404`, {
        description: 'So',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['title', 'detail'],
              properties: { title: string, detail: string },
            },
          },
        },
      }),
      'a 404 has the same properties, and more',
    ],
    [
      'one error instead of a range',
      rename(`${add}/responses/4XX`, '400'),
      'a client that supports all of them also supports this one',
    ],
    ['an error of an existing range', set(`${add}/responses/422`, problem), '4XX had it already, with the same schema'],
    [
      'a status that `default` had',
      set(`${book}/put/responses/404`, problem),
      '`default` had it already, with the same schema',
    ],
    ['removed error', remove(`${book}/delete/responses/404`), 'a client still supports it'],
    [
      'an optional header is required',
      set(`${list}/responses/200/headers/X-Next/required`, true),
      'the response contains more',
    ],
    [
      'additional header',
      set(`${list}/responses/200/headers/X-Left`, { required: true, schema: string }),
      'no client has to read it',
    ],
    [
      'a header in different case',
      rename(`${list}/responses/200/headers/X-Total`, 'x-total'),
      'names of headers are compared without case',
    ],
    [
      'a header called Content-Type',
      set(`${list}/responses/200/headers/Content-Type`, { required: true, schema: string }),
      'OpenAPI: a response header named Content-Type shall be ignored',
    ],
    [
      'a header with a lower bound',
      set(`${list}/responses/200/headers/X-Next/schema/maxLength`, 70),
      'responses allow fewer values',
    ],
    [
      'a response with a different description',
      set(`${list}/responses/200/description`, 'All'),
      'descriptions have no effect',
    ],
    [
      'an inline response',
      set(`${list}/responses/400`, {
        description: 'Bad',
        content: {
          'application/json': {
            schema: { type: 'object', required: ['title'], properties: { title: string, detail: string } },
          },
        },
      }),
      'the same response',
    ],
    [
      'a media type with a charset',
      rename(`${list}/responses/200/content/application~1json`, 'application/json; charset=utf-8'),
      'the same type',
    ],
    [
      'links',
      set(`${add}/responses/201/links`, { Read: { operationId: 'readBook' } }),
      'links describe relations, and constrain nothing',
    ],
  ],
};
