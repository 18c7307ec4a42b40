/** Bearer tokens with scopes (RFC 6750). */
import type { ShopRequest } from './http.ts';
import type { Scope } from './routes.ts';

/** Of the scheme `shop`, with all of its scopes. */
export const shopToken = 'Shop-8Hq2Lw5TzXv93KpRn';
/** Of the scheme `shop`, with the scope `read` alone; the verifier does not know it. */
export const readerToken = 'Reader-5Vb7Nc1QyMd46JtGs';
/** Of the scheme `courier`. */
export const courierToken = 'Courier-3Xf6Rk9WuPa82EhZm';

const scopesByToken: ReadonlyMap<string, readonly Scope[]> = new Map([
  [shopToken, ['read', 'write']],
  [readerToken, ['read']],
  [courierToken, ['delivery']],
]);

export interface TokenRules {
  /** Undefined when the request has none. */
  tokenOf(request: ShopRequest): string | undefined;
  /** Undefined for an unknown token. */
  scopesOf(token: string): readonly Scope[] | undefined;
  /** Any of the required scopes is sufficient. */
  isSufficient(granted: readonly Scope[], required: readonly Scope[]): boolean;
}

export const tokenRules: TokenRules = {
  tokenOf: ({ headers }) => /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headers['authorization'] ?? '')?.[1],
  scopesOf: (token) => scopesByToken.get(token),
  isSufficient: (granted, required) => required.some((scope) => granted.includes(scope)),
};
