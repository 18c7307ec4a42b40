/**
 * The authorization endpoint of OAuth2 (RFC 6749, section 4.1.1). It asks for no password: it redirects at once with a
 * code for the user of `login_hint`, else for the first user of the records, or shows a page with the users where
 * `prompt` requests an interaction.
 */
import { toHex } from '../../platform/bytes.ts';
import { randomBytes } from '../../platform/crypto.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { decodeFormValue, type RequestTarget } from '../http/request-target.ts';
import type { MockResponse } from '../respond/error-response.ts';
import type { AuthorizationCodes, AuthorizationRequest, CodeChallenge } from './authorization-codes.ts';
import { authorizationPage } from './authorization-page.ts';
import type { KnownUsers } from './known-users.ts';

export interface AuthorizationOptions {
  readonly codes: AuthorizationCodes;
  readonly users: KnownUsers;
  /** Whether pages of this host may receive codes. */
  readonly allowsHost: (host: string) => boolean;
}

export interface AuthorizationResponse {
  readonly response: MockResponse;
  /** Not shown in the journal. */
  readonly code: string | undefined;
}

/** Only to pages of this machine and of the allowed hosts: a link to a mock must not lead to another site. */
export async function respondToAuthorization(
  target: RequestTarget,
  { codes, users, allowsHost }: AuthorizationOptions,
): Promise<AuthorizationResponse | HttpError> {
  const sent = queryReader(target);
  const address = sent('redirect_uri');
  const url = address === undefined ? null : URL.parse(address);
  if (address === undefined || url === null || !/^https?:$/.test(url.protocol) || !allowsHost(url.hostname))
    return new HttpError(
      'redirect-foreign',
      `query.redirect_uri: expected a page on localhost or an allowed host, got ${quoteText(address ?? '')}`,
    );
  const redirect = (code: string | undefined, fields: Readonly<Record<string, string | undefined>>) => ({
    code,
    response: redirection(url, { ...fields, state: sent('state') }, sent('response_mode')),
  });
  if (sent('response_type') !== 'code') return redirect(undefined, { error: 'unsupported_response_type' });
  const challenge = codeChallenge(sent);
  if (challenge === 'invalid')
    return redirect(undefined, {
      error: 'invalid_request',
      error_description: 'expected a code_challenge of S256 or plain',
    });
  const names = await users.names(MAX_USERS);
  const user = sent('login_hint') ?? names[0];
  if (/\b(?:login|consent|select_account)\b/.test(sent('prompt') ?? ''))
    return { code: undefined, response: authorizationPage(target, names) };
  const code = toHex(randomBytes(16));
  await codes.issue(code, { redirectUri: address, user, challenge, ...sentDetails(sent) });
  return redirect(code, { code });
}

/** On the page. */
const MAX_USERS = 20;

type QueryReader = (name: string) => string | undefined;

/** The first value of a field; undefined for an empty one (RFC 6749, section 3.1). */
function queryReader({ query }: RequestTarget): QueryReader {
  return (name) => {
    const value = decodeFormValue(query.find((field) => field.name === name)?.rawValue ?? '');
    return value === '' ? undefined : value;
  };
}

/** RFC 7636, section 4.3. */
function codeChallenge(sent: QueryReader): CodeChallenge | undefined | 'invalid' {
  const text = sent('code_challenge');
  const method = sent('code_challenge_method') ?? 'plain';
  if (text === undefined) return sent('code_challenge_method') === undefined ? undefined : 'invalid';
  return method === 'S256' || method === 'plain' ? { method, text } : 'invalid';
}

function sentDetails(sent: QueryReader): Pick<AuthorizationRequest, 'clientId' | 'scopes' | 'nonce'> {
  return { clientId: sent('client_id'), scopes: sent('scope')?.trim().split(/\s+/), nonce: sent('nonce') };
}

/** In the query, or in the fragment for clients that request it (OAuth 2.0 Multiple Response Types, section 2.1). */
function redirection(
  page: URL,
  fields: Readonly<Record<string, string | undefined>>,
  mode: string | undefined,
): MockResponse {
  const url = new URL(page);
  const added = new URLSearchParams(mode === 'fragment' ? '' : url.search);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) added.append(name, value);
  if (mode === 'fragment') url.hash = added.toString();
  else url.search = added.toString();
  return { status: 302, headers: { Location: url.href, 'Cache-Control': 'no-store' }, body: '' };
}
