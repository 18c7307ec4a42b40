/** Tokens and scopes that are not checked closely enough. */
import { courierToken, readerToken, shopToken, type TokenRules } from '../tokens.ts';
import { basicShopDefects, deepShopDefects, type ShopDefect } from './overrides.ts';

const checks = ['unauthorized-rejected'];

function changesTokens(change: (right: TokenRules) => Partial<TokenRules>): ShopDefect['behavior'] {
  return ({ tokens }) => ({ tokens: { ...tokens, ...change(tokens) } });
}

export const wrongCredentials = [
  ...basicShopDefects([
    {
      name: 'forgets-token-of-jobs',
      description: 'It requires no token for jobs, the last route that was added.',
      operations: ['createCustomer', 'createOrder', 'placeOrder', 'payOrder', 'shipOrder', 'readJob'],
      foundBy: checks,
      behavior: () => ({ isPublic: (_request, operation) => operation === 'readJob' }),
    },
    {
      name: 'requires-tokens-of-writers-alone',
      description: 'It requires no token to read.',
      operations: ['listProducts', 'listOrders'],
      foundBy: checks,
      behavior: () => ({ isPublic: ({ method }) => method === 'GET' }),
    },
    {
      name: 'accepts-any-token',
      description: 'It decodes a token without verifying it.',
      operations: ['createCustomer'],
      foundBy: checks,
      behavior: changesTokens(() => ({ scopesOf: () => ['read', 'write', 'delivery'] })),
    },
    {
      name: 'rejects-couriers-of-orders',
      description: 'It rejects the token of a courier, although the contract accepts it for reading an order.',
      operations: ['createCustomer', 'createOrder', 'readOrder'],
      foundBy: ['valid-accepted'],
      behavior: changesTokens(({ isSufficient }) => ({
        isSufficient: (granted, required) => isSufficient(granted, required.slice(0, 1)),
      })),
    },
  ]),
  ...deepShopDefects([
    {
      name: 'ignores-scopes',
      description: 'It accepts a token with the scope read for everything that its scheme allows.',
      operations: ['createCustomer', 'replaceCustomer', 'deleteCustomer'],
      foundBy: checks,
      behavior: changesTokens(({ scopesOf }) => ({
        scopesOf: (token) => (token === readerToken ? scopesOf(shopToken) : scopesOf(token)),
      })),
    },
    {
      name: 'accepts-couriers-everywhere',
      description: 'It accepts the valid token of a courier for operations that only the shop may use.',
      operations: ['createCustomer', 'readCustomer', 'listOrders'],
      foundBy: checks,
      behavior: changesTokens(({ scopesOf }) => ({
        scopesOf: (token) => (token === courierToken ? ['read', 'write', 'delivery'] : scopesOf(token)),
      })),
    },
    {
      name: 'accepts-shop-as-courier',
      description: 'It accepts the token of the shop for deliveries, which only couriers may report.',
      operations: ['createCustomer', 'createOrder', 'deliverOrder'],
      foundBy: checks,
      behavior: changesTokens(({ scopesOf }) => ({
        scopesOf: (token) => (token === shopToken ? ['read', 'write', 'delivery'] : scopesOf(token)),
      })),
    },
  ]),
];
