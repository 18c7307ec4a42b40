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
      'JSON as a string',
      [remove(`${filter}/content`), set(`${filter}/schema`, { type: 'integer' })],
      'filter={} was taken',
    ],
    [
      'an array with a different item schema',
      set(`${tags}/schema/items`, { type: 'integer' }),
      'tags=ferns was accepted',
    ],
    [
      'an optional query parameter is removed',
      remove(sort ?? ''),
      'it is rejected or ignored, and lists come in a different order than requested',
    ],
    ['an optional header is removed', remove(trace ?? ''), 'it is rejected or ignored'],
    [
      'an optional query parameter under a different name',
      set(`${sort}/name`, 'order'),
      'the old name is rejected or ignored',
    ],
    [
      'a parameter of the path narrowed for one operation',
      set('/paths/~1books~1{bookId}/get/parameters', [
        { name: 'bookId', in: 'path', required: true, schema: { type: 'integer', format: 'int32' } },
      ]),
      'larger numbers were accepted',
      ['readBook'],
    ],
    ['items of an array in an enum', set(`${tags}/schema/items/enum`, ['new', 'old']), 'tags=ferns was accepted'],
    ['an array with a maximum length', set(`${tags}/schema/maxItems`, 3), 'four were accepted'],
    [
      'null is ruled out of JSON',
      set(`${filter}/content/application~1json/schema/required`, ['by']),
      'filter={} was taken',
    ],
    ['an optional query parameter is required', set(`${q}/required`, true), 'existing requests may omit it'],
    ['an optional header is required', set(`${trace}/required`, true), 'existing requests may omit it'],
    ['an optional cookie is required', set(`${session}/required`, true), 'existing requests may omit it'],
    [
      'additional required query parameter',
      set(`${list}/-`, { name: 'lang', in: 'query', required: true, schema: string }),
      'existing requests lack it',
    ],
    [
      'additional required cookie',
      set(`${list}/-`, { name: 'site', in: 'cookie', required: true, schema: string }),
      'existing requests lack it',
    ],
    [
      'a required query parameter under a different name',
      set(`${shelf}/name`, 'rack'),
      'existing requests lack the new name',
    ],
    [
      'a required query parameter in upper case',
      set(`${shelf}/name`, 'Shelf'),
      'names of query parameters are compared with case',
    ],
    [
      'a required parameter moved from query to header',
      set(`${shelf}/in`, 'header'),
      'existing requests have no such header',
    ],
    ['a lower maximum', set(`${limit}/schema/maximum`, 50), 'limit=100 was accepted'],
    ['a higher minimum', set(`${limit}/schema/minimum`, 2), 'limit=1 was accepted'],
    ['a longer minLength', set(`${q}/schema/minLength`, 3), 'q=ab was accepted'],
    ['removed enum value', set(`${sort}/schema/enum`, ['title']), 'sort=year was accepted'],
    ['a pattern for a header', set(`${tenant}/schema/pattern`, '^[a-z]+$'), 'X-Tenant: A1 was accepted'],
    ['a format for a cookie', set(`${session}/schema/format`, 'uuid'), 'session=abc was accepted'],
    ['an array joined with commas', set(`${tags}/explode`, false), 'tags=a&tags=b is read differently'],
    [
      'an array joined with bars',
      [set(`${tags}/style`, 'pipeDelimited'), set(`${tags}/explode`, false)],
      'tags=a&tags=b is read differently',
    ],
    ['items of an array bounded', set(`${tags}/schema/items/maxLength`, 3), 'tags=ferns was accepted'],
    ['a single value instead of an array', set(`${tags}/schema`, { type: 'integer' }), 'tags=a was accepted'],
    [
      'a string as JSON',
      [remove(`${q}/schema`), set(`${q}/content`, { 'application/json': { schema: string } })],
      'q=fern is no JSON',
    ],
    [
      'JSON of a different type',
      set(`${filter}/content/application~1json/schema`, { type: 'array' }),
      'filter={} was taken',
    ],
    [
      'a path parameter of a different type',
      set(`${bookId}/schema`, { type: 'string', format: 'uuid' }),
      '/books/7 was accepted',
      ofBook,
    ],
    ['a path parameter of fewer bits', set(`${bookId}/schema/format`, 'int32'), 'larger numbers were accepted', ofBook],
    ['a path parameter with a minimum', set(`${bookId}/schema/minimum`, 1), '/books/0 was accepted', ofBook],
    ['a path parameter in matrix style', set(`${bookId}/style`, 'matrix'), '/books/7 is now /books/;bookId=7', ofBook],
    [
      'a required parameter for the whole path',
      set('/paths/~1books~1{bookId}/parameters/-', {
        name: 'lang',
        in: 'query',
        required: true,
        schema: string,
      }),
      'existing requests lack it',
      ofBook,
    ],
  ],
  risky: [
    ['a deprecated parameter is removed', remove(`${list}/9`), 'it was deprecated, but clients may still send it'],
    ['a different default', set(`${limit}/schema/default`, 50), 'clients that omit it get different responses'],
    ['a default removed', remove(`${limit}/schema/default`), 'clients that omit it get different responses'],
  ],
  harmless: [
    [
      'a parameter of the path repeated at one operation',
      set('/paths/~1books~1{bookId}/get/parameters', [
        { name: 'bookId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ]),
      'the same parameter',
    ],
    ['a parameter is deprecated', set(`${sort}/deprecated`, true), 'it is still accepted'],
    ['a parameter is no longer deprecated', remove(`${list}/9/deprecated`), 'it is still accepted'],
    ['the explode of a header array', set(`${trace}/explode`, true), 'a single value has the same serialization'],
    [
      'additional optional query parameter',
      set(`${list}/-`, { name: 'lang', in: 'query', schema: string }),
      'existing requests are as valid',
    ],
    [
      'additional optional cookie',
      set(`${list}/-`, { name: 'site', in: 'cookie', schema: string }),
      'existing requests are as valid',
    ],
    [
      'a required parameter is optional',
      set(`${shelf}/required`, false),
      'requests that send it are accepted as before',
    ],
    ['a higher maximum', set(`${limit}/schema/maximum`, 200), 'more is accepted'],
    ['no maximum', remove(`${limit}/schema/maximum`), 'more is accepted'],
    ['additional enum value', set(`${sort}/schema/enum`, ['title', 'year', 'shelf']), 'more is accepted'],
    [
      'parameters in a different order',
      [
        set(limit ?? '', { name: 'sort', in: 'query', schema: { type: 'string', enum: ['title', 'year'] } }),
        set(sort ?? '', {
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        }),
      ],
      'they are identified by name',
    ],
    ['the style that is the default', set(`${tags}/style`, 'form'), 'the same style'],
    ['the explode that is the default', set(`${tags}/explode`, true), 'the same style'],
    ['explode for a single value', set(`${q}/explode`, false), 'a single value has the same serialization'],
    ['required: false written out', set(`${q}/required`, false), 'the same'],
    [
      'the style of a path parameter written out',
      [set(`${bookId}/style`, 'simple'), set(`${bookId}/explode`, false)],
      'the same style',
    ],
    ['a header in different case', set(`${tenant}/name`, 'x-tenant'), 'names of headers are compared without case'],
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
    ['other words', set(`${q}/description`, 'Words to look for'), 'descriptions have no effect'],
    ['an example', set(`${q}/example`, 'fern'), 'examples have no effect'],
    [
      'a parameter by reference',
      [
        set('/components/parameters/Shelf', { name: 'shelf', in: 'query', required: true, schema: string }),
        set(shelf ?? '', { $ref: '#/components/parameters/Shelf' }),
      ],
      'the same, in a different place',
    ],
    [
      'the path parameter under a different name',
      [rename('/paths/~1books~1{bookId}', '/books/{id}'), set('/paths/~1books~1{id}/parameters/0/name', 'id')],
      'requests do not contain the name',
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
