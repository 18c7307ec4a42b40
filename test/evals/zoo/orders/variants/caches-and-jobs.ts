/** Replies from caches, and jobs. */
import { type ShopReply, type ShopRequest, withReplyBody, withReplyHeaders } from '../http.ts';
import { deepShopDefects, replies, type ShopDefect } from './overrides.ts';

/** Keeps successful replies to GET by a key and the token, or not at all where the key is undefined. */
function cachesReplies(keyOf: (request: ShopRequest) => string | undefined, ms = 500): ShopDefect['behavior'] {
  return cachesForAll((request) => {
    const key = keyOf(request);
    return key === undefined ? undefined : `${key} ${request.headers['authorization']}`;
  }, ms);
}

function cachesForAll(keyOf: (request: ShopRequest) => string | undefined, ms = 500): ShopDefect['behavior'] {
  return () => {
    const cache = new Map<string, { readonly storedAt: number; readonly reply: ShopReply }>();
    return {
      wrapExchange: async (request, respond) => {
        const key = request.method === 'GET' ? keyOf(request) : undefined;
        if (key === undefined) return respond();
        const cached = cache.get(key);
        if (cached !== undefined && Date.now() - cached.storedAt < ms) return cached.reply;
        const reply = await respond();
        if (reply.status === 200) cache.set(key, { storedAt: Date.now(), reply });
        return reply;
      },
    };
  };
}

export const wrongCaches = deepShopDefects([
  {
    name: 'caches-customers-by-part-of-id',
    description:
      'It caches a customer by the first 12 digits of the id, so that another one is returned for half a second.',
    operations: ['createCustomer', 'readCustomer'],
    foundBy: ['read-returns-written'],
    behavior: cachesReplies(({ path }) => /^\/customers\/\d{12}/.exec(path)?.[0]),
  },
  {
    name: 'caches-products-without-query',
    description: 'It caches the list of products by its path for half a second, without the query.',
    operations: ['createProducts', 'listProducts'],
    foundBy: ['limit-respected'],
    behavior: cachesReplies(({ path }) => (path === '/products' ? path : undefined)),
  },
  {
    name: 'caches-orders-without-sort',
    description: 'It caches the list of orders by all parameters except sort.',
    operations: ['createCustomer', 'createOrder', 'listOrders'],
    foundBy: ['sort-respected'],
    behavior: cachesReplies(({ path, query }) =>
      path === '/orders' ? query.replace(/(^|&)sort=[^&]*/, '') : undefined,
    ),
  },
  {
    name: 'caches-customers-without-token',
    description: 'It caches customers without regard to the token, so that others can read them for half a second.',
    operations: ['createCustomer', 'readCustomer'],
    foundBy: ['unauthorized-rejected'],
    behavior: cachesForAll(({ path }) => (/^\/customers\/\d+$/.test(path) ? path : undefined)),
  },
  {
    name: 'keeps-customers-in-cache',
    description: 'It returns customers from a cache that changes do not renew, for three seconds.',
    operations: ['createCustomer', 'readCustomer', 'replaceCustomer', 'changeCustomer'],
    foundBy: ['read-returns-written'],
    behavior: cachesReplies(({ path }) => (/^\/customers\/\d+$/.test(path) ? path : undefined), 3_000),
  },
]);

export const wrongJobs = deepShopDefects([
  {
    name: 'finds-no-jobs',
    description: 'It returns 404 for every job, which is in the memory of another process.',
    operations: ['createCustomer', 'createOrder', 'placeOrder', 'payOrder', 'shipOrder', 'readJob'],
    foundBy: ['created-is-found'],
    behavior: () => ({ findJob: () => undefined }),
  },
  {
    name: 'never-finishes-jobs',
    description: 'It returns each job as running, without an end.',
    operations: ['createCustomer', 'createOrder', 'placeOrder', 'payOrder', 'shipOrder', 'readJob'],
    foundBy: ['job-finishes'],
    behavior: () => ({ isJobDone: () => false }),
  },
  {
    name: 'finishes-jobs-without-effect',
    description: 'It returns each job as done, and leaves the order as paid.',
    operations: ['createCustomer', 'createOrder', 'readOrder', 'placeOrder', 'payOrder', 'shipOrder', 'readJob'],
    foundBy: ['action-changes-state'],
    behavior: ({ applyAction }) => ({
      applyAction: (state, one, change) => (change.action === 'ship' ? one : applyAction(state, one, change)),
    }),
  },
  {
    name: 'links-to-orders-as-jobs',
    description: 'It sends the path of the order as the Location of the job.',
    operations: ['createCustomer', 'createOrder', 'placeOrder', 'payOrder', 'shipOrder', 'readJob'],
    foundBy: ['read-returns-written'],
    behavior: replies('shipOrder', (reply, { path }) =>
      reply.status === 202 ? withReplyHeaders(reply, { location: path.replace(/\/ship$/, '') }) : reply,
    ),
  },
  {
    name: 'invents-states-of-jobs',
    description: 'It returns the state queued for a new job, which the contract does not have.',
    operations: ['createCustomer', 'createOrder', 'placeOrder', 'payOrder', 'shipOrder', 'readJob'],
    foundBy: ['body-matches-schema'],
    behavior: replies('shipOrder', (reply) =>
      reply.status === 202 ? withReplyBody(reply, (body) => ({ ...body, state: 'queued' })) : reply,
    ),
  },
]);
