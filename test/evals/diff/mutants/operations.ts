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
      'all servers under a different base path',
      [set('/servers/0/url', 'https://api.example.com/v2'), set('/servers/1/url', 'https://eu.example.com/v2')],
      'no old URL exists',
    ],
    ['a server is removed', remove('/servers/1'), 'clients that call it get no response'],
    [
      'a server on a different host',
      set('/servers/0/url', 'https://www.example.com/v1'),
      'clients that call the old one get no response',
    ],
    [
      'a separate server for an operation',
      set(`${book}/delete/servers`, [{ url: 'https://admin.example.com/v1' }]),
      'clients that call the old server get no response',
      ['deleteBook'],
    ],
    [
      'a server over http',
      set('/servers/0/url', 'http://api.example.com/v1'),
      'a different address, and a different port',
    ],
    ['an operation is removed', remove(`${book}/delete`), 'a client calls it', ['deleteBook']],
    ['a path is removed', remove('/paths/~1books~1{bookId}~1cover'), 'a client calls it', ['putCover']],
    [
      'a path in upper case',
      rename('/paths/~1books~1{bookId}~1cover', '/books/{bookId}/Cover'),
      'paths are compared with case',
      ['putCover'],
    ],
    [
      'a path with a slash at its end',
      rename('/paths/~1books~1{bookId}~1cover', '/books/{bookId}/cover/'),
      'a different path',
      ['putCover'],
    ],
    ['PUT to PATCH', rename(cover, 'patch'), 'a client sends PUT', ['putCover']],
  ],
  risky: [
    [
      'a deprecated operation is removed',
      remove('/paths/~1search'),
      'it was deprecated, but clients may still call it',
      ['search'],
    ],
    [
      'a different operationId',
      set(`${book}/delete/operationId`, 'dropBook'),
      'generated clients name their methods by it',
      ['deleteBook'],
    ],
  ],
  harmless: [
    [
      'a server with a variable that includes the old URL',
      set('/servers/0', {
        url: 'https://{region}.example.com/v1',
        variables: { region: { default: 'api', enum: ['api', 'us'] } },
      }),
      'the same URL, and an additional one',
    ],
    [
      'the host of a server in upper case',
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
      'additional operation',
      set(`${book}/patch`, { operationId: 'changeBook', responses: { 204: plain } }),
      'no client has to call it',
    ],
    ['additional path', set('/paths/~1shelves', { get: { responses: { 200: plain } } }), 'no client has to call it'],
    ['an operation is deprecated', set(`${list}/deprecated`, true), 'it still exists'],
    ['additional server', set('/servers/-', { url: 'https://us.example.com/v1' }), 'the old ones still exist'],
    [
      'servers in a different order',
      [set('/servers/0/url', 'https://eu.example.com/v1'), set('/servers/1/url', 'https://api.example.com/v1')],
      'the same servers',
    ],
    ['a server with a slash at its end', set('/servers/0/url', 'https://api.example.com/v1/'), 'the same URLs'],
    ['a server with a different description', set('/servers/0/description', 'Ours'), 'descriptions have no effect'],
    [
      'other tags and summaries',
      [set(`${list}/summary`, 'All'), remove(`${list}/tags`)],
      'descriptions have no effect',
    ],
    ['external documentation', set('/externalDocs', { url: 'https://example.com' }), 'descriptions have no effect'],
  ],
};
