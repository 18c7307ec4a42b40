/** The library: parameters of every kind. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const list = '/paths/~1books/get/parameters';
const [q, limit, sort, tags, filter, shelf, trace, tenant, session] = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
  (index) => `${list}/${index}`,
);
const bookId = '/paths/~1books~1{bookId}/parameters/0';
const ofBook = ['readBook', 'replaceBook', 'deleteBook'];
const string = { type: 'string' };

export const parameters: MutantTable = {
  contract: 'test/fixtures/diff/library.yaml',
  group: 'parameters',
  operations: ['listBooks'],
  breaking: [
    [
      'JSON as a text',
      [remove(`${filter}/content`), set(`${filter}/schema`, { type: 'integer' })],
      'filter={} was taken',
    ],
    ['a list in another schema of its items', set(`${tags}/schema/items`, { type: 'integer' }), 'tags=ferns was taken'],
    [
      'an optional query parameter is gone',
      remove(sort ?? ''),
      'it is refused or passed over, and lists come in another order than was asked for',
    ],
    ['an optional header is gone', remove(trace ?? ''), 'it is refused or passed over'],
    [
      'an optional query parameter under another name',
      set(`${sort}/name`, 'order'),
      'the old name is refused or passed over',
    ],
    [
      'a parameter of the path narrowed for one operation',
      set('/paths/~1books~1{bookId}/get/parameters', [
        { name: 'bookId', in: 'path', required: true, schema: { type: 'integer', format: 'int32' } },
      ]),
      'larger numbers were taken',
      ['readBook'],
    ],
    ['items of a list in an enum', set(`${tags}/schema/items/enum`, ['new', 'old']), 'tags=ferns was taken'],
    ['a list with a largest length', set(`${tags}/schema/maxItems`, 3), 'four were taken'],
    [
      'null is ruled out of JSON',
      set(`${filter}/content/application~1json/schema/required`, ['by']),
      'filter={} was taken',
    ],
    ['an optional query parameter is required', set(`${q}/required`, true), 'old requests may be without it'],
    ['an optional header is required', set(`${trace}/required`, true), 'old requests may be without it'],
    ['an optional cookie is required', set(`${session}/required`, true), 'old requests may be without it'],
    [
      'a required query parameter more',
      set(`${list}/-`, { name: 'lang', in: 'query', required: true, schema: string }),
      'old requests are without it',
    ],
    [
      'a required cookie more',
      set(`${list}/-`, { name: 'site', in: 'cookie', required: true, schema: string }),
      'old requests are without it',
    ],
    [
      'a required query parameter under another name',
      set(`${shelf}/name`, 'rack'),
      'old requests are without the new name',
    ],
    [
      'a required query parameter in capitals',
      set(`${shelf}/name`, 'Shelf'),
      'names of query parameters are compared with case',
    ],
    [
      'a required parameter moved from query to header',
      set(`${shelf}/in`, 'header'),
      'old requests have no such header',
    ],
    ['a lower maximum', set(`${limit}/schema/maximum`, 50), 'limit=100 was taken'],
    ['a higher minimum', set(`${limit}/schema/minimum`, 2), 'limit=1 was taken'],
    ['a longer minLength', set(`${q}/schema/minLength`, 3), 'q=ab was taken'],
    ['an enum value less', set(`${sort}/schema/enum`, ['title']), 'sort=year was taken'],
    ['a pattern for a header', set(`${tenant}/schema/pattern`, '^[a-z]+$'), 'X-Tenant: A1 was taken'],
    ['a format for a cookie', set(`${session}/schema/format`, 'uuid'), 'session=abc was taken'],
    ['a list joined with commas', set(`${tags}/explode`, false), 'tags=a&tags=b is read otherwise than it was sent'],
    [
      'a list joined with bars',
      [set(`${tags}/style`, 'pipeDelimited'), set(`${tags}/explode`, false)],
      'tags=a&tags=b is read otherwise than it was sent',
    ],
    ['items of a list bounded', set(`${tags}/schema/items/maxLength`, 3), 'tags=ferns was taken'],
    ['a list is one value', set(`${tags}/schema`, { type: 'integer' }), 'tags=a was taken'],
    [
      'a text as JSON',
      [remove(`${q}/schema`), set(`${q}/content`, { 'application/json': { schema: string } })],
      'q=fern is no JSON',
    ],
    [
      'JSON of another type',
      set(`${filter}/content/application~1json/schema`, { type: 'array' }),
      'filter={} was taken',
    ],
    [
      'a path parameter of another type',
      set(`${bookId}/schema`, { type: 'string', format: 'uuid' }),
      '/books/7 was taken',
      ofBook,
    ],
    ['a path parameter of fewer bits', set(`${bookId}/schema/format`, 'int32'), 'larger numbers were taken', ofBook],
    ['a path parameter with a minimum', set(`${bookId}/schema/minimum`, 1), '/books/0 was taken', ofBook],
    ['a path parameter in matrix style', set(`${bookId}/style`, 'matrix'), '/books/7 is now /books/;bookId=7', ofBook],
    [
      'a required parameter for the whole path',
      set('/paths/~1books~1{bookId}/parameters/-', {
        name: 'lang',
        in: 'query',
        required: true,
        schema: string,
      }),
      'old requests are without it',
      ofBook,
    ],
  ],
  risky: [
    ['a deprecated parameter is gone', remove(`${list}/9`), 'there was notice, and somebody may still send it'],
    ['another default', set(`${limit}/schema/default`, 50), 'who leaves it out gets other answers'],
    ['a default gone', remove(`${limit}/schema/default`), 'who leaves it out gets other answers'],
  ],
  harmless: [
    [
      'a parameter of the path said again at one operation',
      set('/paths/~1books~1{bookId}/get/parameters', [
        { name: 'bookId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ]),
      'the same parameter',
    ],
    ['a parameter is deprecated', set(`${sort}/deprecated`, true), 'it is still taken'],
    ['a parameter is deprecated no more', remove(`${list}/9/deprecated`), 'it is still taken'],
    ['the explode of a header list', set(`${trace}/explode`, true), 'one value is written the same either way'],
    [
      'an optional query parameter more',
      set(`${list}/-`, { name: 'lang', in: 'query', schema: string }),
      'old requests are as valid',
    ],
    [
      'an optional cookie more',
      set(`${list}/-`, { name: 'site', in: 'cookie', schema: string }),
      'old requests are as valid',
    ],
    ['a required parameter is optional', set(`${shelf}/required`, false), 'who sends it is taken as before'],
    ['a higher maximum', set(`${limit}/schema/maximum`, 200), 'more is taken'],
    ['no maximum', remove(`${limit}/schema/maximum`), 'more is taken'],
    ['an enum value more', set(`${sort}/schema/enum`, ['title', 'year', 'shelf']), 'more is taken'],
    [
      'parameters in another order',
      [
        set(limit ?? '', { name: 'sort', in: 'query', schema: { type: 'string', enum: ['title', 'year'] } }),
        set(sort ?? '', {
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        }),
      ],
      'they are known by their names',
    ],
    ['the style that is the default', set(`${tags}/style`, 'form'), 'the same style'],
    ['the explode that is the default', set(`${tags}/explode`, true), 'the same style'],
    ['explode for a single value', set(`${q}/explode`, false), 'one value is written the same either way'],
    ['required: false written out', set(`${q}/required`, false), 'the same'],
    [
      'the style of a path parameter written out',
      [set(`${bookId}/style`, 'simple'), set(`${bookId}/explode`, false)],
      'the same style',
    ],
    ['a header in other letters', set(`${tenant}/name`, 'x-tenant'), 'names of headers are compared without case'],
    [
      'a header parameter called Accept',
      set(`${list}/-`, {
        name: 'Accept',
        in: 'header',
        required: true,
        schema: { type: 'string', enum: ['text/csv'] },
      }),
      'OpenAPI: a header parameter named Accept, Content-Type or Authorization shall be ignored',
    ],
    ['other words', set(`${q}/description`, 'Words to look for'), 'words bind nobody'],
    ['an example', set(`${q}/example`, 'fern'), 'examples bind nobody'],
    [
      'a parameter by reference',
      [
        set('/components/parameters/Shelf', { name: 'shelf', in: 'query', required: true, schema: string }),
        set(shelf ?? '', { $ref: '#/components/parameters/Shelf' }),
      ],
      'the same, elsewhere',
    ],
    [
      'the path parameter under another name',
      [rename('/paths/~1books~1{bookId}', '/books/{id}'), set('/paths/~1books~1{id}/parameters/0/name', 'id')],
      'a request does not carry the name',
    ],
    [
      'the path parameter at each operation',
      [
        remove('/paths/~1books~1{bookId}/parameters'),
        set('/paths/~1books~1{bookId}/get/parameters', [
          { name: 'bookId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
        ]),
        set('/paths/~1books~1{bookId}/delete/parameters', [
          { name: 'bookId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
        ]),
        set('/paths/~1books~1{bookId}/put/parameters/-', {
          name: 'bookId',
          in: 'path',
          required: true,
          schema: { type: 'integer', format: 'int64' },
        }),
      ],
      'the same parameters',
    ],
  ],
};
