/** The cookie of a session: set by a login, cleared by a logout. */
import type { Login } from '../../spec/login/login-model.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { TokenTexts } from './token-text.ts';

interface SessionCookie {
  readonly login: Pick<Login, 'cookies'>;
  readonly texts: TokenTexts;
  /** Of the login. */
  readonly number: number;
  readonly maxAgeMs: number;
  issue(text: string): Promise<void>;
}

/** Not `Secure`, because the mock usually serves plain HTTP. */
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

/** Unchanged if the login sets no cookie. A response has one `Set-Cookie`, so only the first scheme gets its cookie. */
export async function withSessionCookie(
  response: GeneratedResponse,
  { login, texts, number, maxAgeMs, issue }: SessionCookie,
): Promise<GeneratedResponse> {
  const [scheme] = login.cookies;
  const name = cookieName(scheme);
  const text = name === undefined ? undefined : texts.opaque(undefined, number, `cookie ${name}`);
  if (name === undefined || text === undefined) return response;
  await issue(text);
  return withCookie(response, `${name}=${text}; Max-Age=${Math.max(1, Math.floor(maxAgeMs / 1_000))}; ${ATTRIBUTES}`);
}

export function withoutSessionCookie(response: GeneratedResponse, scheme: SecurityScheme): GeneratedResponse {
  const name = cookieName(scheme);
  return name === undefined ? response : withCookie(response, `${name}=; Max-Age=0; ${ATTRIBUTES}`);
}

/** RFC 6265, section 4.1.1: a name is a token. */
function cookieName(scheme: SecurityScheme | undefined): string | undefined {
  const name = scheme?.parameterName ?? '';
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? name : undefined;
}

/** Under the name that the contract declares. */
function withCookie(response: GeneratedResponse, cookie: string): GeneratedResponse {
  const declared = Object.keys(response.headers).find((name) => name.toLowerCase() === 'set-cookie');
  return { ...response, headers: { ...response.headers, [declared ?? 'Set-Cookie']: cookie } };
}
