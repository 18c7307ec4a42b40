/** Wrong messages on the wire, and responses that depend on earlier requests. */
import { gzipSync } from 'node:zlib';
import { type FilesRequest, type FilesResponse, head } from '../http.ts';
import { deep, type FilesFault, scoped } from '../variant.ts';
import { at, responds, withHeaders } from './changes.ts';

const accepts = ({ headers }: FilesRequest) => /\bgzip\b/.test(headers['accept-encoding'] ?? '');

function encoded(response: FilesResponse, body: Buffer | string): FilesResponse {
  return { ...response, headers: { ...response.headers, 'content-encoding': 'gzip' }, body };
}

export const wrongMessages: readonly FilesFault[] = [
  ...scoped({ operations: ['readFolder'], foundBy: ['body-is-json'] }, [
    {
      name: 'compresses-twice',
      description: 'It compresses twice and names one encoding.',
      behavior: responds(
        (response, request) => (accepts(request) ? encoded(response, gzipSync(gzipSync(response.body))) : response),
        at('readFolder'),
      ),
    },
  ]),
  ...scoped({ operations: ['readFolder'], foundBy: ['content-encoding-accepted'] }, [
    {
      name: 'compresses-without-being-asked',
      description: 'It sends gzip to clients that do not accept it.',
      behavior: responds((response) => encoded(response, gzipSync(response.body)), at('readFolder')),
    },
    {
      name: 'says-gzip-and-sends-text',
      description: 'It names gzip as the encoding of what is not encoded.',
      behavior: responds((response) => encoded(response, response.body), at('readFolder')),
    },
  ]),
  ...scoped({ operations: ['readFolder'], foundBy: ['response-arrives'] }, [
    {
      name: 'cuts-gzip',
      description: 'It sends half of a gzip to clients that accept it.',
      behavior: responds(
        (response, request) =>
          accepts(request) ? encoded(response, gzipSync(response.body).subarray(0, 40)) : response,
        at('readFolder'),
      ),
    },
    {
      name: 'promises-more-than-it-sends',
      description: 'It gives a Content-Length larger than the body.',
      behavior: responds(
        (response) => ({
          ...response,
          deliver: (out) => {
            out.setHeader('content-length', Buffer.byteLength(response.body) + 10);
            head(out, response, false).write(response.body, () => out.destroy());
          },
        }),
        at('readFolder'),
      ),
    },
    {
      name: 'breaks-off-chunks',
      description: 'It ends the connection within a chunked body.',
      behavior: responds(
        (response) => ({
          ...response,
          deliver: (out) => {
            head(out, response, false).write(Buffer.from(response.body).subarray(0, 10), () => out.destroy());
          },
        }),
        at('readFolder'),
      ),
    },
  ]),
  ...deep([
    {
      name: 'sends-more-than-it-promises',
      description: 'It gives a Content-Length smaller than the body.',
      operations: ['readNote'],
      foundBy: ['no-trailing-data'],
      behavior: responds(
        (response) => ({
          ...response,
          deliver: (out) => {
            const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}\r\n`);
            out.socket?.write(
              `HTTP/1.1 200 OK\r\n${lines.join('')}content-length: ${Buffer.byteLength(response.body)}\r\n\r\n`,
            );
            out.socket?.write(response.body);
            out.socket?.write('\r\n<!-- served by vault -->\r\n');
          },
        }),
        at('readNote'),
      ),
    },
    {
      name: 'says-utf-16',
      description: 'It names UTF-16 as the charset of JSON in UTF-8.',
      operations: ['readFolder'],
      foundBy: ['charset-is-utf-8'],
      behavior: responds(withHeaders({ 'content-type': 'application/json; charset=utf-16' }), at('readFolder')),
    },
    {
      name: 'counts-characters-as-length',
      description: 'It gives the number of characters as the Content-Length, and cuts the end of the body.',
      operations: ['createFolder'],
      foundBy: ['body-is-json'],
      behavior: responds(
        (response) => ({ ...response, body: cutToCharacters(response.body) }),
        at('createFolder', 201),
      ),
    },
    {
      name: 'sends-json-in-latin-1',
      description: 'It sends JSON in Latin-1.',
      operations: ['createFolder'],
      foundBy: ['body-is-json'],
      behavior: responds(
        (response) => ({ ...response, body: Buffer.from(String(response.body), 'latin1') }),
        at('createFolder', 201),
      ),
    },
    {
      name: 'writes-etag-without-quotes',
      description: 'It sends an ETag that is no entity tag.',
      operations: ['readFolder'],
      foundBy: ['headers-declared'],
      behavior: responds(
        (response) => withHeaders({ etag: String(response.headers['etag']).replaceAll('"', '') })(response),
        at('readFolder'),
      ),
    },
    {
      name: 'lets-links-be-cached',
      description: 'It sends another Cache-Control than the constant of the contract.',
      operations: ['openLink', 'createLink', 'uploadFile', 'createFolder'],
      foundBy: ['headers-declared'],
      behavior: responds(withHeaders({ 'cache-control': 'public, max-age=3600' }), at('openLink')),
    },
  ]),
];

type KeyOf = (request: FilesRequest) => string | undefined;

/** Keeps successes by a part of the request. */
function caches(keyOf: KeyOf): FilesFault['behavior'] {
  return () => {
    const kept = new Map<string, FilesResponse>();
    return {
      wrapExchange: async (request, respond) => {
        const key = keyOf(request);
        if (key === undefined) return respond();
        const known = kept.get(key);
        if (known !== undefined) return known;
        const response = await respond();
        if (response.status === 200) kept.set(key, response);
        return response;
      },
    };
  };
}

const read = (request: FilesRequest, key: string) => (request.method === 'GET' ? key : undefined);

export const wrongCaches: readonly FilesFault[] = deep([
  {
    name: 'caches-by-path',
    description: 'It keeps responses by the path without the query, also for other credentials.',
    operations: ['readFolder'],
    foundBy: ['unauthorized-rejected'],
    behavior: caches((request) => read(request, request.path)),
  },
  {
    name: 'caches-lists-by-query',
    description: 'It keeps lists by their address, and shows them after an upload too.',
    operations: ['uploadFile', 'listFiles'],
    foundBy: ['deleted-not-found'],
    behavior: caches((request) =>
      request.path.endsWith('/files')
        ? read(request, `${request.path}?${request.query} ${request.headers['accept']} ${request.headers['cookie']}`)
        : undefined,
    ),
  },
  {
    name: 'caches-lists-without-accept',
    description: 'It keeps lists without Accept, and sends JSON where CSV is accepted alone.',
    operations: ['listFiles'],
    foundBy: ['invalid-rejected'],
    behavior: caches((request) =>
      request.path.endsWith('/files')
        ? read(request, `${request.path}?${request.query} ${request.headers['cookie']}`)
        : undefined,
    ),
  },
  {
    name: 'caches-content-without-range',
    description: 'It keeps content by its address, and sends a range where all is requested.',
    operations: ['uploadFile', 'readContent'],
    foundBy: ['range-respected'],
    behavior: () => {
      const kept = new Map<string, FilesResponse>();
      return {
        wrapExchange: async (request, respond) => {
          const isContent = request.method === 'GET' && request.path.endsWith('/content');
          const key = `${request.path}?${request.query} ${request.headers['cookie']}`;
          const response = (isContent ? kept.get(key) : undefined) ?? (await respond());
          if (isContent && response.status < 300) kept.set(key, response);
          return response;
        },
      };
    },
  },
  {
    name: 'caches-notes-after-reading',
    description: 'It keeps a note that was read, and shows it after another one was written.',
    operations: ['writeNote', 'readNote'],
    foundBy: ['read-returns-written'],
    behavior: caches((request) =>
      request.path.includes('/notes/') ? read(request, `${request.path} ${request.headers['cookie']}`) : undefined,
    ),
  },
  {
    name: 'finds-folders-at-second-reading',
    description: 'It returns 404 to the first reading of every folder, whose replica is late.',
    operations: ['createFolder', 'readFolder'],
    foundBy: ['created-is-found'],
    behavior: ({ newState, findFolder }) => {
      const created = new Map<bigint, number>();
      return {
        newState,
        findFolder: (state, id) => {
          const folder = findFolder(state, id);
          const reads = (created.get(id) ?? 0) + 1;
          created.set(id, reads);
          return reads === 1 ? undefined : folder;
        },
      };
    },
  },
  {
    name: 'mixes-up-concurrent-uploads',
    description: 'It keeps the title of the upload that came last in a global variable.',
    operations: ['uploadFile'],
    foundBy: ['created-is-echoed'],
    behavior: () => {
      let last: string | undefined;
      return {
        wrapExchange: async (request, respond) => {
          const [, title] =
            /name="title"\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--/s.exec(request.body.toString('utf8')) ?? [];
          if (title !== undefined) last = title;
          await new Promise((resolve) => setTimeout(resolve, 5));
          return respond();
        },
        keepFields: (fields, operation) =>
          operation === 'uploadFile' && last !== undefined ? { ...fields, title: last } : fields,
      };
    },
  },
]);

function cutToCharacters(body: FilesResponse['body']): Buffer {
  const text = String(body);
  return Buffer.from(text).subarray(0, text.length);
}
