/** The library: operations and servers. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/library.yaml';

const list = '/paths/~1books/get';
const book = '/paths/~1books~1{bookId}';
const cover = '/paths/~1books~1{bookId}~1cover/put';
const plain = { description: 'So' };

export const operations: MutantTable = {
  contract,
  group: 'operations and servers',
  operations: ['the contract'],
  breaking: [
    [
      'all servers under another base path',
      [set('/servers/0/url', 'https://api.example.com/v2'), set('/servers/1/url', 'https://eu.example.com/v2')],
      'every old URL leads nowhere',
    ],
    ['a server is gone', remove('/servers/1'), 'who calls it finds nothing'],
    [
      'a server on another host',
      set('/servers/0/url', 'https://www.example.com/v1'),
      'who calls the old one finds nothing',
    ],
    [
      'a server of its own for an operation',
      set(`${book}/delete/servers`, [{ url: 'https://admin.example.com/v1' }]),
      'who calls it where it was finds nothing',
      ['deleteBook'],
    ],
    ['a server over http', set('/servers/0/url', 'http://api.example.com/v1'), 'another address, and another port'],
    ['an operation is gone', remove(`${book}/delete`), 'a client calls it', ['deleteBook']],
    ['a path is gone', remove('/paths/~1books~1{bookId}~1cover'), 'a client calls it', ['putCover']],
    [
      'a path in capitals',
      rename('/paths/~1books~1{bookId}~1cover', '/books/{bookId}/Cover'),
      'paths are compared with case',
      ['putCover'],
    ],
    [
      'a path with a slash at its end',
      rename('/paths/~1books~1{bookId}~1cover', '/books/{bookId}/cover/'),
      'another path',
      ['putCover'],
    ],
    ['PUT to PATCH', rename(cover, 'patch'), 'a client sends PUT', ['putCover']],
  ],
  risky: [
    [
      'a deprecated operation is gone',
      remove('/paths/~1search'),
      'there was notice, and somebody may still call it',
      ['search'],
    ],
    [
      'another operationId',
      set(`${book}/delete/operationId`, 'dropBook'),
      'generated clients name their methods by it',
      ['deleteBook'],
    ],
  ],
  harmless: [
    [
      'a server with a variable that may be what was there',
      set('/servers/0', {
        url: 'https://{region}.example.com/v1',
        variables: { region: { default: 'api', enum: ['api', 'us'] } },
      }),
      'the same URL, and one more',
    ],
    [
      'the host of a server in capitals',
      set('/servers/0/url', 'https://API.example.com/v1'),
      'hosts are compared without case',
    ],
    [
      'a server with the port of its scheme',
      set('/servers/0/url', 'https://api.example.com:443/v1'),
      'the same address',
    ],
    [
      'the servers written at an operation',
      set(`${book}/delete/servers`, [{ url: 'https://eu.example.com/v1' }, { url: 'https://api.example.com/v1' }]),
      'the same servers',
    ],
    [
      'the base path written in each path',
      [
        set('/servers', [{ url: 'https://api.example.com' }, { url: 'https://eu.example.com' }]),
        rename('/paths/~1books', '/v1/books'),
        rename('/paths/~1books~1{bookId}', '/v1/books/{bookId}'),
        rename('/paths/~1books~1{bookId}~1cover', '/v1/books/{bookId}/cover'),
        rename('/paths/~1search', '/v1/search'),
      ],
      'the same URLs',
    ],
    [
      'an operation more',
      set(`${book}/patch`, { operationId: 'changeBook', responses: { 204: plain } }),
      'nobody has to call it',
    ],
    ['a path more', set('/paths/~1shelves', { get: { responses: { 200: plain } } }), 'nobody has to call it'],
    ['an operation is deprecated', set(`${list}/deprecated`, true), 'it is still there'],
    ['a server more', set('/servers/-', { url: 'https://us.example.com/v1' }), 'the old ones are there'],
    [
      'servers in another order',
      [set('/servers/0/url', 'https://eu.example.com/v1'), set('/servers/1/url', 'https://api.example.com/v1')],
      'the same servers',
    ],
    ['a server with a slash at its end', set('/servers/0/url', 'https://api.example.com/v1/'), 'the same URLs'],
    ['a server described otherwise', set('/servers/0/description', 'Ours'), 'words bind nobody'],
    ['other tags and summaries', [set(`${list}/summary`, 'All'), remove(`${list}/tags`)], 'words bind nobody'],
    ['external documentation', set('/externalDocs', { url: 'https://example.com' }), 'words bind nobody'],
  ],
};
