/** The cookie of a session: set by a login, cleared by a logout. */
import { fromBase64, toHex } from '../../platform/bytes.ts';
import type { Login } from '../../spec/login/login-model.ts';
import type { Operation, SecurityScheme } from '../../spec/model/contract.ts';
import { successResponses } from '../../spec/resources/record-views.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { TokenTexts } from './token-text.ts';

interface SessionCookie {
  readonly operation: Operation;
  readonly login: Pick<Login, 'cookies'>;
  readonly texts: TokenTexts;
  /** Of the login. */
  readonly number: number;
  readonly maxAgeMs: number;
  issue(text: string): Promise<void>;
}

/** Not `Secure`, because the mock usually serves plain HTTP. */
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

/**
 * Unchanged if the login sets no cookie. A response has one `Set-Cookie`, so only the first scheme gets its cookie. If
 * the declared header does not allow it, the generated one stays, and its value is accepted.
 */
export async function withSessionCookie(
  response: GeneratedResponse,
  { operation, login, texts, number, maxAgeMs, issue }: SessionCookie,
): Promise<GeneratedResponse> {
  const [scheme] = login.cookies;
  const name = cookieName(scheme);
  const text = name === undefined ? undefined : texts.opaque(undefined, number, `cookie ${name}`);
  if (name === undefined || text === undefined) return response;
  // More patterns allow digits and letters than the other characters of tokens.
  const value = toHex(fromBase64(text));
  const plain = `${name}=${value}`;
  const whole = `${plain}; Max-Age=${Math.max(1, Math.floor(maxAgeMs / 1_000))}; ${ATTRIBUTES}`;
  const cookie = [whole, `${plain}; ${ATTRIBUTES}`, plain].find((one) => isAllowed(operation, one));
  const kept = cookie === undefined ? generatedValue(response, name) : value;
  if (kept !== undefined) await issue(kept);
  return cookie === undefined ? response : withCookie(response, cookie);
}

function isAllowed(operation: Operation, cookie: string): boolean {
  const declared = successResponses(operation).flatMap(({ headers }) =>
    headers.filter(({ name }) => name.toLowerCase() === SET_COOKIE),
  );
  return declared.every(({ schema }) => schema === undefined || isValid(schema, cookie, 'response'));
}

function generatedValue({ headers }: GeneratedResponse, name: string): string | undefined {
  const declared = Object.entries(headers).find(([header]) => header.toLowerCase() === SET_COOKIE)?.[1] ?? '';
  return declared.startsWith(`${name}=`) ? declared.slice(name.length + 1).split(';')[0] : undefined;
}

const SET_COOKIE = 'set-cookie';

export function withoutSessionCookie(
  response: GeneratedResponse,
  scheme: SecurityScheme,
  operation: Operation,
): GeneratedResponse {
  const name = cookieName(scheme);
  const cookie = `${name}=; Max-Age=0; ${ATTRIBUTES}`;
  return name === undefined || !isAllowed(operation, cookie) ? response : withCookie(response, cookie);
}

/** RFC 6265, section 4.1.1: a name is a token. */
function cookieName(scheme: SecurityScheme | undefined): string | undefined {
  const name = scheme?.parameterName ?? '';
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? name : undefined;
}

/** Under the name that the contract declares. */
function withCookie(response: GeneratedResponse, cookie: string): GeneratedResponse {
  const declared = Object.keys(response.headers).find((name) => name.toLowerCase() === SET_COOKIE);
  return { ...response, headers: { ...response.headers, [declared ?? 'Set-Cookie']: cookie } };
}
