/** The library: answers, their headers and media types. */
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
    [
      'no schema any more',
      remove(`${list}/responses/200/content/application~1json/schema`),
      'anything may be answered',
    ],
    [
      'a success that was told of as an error',
      set(`${book}/put/responses/201`, {
        description: 'Made',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Book' } } },
        },
      }),
      '`default` had the object of an error for it',
      ['replaceBook'],
    ],
    [
      'one error of a range with another schema',
      set(`${add}/responses/404`, { description: 'So', content: { 'application/json': { schema: string } } }),
      'a 404 had the object of an error',
      ['addBook'],
    ],
    [
      'a required header of a success is gone',
      remove(`${add}/responses/201/headers`),
      'a client reads where the book is',
      ['addBook'],
    ],
    [
      'no errors for a range any more but one',
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
      'a header with an enum value more',
      set(`${list}/responses/200/headers/X-Total/schema`, {
        anyOf: [{ type: 'integer' }, { type: 'string', enum: ['many'] }],
      }),
      'a client reads an integer',
    ],
    ['another success', rename(`${list}/responses/200`, '206'), 'a client awaits 200'],
    [
      'a success more',
      set(`${list}/responses/202`, { description: 'Later' }),
      'a client may get a success without the books',
    ],
    ['a media type less', remove(`${list}/responses/200/content/text~1csv`), 'a client may ask for it'],
    ['no content any more', remove(`${list}/responses/200/content`), 'a client reads the books'],
    [
      'content where there was none',
      [
        rename(`${book}/delete/responses/204`, '200'),
        set(`${book}/delete/responses/200/content`, { 'application/json': { schema: newBook } }),
      ],
      'a client awaits 204',
      ['deleteBook'],
    ],
    [
      'one object in place of a list',
      set(`${list}/responses/200/content/application~1json/schema`, { $ref: '#/components/schemas/Book' }),
      'a client reads a list',
    ],
    ['a required header is gone', remove(`${list}/responses/200/headers/X-Total`), 'a client reads it'],
    [
      'a required header is optional',
      set(`${list}/responses/200/headers/X-Total/required`, false),
      'a client reads it',
    ],
    [
      'a header of another type',
      set(`${list}/responses/200/headers/X-Total/schema`, string),
      'a client reads an integer',
    ],
    [
      'a header with a higher bound',
      set(`${list}/responses/200/headers/X-Next/schema/maxLength`, 90),
      'a client may be answered more than it was ready for',
    ],
    [
      'a property of a shared schema is optional',
      set('/components/schemas/Book/required', ['id']),
      'a client reads the title',
      ['listBooks', 'addBook', 'readBook', 'replaceBook'],
    ],
    [
      'another schema for errors',
      remove('/components/responses/Problem/content/application~1json/schema/required'),
      'a client reads the title',
      ['listBooks', 'addBook', 'readBook', 'replaceBook', 'deleteBook'],
    ],
    [
      'the answer to all else with another schema',
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
      'a range in place of a success',
      rename(`${list}/responses/200`, '2XX'),
      'a client that awaits 200 may get 202, of a class that it knows and with the same books',
    ],
    [
      'all else in place of one error',
      rename(`${book}/delete/responses/404`, 'default'),
      'errors that were not told of',
      ['deleteBook'],
    ],
    [
      'an error more',
      set(`${list}/responses/429`, problem),
      'a client knows by its class what it is (RFC 9110, section 15), but was not told of it',
    ],
    [
      'an optional header is gone',
      remove(`${list}/responses/200/headers/X-Next`),
      'who reads it must be ready for its absence, and now it is always absent',
    ],
    [
      'a success less',
      remove(`${book}/put/responses/204`),
      'no answer is new, but who waits for this one never gets it',
      ['replaceBook'],
    ],
    [
      'a media type more',
      set(`${list}/responses/200/content/application~1xml`, { schema: {} }),
      'who takes anything (`Accept: */*`) may get it',
    ],
    [
      'all errors in place of one',
      rename(`${list}/responses/400`, '4XX'),
      'errors that were not told of, of a class that was',
    ],
  ],
  harmless: [
    ['content of no media type', set(`${book}/delete/responses/204/content`, {}), 'no content, as before'],
    [
      'one error of a range with more to say',
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
      'a 404 has what it had, and more',
    ],
    [
      'one error in place of a range',
      rename(`${add}/responses/4XX`, '400'),
      'a client that was ready for all of them still is',
    ],
    [
      'an error of a range that stood',
      set(`${add}/responses/422`, problem),
      '4XX had it already, with the same schema',
    ],
    [
      'a status that `default` had',
      set(`${book}/put/responses/404`, problem),
      '`default` had it already, with the same schema',
    ],
    ['an error less', remove(`${book}/delete/responses/404`), 'a client that was ready for it still is'],
    [
      'an optional header is required',
      set(`${list}/responses/200/headers/X-Next/required`, true),
      'an answer says more',
    ],
    [
      'a header more',
      set(`${list}/responses/200/headers/X-Left`, { required: true, schema: string }),
      'nobody has to read it',
    ],
    [
      'a header in other letters',
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
      'answers say less',
    ],
    ['an answer described otherwise', set(`${list}/responses/200/description`, 'All'), 'words bind nobody'],
    [
      'an answer written where it is used',
      set(`${list}/responses/400`, {
        description: 'Bad',
        content: {
          'application/json': {
            schema: { type: 'object', required: ['title'], properties: { title: string, detail: string } },
          },
        },
      }),
      'the same answer',
    ],
    [
      'a media type with a charset',
      rename(`${list}/responses/200/content/application~1json`, 'application/json; charset=utf-8'),
      'the same type',
    ],
    [
      'links',
      set(`${add}/responses/201/links`, { Read: { operationId: 'readBook' } }),
      'say how operations hang together, and bind nobody',
    ],
  ],
};
