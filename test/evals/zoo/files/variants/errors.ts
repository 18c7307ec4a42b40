/** Problems that are not those of the contract, and wrong negotiation. */
import { FilesProblem, type FilesResponse } from '../http.ts';
import { deep, type FilesFault, scoped } from '../variant.ts';
import { inObject, responds, throwServerError, withHeaders, withJson, withoutHeader, withStatus } from './changes.ts';

const page: Pick<FilesResponse, 'headers' | 'body'> = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><title>Not here</title>',
};

export const wrongProblems: readonly FilesFault[] = [
  ...scoped({ operations: ['readFolder'], foundBy: ['media-type-declared'] }, [
    {
      name: 'returns-404-as-page',
      description: 'It sends a page in HTML where there is no such folder.',
      behavior: responds((response) => ({ ...response, ...page }), withStatus(404)),
    },
    {
      name: 'returns-problems-as-json',
      description: 'It sends problems with the media type application/json.',
      behavior: responds(withHeaders({ 'content-type': 'application/json' }), withStatus(404)),
    },
    {
      name: 'returns-404-without-media-type',
      description: 'It sends a problem without a Content-Type.',
      behavior: responds(withoutHeader('content-type'), withStatus(404)),
    },
  ]),
  ...scoped({ operations: ['readFolder'], foundBy: ['body-matches-schema'] }, [
    {
      name: 'writes-status-of-problem-as-text',
      description: 'It writes the status of a problem as a string.',
      behavior: responds(withJson(inObject((problem) => ({ ...problem, status: '404' }))), withStatus(404)),
    },
    {
      name: 'leaves-title-out',
      description: 'It sends a problem without its title.',
      behavior: responds(withJson(inObject(({ title: _title, ...problem }) => problem)), withStatus(404)),
    },
  ]),
  ...scoped({ operations: ['createFolder'], foundBy: ['body-matches-schema'] }, [
    {
      name: 'writes-errors-as-texts',
      description: 'It sends a list of texts where a list of objects is declared.',
      behavior: responds(withJson(inObject((problem) => ({ ...problem, errors: ['wrong'] }))), withStatus(422)),
    },
  ]),
  ...deep([
    {
      name: 'returns-200-to-what-is-wrong',
      description: 'It sends problems with status 200.',
      operations: ['createFolder'],
      foundBy: ['invalid-rejected'],
      behavior: responds((response) => ({ ...response, status: 200 }), withStatus(422)),
    },
    {
      name: 'returns-409-of-its-own',
      description: 'It sends an error of another form with a status that only default declares.',
      operations: ['createFolder'],
      foundBy: ['body-matches-schema'],
      behavior: responds((response) => ({ ...response, status: 409, body: '{"error":"conflict"}' }), withStatus(422)),
    },
    {
      name: 'fails-on-broken-json',
      description: 'It returns 500 where the body is not JSON.',
      operations: ['createFolder'],
      foundBy: ['no-server-error'],
      behavior: ({ parseJson }) => ({
        parseJson: (text) => {
          try {
            return parseJson(text);
          } catch {
            return throwServerError();
          }
        },
      }),
    },
    {
      name: 'fails-on-null',
      description: 'It returns 500 where an object is null.',
      operations: ['createFolder'],
      foundBy: ['no-server-error'],
      behavior: () => ({
        prepare: (body) =>
          body instanceof Object && 'owner' in body && body['owner'] === null ? throwServerError() : body,
      }),
    },
    {
      name: 'fails-on-other-methods',
      description: 'It returns 500 without a body to methods that a path does not have.',
      operations: ['readFolder'],
      foundBy: ['no-server-error'],
      behavior: responds((response) => ({ ...response, status: 500, headers: {}, body: '' }), withStatus(405)),
    },
    {
      name: 'leaves-allow-out',
      description: 'It sends a 405 without Allow.',
      operations: ['readFolder'],
      foundBy: ['allow-present'],
      behavior: responds(withoutHeader('allow'), withStatus(405)),
    },
    {
      name: 'sends-body-with-204',
      description: 'It sends a body with a 204, which the next response on the connection begins with.',
      operations: ['writeNote'],
      foundBy: ['no-trailing-data'],
      behavior: responds(
        (response) => ({
          ...response,
          deliver: (out) => {
            const etag = String(response.headers['etag']);
            out.socket?.write(`HTTP/1.1 204 No Content\r\netag: ${etag}\r\n\r\n{"done":true}`, () => out.destroy());
          },
        }),
        withStatus(204),
      ),
    },
    {
      name: 'limits-rate-without-retry-after',
      description: 'It returns 429 to every tenth request without Retry-After.',
      operations: ['readFolder'],
      foundBy: ['headers-declared'],
      behavior: () => {
        let count = 0;
        return {
          wrapExchange: async (_request, respond) => (++count % 10 === 0 ? tooMany() : respond()),
        };
      },
    },
    {
      name: 'gives-no-number-to-retry-after',
      description: 'It returns 429 with Retry-After: soon.',
      operations: ['readFolder'],
      foundBy: ['headers-declared'],
      behavior: () => {
        let count = 0;
        return {
          wrapExchange: async (_request, respond) => (++count % 10 === 0 ? tooMany('soon') : respond()),
        };
      },
    },
  ]),
];

function tooMany(retryAfter?: string): FilesResponse {
  const retry = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const headers = { 'content-type': 'application/problem+json', ...retry };
  return { status: 429, headers, body: '{"title":"Too many requests","status":429}' };
}

export const wrongNegotiation: readonly FilesFault[] = deep([
  {
    name: 'knows-first-of-accepted-types',
    description: 'It looks at the first media type of Accept alone and returns 406 where a later one is there.',
    operations: ['listFiles'],
    foundBy: ['valid-accepted'],
    behavior: ({ chooseType }) => ({ chooseType: (accept, types) => chooseType(accept.split(',')[0] ?? '', types) }),
  },
  {
    name: 'knows-no-ranges-of-types',
    description: 'It returns 406 to text/* and */*.',
    operations: ['listFiles'],
    foundBy: ['valid-accepted'],
    behavior: ({ chooseType }) => ({
      chooseType: (accept, types) => {
        if (accept.includes('*')) throw new FilesProblem(406, 'Name a media type.');
        return chooseType(accept, types);
      },
    }),
  },
  {
    name: 'returns-406-as-page',
    description: 'It names text/html as the media type of a 406 where the client accepts that.',
    operations: ['listFiles'],
    foundBy: ['media-type-declared'],
    behavior: ({ chooseType }) => ({
      chooseType: (accept, types) => (/text\/html/.test(accept) ? throwPage() : chooseType(accept, types)),
    }),
  },
  {
    name: 'fails-on-unknown-types',
    description: 'It returns 500 where it has no media type that the client accepts.',
    operations: ['listFiles'],
    foundBy: ['no-server-error'],
    behavior: ({ chooseType }) => ({
      chooseType: (accept, types) => {
        try {
          return chooseType(accept, types);
        } catch {
          return throwServerError();
        }
      },
    }),
  },
  {
    name: 'takes-json-of-any-type',
    description: 'It accepts a JSON body as text/plain.',
    operations: ['createFolder'],
    foundBy: ['invalid-rejected'],
    behavior: () => ({ mediaType: () => 'application/json' }),
  },
  {
    name: 'rejects-charset',
    description: 'It returns 415 to a media type with a parameter.',
    operations: ['createFolder'],
    foundBy: ['valid-accepted'],
    behavior: () => ({ mediaType: (type) => type.trim().toLowerCase() }),
  },
  {
    name: 'rejects-media-types-in-capitals',
    description: 'It compares media types with their case.',
    operations: ['createFolder'],
    foundBy: ['valid-accepted'],
    behavior: () => ({ mediaType: (type) => type.split(';')[0]?.trim() ?? '' }),
  },
  {
    name: 'fails-on-unknown-media-type',
    description: 'It returns 500 to a body of an unknown media type.',
    operations: ['createFolder'],
    foundBy: ['no-server-error'],
    behavior: ({ mediaType }) => ({
      mediaType: (type) => (mediaType(type) === 'application/json' ? mediaType(type) : throwServerError()),
    }),
  },
]);

function throwPage(): never {
  throw new FilesProblem(406, 'There is no page.', { headers: { 'content-type': 'text/html' } });
}
