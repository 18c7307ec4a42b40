/** Bearer tokens with scopes (RFC 6750), or a key in a header. */
import { CalendarProblem, type CalendarRequest } from './http.ts';

export type CalendarScope = 'read' | 'write';

/** What a route accepts: a token with all of these scopes, and a key or not. */
export interface CalendarSecurity {
  readonly scopes: readonly CalendarScope[];
  readonly key: boolean;
}

export interface Grant {
  readonly user: string;
  readonly scopes: readonly CalendarScope[];
}

const all: readonly CalendarScope[] = ['read', 'write'];

export const annaToken = 'Anna-7Tq3Wd8LmXz52BvKc';
export const benToken = 'Ben-4Hy6Pf9RsNj81GkVe';
/** Of anna, with the scope `read` alone. */
export const readerToken = 'Reader-2Cx5Zu7MbQw93TrLa';
export const annaKey = 'Anna-Key-6Jd1Fs8VnHp4';
export const benKey = 'Ben-Key-9Lw2Gx5TcRm7';

const grants: ReadonlyMap<string, Grant> = new Map([
  [annaToken, { user: 'anna', scopes: all }],
  [benToken, { user: 'ben', scopes: all }],
  [readerToken, { user: 'anna', scopes: ['read'] }],
]);
const keys: ReadonlyMap<string, string> = new Map([
  [annaKey, 'anna'],
  [benKey, 'ben'],
]);

export interface CalendarAuthentication {
  /** Undefined when the request has none. */
  tokenOf(request: CalendarRequest): string | undefined;
  keyOf(request: CalendarRequest): string | undefined;
  grantOfToken(token: string): Grant | undefined;
  userOfKey(key: string): string | undefined;
  isSufficient(granted: readonly CalendarScope[], required: readonly CalendarScope[]): boolean;
  /** Whether a route accepts a key. */
  acceptsKey(security: CalendarSecurity, operation: string): boolean;
}

export const authentication: CalendarAuthentication = {
  tokenOf: ({ headers }) => /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headers['authorization'] ?? '')?.[1],
  keyOf: ({ headers }) => headers['x-calendar-key'],
  grantOfToken: (token) => grants.get(token),
  userOfKey: (key) => keys.get(key),
  isSufficient: (granted, required) => required.every((scope) => granted.includes(scope)),
  acceptsKey: ({ key }) => key,
};

/** The user whose credential this is. */
export function requireUser(
  service: CalendarAuthentication,
  { security, operation }: { readonly security: CalendarSecurity; readonly operation: string },
  request: CalendarRequest,
): string {
  const token = service.tokenOf(request);
  const grant = token === undefined ? undefined : service.grantOfToken(token);
  if (grant !== undefined && service.isSufficient(grant.scopes, security.scopes)) return grant.user;
  const key = service.keyOf(request);
  const user = key === undefined || !service.acceptsKey(security, operation) ? undefined : service.userOfKey(key);
  if (user !== undefined) return user;
  if (grant !== undefined) throw new CalendarProblem(403, 'The token does not have the scope that this requires.');
  throw new CalendarProblem(401, 'A valid credential is required.');
}
