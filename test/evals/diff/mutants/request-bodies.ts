/** The library: request bodies and their media types. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/library.yaml';
const add = '/paths/~1books/post';
const book = '/paths/~1books~1{bookId}';
const cover = '/paths/~1books~1{bookId}~1cover/put';
const string = { type: 'string' };
const newBook = { $ref: '#/components/schemas/NewBook' };

export const requestBodies: MutantTable = {
  contract,
  group: 'request bodies and their media types',
  operations: ['addBook'],
  breaking: [
    [
      'JSON of a vendor instead of JSON',
      rename(`${add}/requestBody/content/application~1json`, 'application/vnd.library+json'),
      'a client sends application/json',
    ],
    [
      'a schema where there was a part of one',
      set(`${cover}/requestBody/content/multipart~1form-data/schema/additionalProperties`, false),
      'a client may send an additional part',
      ['putCover'],
    ],
    [
      'a part of a form as PNG alone',
      set(`${cover}/requestBody/content/multipart~1form-data/encoding`, {
        file: { contentType: 'image/png' },
      }),
      'a client may send a JPEG',
      ['putCover'],
    ],
    [
      'an optional body is required',
      set(`${book}/put/requestBody/required`, true),
      'existing requests may omit it',
      ['replaceBook'],
    ],
    [
      'a required body where there was none',
      set(`${book}/delete/requestBody`, {
        required: true,
        content: { 'application/json': { schema: newBook } },
      }),
      'existing requests lack it',
      ['deleteBook'],
    ],
    [
      'the body is removed',
      remove(`${add}/requestBody`),
      'the body is no longer declared, and may be rejected with 415',
    ],
    [
      'removed media type',
      remove(`${add}/requestBody/content/application~1x-www-form-urlencoded`),
      'a client may send it',
    ],
    [
      'a range narrowed',
      rename(`${cover}/requestBody/content/image~1*`, 'image/png'),
      'a client may send image/jpeg',
      ['putCover'],
    ],
    [
      'a form field is required',
      set('/paths/~1books~1{bookId}~1cover/put/requestBody/content/multipart~1form-data/schema/required/-', 'alt'),
      'existing requests may omit it',
      ['putCover'],
    ],
    [
      'one media type has a different schema',
      set(`${add}/requestBody/content/application~1x-www-form-urlencoded/schema`, {
        type: 'object',
        required: ['name'],
        properties: { name: string },
      }),
      'forms without a name were accepted',
    ],
  ],
  harmless: [
    ['removed schema', remove(`${add}/requestBody/content/application~1json/schema`), 'anything is accepted'],
    [
      'a required body may be left out',
      set(`${add}/requestBody/required`, false),
      'requests that send it are accepted as before',
    ],
    [
      'an optional body where there was none',
      set(`${book}/delete/requestBody`, { content: { 'application/json': { schema: newBook } } }),
      'existing requests are as valid',
    ],
    [
      'additional media type',
      set(`${add}/requestBody/content/application~1xml`, { schema: newBook }),
      'the old ones are accepted as before',
    ],
    ['a range widened', rename(`${cover}/requestBody/content/image~1*`, '*/*'), 'images are accepted as before'],
    [
      'a media type within an existing range',
      set(`${cover}/requestBody/content/image~1png`, { schema: { type: 'string', format: 'binary' } }),
      'was accepted already',
    ],
    [
      'media types in a different order',
      [
        rename(`${add}/requestBody/content/application~1json`, 'x/y'),
        rename(`${add}/requestBody/content/application~1x-www-form-urlencoded`, 'application/json'),
        rename(`${add}/requestBody/content/x~1y`, 'application/x-www-form-urlencoded'),
      ],
      'both have the same schema',
    ],
    [
      'a media type in upper case',
      rename(`${add}/requestBody/content/application~1json`, 'Application/JSON'),
      'media types are compared without case',
    ],
    ['required: false written out', set(`${book}/put/requestBody/required`, false), 'the same'],
    [
      'a body by reference',
      [
        set('/components/requestBodies', {
          Book: {
            required: true,
            content: {
              'application/json': { schema: newBook },
              'application/x-www-form-urlencoded': { schema: newBook },
            },
          },
        }),
        set(`${add}/requestBody`, { $ref: '#/components/requestBodies/Book' }),
      ],
      'the same, in a different place',
    ],
    [
      'the body with a different description',
      set(`${add}/requestBody/description`, 'A book'),
      'descriptions have no effect',
    ],
  ],
};
