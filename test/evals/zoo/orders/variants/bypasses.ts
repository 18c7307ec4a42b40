/** Ways to an operation on which the token is not checked, or not exactly. */
import type { ToolViolation } from '../../tools/response.ts';
import { createChecker } from '../../tools/validation.ts';
import type { ShopBehavior } from '../behavior.ts';
import { newOrder } from '../rules.ts';
import { shopToken, type TokenRules } from '../tokens.ts';
import { deepShopDefects, type ShopDefect } from './overrides.ts';

const checks = ['unauthorized-rejected'];

function changesTokens(change: (right: TokenRules) => Partial<TokenRules>): ShopDefect['behavior'] {
  return ({ tokens }) => ({ tokens: { ...tokens, ...change(tokens) } });
}

export const bypassedCredentials = deepShopDefects([
  {
    name: 'overrides-method-after-check',
    description: 'It checks the token for GET alone, and then applies X-HTTP-Method-Override.',
    operations: ['createCustomer', 'readCustomer', 'deleteCustomer'],
    foundBy: checks,
    behavior: () => {
      const overridden = (headers: Readonly<Record<string, string>>) => headers['x-http-method-override'];
      return {
        transformRequest: (request) => ({
          ...request,
          method: overridden(request.headers)?.toUpperCase() ?? request.method,
        }),
        isPublic: ({ headers }) => overridden(headers) !== undefined,
      };
    },
  },
  {
    name: 'shows-customers-to-head',
    description: 'It requires no token for HEAD, which shows whether a customer exists.',
    operations: ['createCustomer', 'readCustomer'],
    foundBy: checks,
    behavior: () => ({ isPublic: ({ method }) => method === 'HEAD' }),
  },
  {
    name: 'requires-no-token-with-trailing-slash',
    description: 'It requires no token for a path with a slash at the end, which its router accepts.',
    operations: ['createCustomer', 'listProducts', 'listOrders'],
    foundBy: checks,
    behavior: () => {
      const marked = 'x-trailing-slash';
      return {
        transformRequest: (request) =>
          request.path.length > 1 && request.path.endsWith('/')
            ? { ...request, path: request.path.slice(0, -1), headers: { ...request.headers, [marked]: '' } }
            : request,
        isPublic: ({ headers }) => headers[marked] !== undefined,
      };
    },
  },
  {
    name: 'requires-no-token-with-double-slash',
    description: 'It requires no token for a path that begins with two slashes, which its router accepts.',
    operations: ['listProducts', 'listOrders'],
    foundBy: checks,
    behavior: () => {
      const marked = 'x-double-slash';
      return {
        transformRequest: (request) =>
          request.path.startsWith('//')
            ? { ...request, path: request.path.slice(1), headers: { ...request.headers, [marked]: '' } }
            : request,
        isPublic: ({ headers }) => headers[marked] !== undefined,
      };
    },
  },
  {
    name: 'requires-no-token-in-upper-case-paths',
    description: 'It requires no token for a path in upper case, which its router accepts.',
    operations: ['listProducts', 'listOrders'],
    foundBy: checks,
    behavior: () => {
      const marked = 'x-upper-case';
      return {
        transformRequest: (request) =>
          /[A-Z]/.test(request.path)
            ? { ...request, path: request.path.toLowerCase(), headers: { ...request.headers, [marked]: '' } }
            : request,
        isPublic: ({ headers }) => headers[marked] !== undefined,
      };
    },
  },
  {
    name: 'trusts-local-proxies',
    description: 'It requires no token for requests that X-Forwarded-For says are from 127.0.0.1.',
    operations: ['listOrders', 'readCustomer'],
    foundBy: checks,
    behavior: () => ({ isPublic: ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1' }),
  },
  {
    name: 'accepts-beginning-of-token',
    description: 'It compares as many characters of the token as were sent.',
    operations: ['createCustomer'],
    foundBy: checks,
    behavior: changesTokens(({ scopesOf }) => ({
      scopesOf: (token) => (shopToken.startsWith(token) ? scopesOf(shopToken) : scopesOf(token)),
    })),
  },
  {
    name: 'compares-tokens-without-case',
    description: 'It compares tokens in lower case, as the collation of a column does.',
    operations: ['listOrders'],
    foundBy: checks,
    behavior: changesTokens(({ scopesOf }) => ({
      scopesOf: (token) => (token.toLowerCase() === shopToken.toLowerCase() ? scopesOf(shopToken) : scopesOf(token)),
    })),
  },
  {
    name: 'accepts-token-in-query',
    description: 'It accepts the token as access_token in the query, where it gets into logs.',
    operations: ['listOrders'],
    foundBy: checks,
    behavior: changesTokens(({ tokenOf }) => ({
      tokenOf: (request) => tokenOf(request) ?? new URLSearchParams(request.query).get('access_token') ?? undefined,
    })),
  },
  {
    name: 'accepts-token-of-any-scheme',
    description: 'It accepts the token behind any scheme, not only Bearer.',
    operations: ['listProducts'],
    foundBy: checks,
    behavior: changesTokens(() => ({
      tokenOf: ({ headers }) => /([^ ]+)$/.exec(headers['authorization'] ?? '')?.[1],
    })),
  },
  {
    name: 'validates-before-checking-tokens',
    description: 'It validates the body of an order before it checks the token.',
    operations: ['createCustomer', 'createOrder'],
    foundBy: ['credentials-checked-first'],
    behavior: ({ parse, tokens }) => ({
      // Who sends a valid body without a token still gets 401.
      isPublic: (request, operation) =>
        operation === 'createOrder' && tokens.tokenOf(request) === undefined && !isValidOrder(parse, request.body),
    }),
  },
  {
    name: 'publishes-pages-behind-cursor',
    description: 'It requires no token for the later pages of orders.',
    operations: ['createCustomer', 'createOrder', 'listOrders'],
    foundBy: checks,
    behavior: () => ({
      isPublic: ({ query }, operation) => operation === 'listOrders' && /(^|&)cursor=/.test(query),
    }),
  },
]);

function isValidOrder(parse: ShopBehavior['parse'], bytes: Buffer): boolean {
  const violations: ToolViolation[] = [];
  try {
    newOrder(
      parse(bytes.toString('utf8')),
      createChecker(() => true, violations),
    );
  } catch {
    return false;
  }
  return violations.length === 0;
}
