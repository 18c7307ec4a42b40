/** Idempotency keys of new orders. */
import type { ShopReply } from '../http.ts';
import { ShopProblem } from '../problem.ts';
import type { OperationId } from '../routes.ts';
import { deepShopDefects } from './overrides.ts';

const order: readonly OperationId[] = ['createCustomer', 'createOrder', 'readOrder'];
const check = ['idempotency-key-respected'];

export const wrongIdempotency = deepShopDefects([
  {
    name: 'creates-twice-with-same-key',
    description: 'It ignores the Idempotency-Key, so that a repeated request creates a second order.',
    operations: order,
    foundBy: check,
    behavior: () => ({ storedReply: () => undefined }),
  },
  {
    name: 'ignores-other-body-of-same-key',
    description: 'It returns the first order to another body with the same key, although the contract says 422.',
    operations: order,
    foundBy: check,
    behavior: () => ({ isSameBody: () => true }),
  },
  {
    name: 'stores-keys-by-beginning',
    description: 'It stores a key by its first eight characters, so that other keys return the first order.',
    operations: order,
    foundBy: ['created-is-echoed'],
    behavior: ({ storedReply, storeReply }) => ({
      storedReply: (state, key) => storedReply(state, key.slice(0, 8)),
      storeReply: (state, key, stored) => storeReply(state, key.slice(0, 8), stored),
      isSameBody: () => true,
    }),
  },
  {
    name: 'rejects-repeated-keys',
    description: 'It returns 409 to a repeated request with the same key and body, in place of the first response.',
    operations: order,
    foundBy: check,
    behavior: ({ storedReply }) => ({
      storedReply: (state, key) => {
        const stored = storedReply(state, key);
        if (stored !== undefined) throw new ShopProblem(409, 'The key was used.');
        return stored;
      },
    }),
  },
  {
    name: 'returns-200-to-repeated-keys',
    description: 'It returns 200 to a repeated request with the same key, which the contract does not declare.',
    operations: order,
    foundBy: ['status-declared'],
    behavior: ({ storedReply }) => ({
      storedReply: (state, key) => {
        const stored = storedReply(state, key);
        return stored && { ...stored, reply: { ...stored.reply, status: 200 } };
      },
    }),
  },
  {
    name: 'returns-no-body-to-repeated-keys',
    description: 'It returns 201 without the order to a repeated request with the same key.',
    operations: order,
    foundBy: ['body-matches-schema'],
    behavior: ({ storedReply }) => ({
      storedReply: (state, key) => {
        const stored = storedReply(state, key);
        return stored && { ...stored, reply: { ...stored.reply, body: '{}' } };
      },
    }),
  },
  {
    name: 'stores-rejections-by-key',
    description: 'It stores the rejection of an invalid body by its key, and returns it to the corrected request.',
    operations: order,
    foundBy: check,
    behavior: () => {
      const rejections = new Map<string, ShopReply>();
      return {
        wrapExchange: async (request, respond) => {
          const key = request.headers['idempotency-key'];
          const isCreation = key !== undefined && request.method === 'POST' && request.path === '/orders';
          if (!isCreation) return respond();
          const stored = rejections.get(key);
          if (stored !== undefined) return stored;
          const reply = await respond();
          if (reply.status === 400) rejections.set(key, reply);
          return reply;
        },
      };
    },
  },
  {
    name: 'creates-twice-with-concurrent-keys',
    description: 'It stores a key 20 ms after the creation, so that concurrent requests with it create two orders.',
    operations: order,
    foundBy: check,
    behavior: ({ storeReply }) => ({
      storeReply: (state, key, stored) => void setTimeout(() => storeReply(state, key, stored), 20),
    }),
  },
]);
