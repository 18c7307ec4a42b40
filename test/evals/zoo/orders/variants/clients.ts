/** Requests that other clients write in another way. */
import { gzipSync } from 'node:zlib';
import type { ShopBehavior } from '../behavior.ts';
import { jsonReply, type ShopReply, type ShopRequest } from '../http.ts';
import { internalError, problemReply, ShopProblem } from '../problem.ts';
import type { OperationId } from '../routes.ts';
import { deepShopDefects, replies } from './overrides.ts';

const create: readonly OperationId[] = ['createCustomer'];
const read: readonly OperationId[] = ['createCustomer', 'readCustomer'];

/** Replies in place of the shop where a request is of a kind. */
function repliesWhere(matches: (request: ShopRequest) => boolean, reply: ShopReply) {
  return ({ wrapExchange }: ShopBehavior): Partial<ShopBehavior> => ({
    wrapExchange: async (request, respond) => (matches(request) ? reply : wrapExchange(request, respond)),
  });
}

const rejection = (status: number, message: string) => problemReply(new ShopProblem(status, message));

export const failsForOtherClients = deepShopDefects([
  {
    name: 'requires-accept',
    description: 'It fails with 500 for a request without Accept.',
    operations: read,
    foundBy: ['no-server-error'],
    behavior: repliesWhere(({ headers }) => headers['accept'] === undefined, internalError),
  },
  {
    name: 'rejects-accept-with-weights',
    description: 'It compares Accept as a whole, and returns 406 to `application/json;q=0.9, */*;q=0.1`.',
    operations: read,
    foundBy: ['valid-accepted'],
    behavior: repliesWhere(
      ({ headers }) => /;\s*q=/.test(headers['accept'] ?? ''),
      rejection(406, 'Only application/json is available.'),
    ),
  },
  {
    name: 'requires-header-names-in-title-case',
    description: 'It finds Content-Type only in this spelling, as a map of raw headers does.',
    operations: create,
    foundBy: ['valid-accepted'],
    behavior: repliesWhere(
      ({ headers, headerNames }) =>
        headers['content-type'] !== undefined &&
        !headerNames.includes('Content-Type') &&
        !headerNames.includes('content-type'),
      rejection(415, 'A Content-Type is required.'),
    ),
  },
  {
    name: 'requires-header-names-in-lower-case',
    description: 'It finds the Authorization header only in lower or title case.',
    operations: create,
    foundBy: ['valid-accepted'],
    behavior: repliesWhere(
      ({ headers, headerNames }) =>
        headers['authorization'] !== undefined && !headerNames.some((name) => /^[Aa]uthorization$/.test(name)),
      {
        ...rejection(401, 'A token is required.'),
        headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' },
      },
    ),
  },
  {
    name: 'rejects-charset',
    description: 'It returns 415 to `application/json; charset=utf-8`.',
    operations: create,
    foundBy: ['valid-accepted'],
    behavior: ({ isMediaType }) => ({
      isMediaType: (given, wanted) => !given.includes(';') && isMediaType(given, wanted),
    }),
  },
  {
    name: 'compares-media-types-with-case',
    description: 'It returns 415 to `Application/JSON`.',
    operations: create,
    foundBy: ['valid-accepted'],
    behavior: ({ isMediaType }) => ({
      isMediaType: (given, wanted) => given.startsWith(wanted) && isMediaType(given, wanted),
    }),
  },
  {
    name: 'accepts-merge-patch-with-charset-alone',
    description: 'It returns 415 to a merge patch, unless its type has a charset or is application/json.',
    operations: ['createCustomer', 'changeCustomer'],
    foundBy: ['valid-accepted'],
    behavior: ({ isMediaType }) => ({
      isMediaType: (given, wanted) =>
        wanted === 'application/json' ? isMediaType(given, wanted) : given.includes(';') && isMediaType(given, wanted),
    }),
  },
  {
    name: 'compresses-for-all-clients',
    description: 'It compresses with gzip although the client does not accept that.',
    operations: read,
    foundBy: ['content-encoding-accepted'],
    behavior: replies('readCustomer', (reply) =>
      typeof reply.body === 'string' && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body: gzipSync(reply.body) }
        : reply,
    ),
  },
  {
    name: 'requires-content-length',
    description: 'It returns 411 to a body in chunks.',
    operations: create,
    foundBy: ['valid-accepted'],
    behavior: repliesWhere(
      ({ headers }) => headers['transfer-encoding'] !== undefined,
      rejection(411, 'A Content-Length is required.'),
    ),
  },
  {
    name: 'rejects-unknown-user-agents',
    description: 'It returns 403 to requests without User-Agent, as a firewall does.',
    operations: read,
    foundBy: ['valid-accepted'],
    behavior: repliesWhere(({ headers }) => headers['user-agent'] === undefined, rejection(403, 'Who are you?')),
  },
  {
    name: 'fails-for-escaped-text',
    description: 'It rejects JSON with \\u escapes in it.',
    operations: create,
    foundBy: ['valid-accepted'],
    behavior: repliesWhere(
      ({ body }) => /\\u[0-9a-f]{4}/i.test(body.toString('utf8')),
      rejection(400, 'This is not JSON.'),
    ),
  },
  {
    name: 'fails-for-quoted-charset',
    description: 'It fails with 500 for a charset in quotes or in upper case.',
    operations: create,
    foundBy: ['no-server-error'],
    behavior: repliesWhere(({ headers }) => /charset=("|UTF)/.test(headers['content-type'] ?? ''), internalError),
  },
  {
    name: 'fails-for-encoded-paths',
    description: 'It fails with 500 for a path with percent-encoded characters.',
    operations: ['createCustomer', 'createOrder', 'readOrder'],
    foundBy: ['no-server-error'],
    behavior: repliesWhere(({ path }) => path.includes('%'), internalError),
  },
  {
    name: 'returns-nothing-to-browsers',
    description: 'It returns an empty object to every request with an Origin, as a broken CORS filter does.',
    operations: ['createCustomer', 'readCustomer'],
    foundBy: ['body-matches-schema'],
    behavior: repliesWhere(({ headers }) => headers['origin'] !== undefined, jsonReply(200, {})),
  },
]);
