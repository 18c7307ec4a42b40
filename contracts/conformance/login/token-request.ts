/** Requests a token from an OAuth2 token endpoint (RFC 6749). */
import { KitError } from '../../../errors.ts';
import { sanitizeLine, truncate } from '../../../sanitize.ts';
import { createMask } from '../../../secrets/masking.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import { redactedUrl } from '../../http/http-client.ts';
import type { UserLogin } from '../../options/login.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../model/exchange.ts';
import { jwtLifetime, type ObtainedToken, readSeconds, type TokenSource } from './obtained-token.ts';
import type { TokenGrant } from './token-grants.ts';

/** Sends a request outside of the test cases. */
export type SendLogin = (request: SentRequest) => Promise<Exchange>;

interface TokenRequest {
  readonly grant: TokenGrant;
  readonly login: UserLogin;
  readonly send: SendLogin;
}

/**
 * Uses the refresh token of the previous response while the endpoint accepts it. Throws `login-failed` with what the
 * endpoint said.
 */
export function createTokenSource(request: TokenRequest): TokenSource {
  return async (previous) => {
    if (previous?.refreshToken !== undefined) {
      const { refreshToken } = previous;
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken } as const;
      const refreshed = readToken(await requestToken(request, fields));
      if (refreshed !== undefined) return { refreshToken, ...refreshed };
    }
    const exchange = await requestToken(request, grantFields(request));
    const token = readToken(exchange);
    if (token === undefined) throw rejectedError(request, exchange);
    return token;
  };
}

type Fields = Readonly<Record<string, string>>;

function grantFields({ grant: { kind, scopes }, login: { username = '', password = '' } }: TokenRequest): Fields {
  return {
    ...(kind === 'password' ? { grant_type: 'password', username, password } : { grant_type: 'client_credentials' }),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  };
}

/**
 * Every endpoint should support Basic for the client (RFC 6749, section 2.3.1). Some accept only fields, so these are
 * tried next.
 */
async function requestToken(request: TokenRequest, fields: Fields): Promise<Exchange> {
  const { clientId, clientSecret } = request.login;
  if (clientId === undefined) return sendForm(request, fields);
  if (clientSecret === undefined) return sendForm(request, { ...fields, client_id: clientId });
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64');
  const exchange = await sendForm(request, fields, [['Authorization', `Basic ${basic}`]]);
  if (!isClientRejected(exchange)) return exchange;
  return sendForm(request, { ...fields, client_id: clientId, client_secret: clientSecret });
}

function sendForm({ grant, send }: TokenRequest, fields: Fields, headers: SentRequest['headers'] = []) {
  return send({
    method: 'POST',
    url: grant.url,
    headers: [['Content-Type', 'application/x-www-form-urlencoded'], ['Accept', 'application/json'], ...headers],
    body: Buffer.from(new URLSearchParams(fields).toString()),
    delivery: 'whole',
  });
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** Not for other errors, which say that the client is known. */
function isClientRejected({ outcome }: Exchange): boolean {
  if (outcome.kind === 'failure') return false;
  const { response } = outcome;
  const { error } = parseFields(response) ?? {};
  return [400, 401, 422].includes(response.status) && (error === 'invalid_client' || typeof error !== 'string');
}

/** Undefined where the response has none that a header can carry. */
function readToken({ outcome, sentAt = Date.now() }: Exchange): ObtainedToken | undefined {
  if (outcome.kind === 'failure' || outcome.response.status >= 300) return undefined;
  const fields = parseFields(outcome.response);
  const { access_token: token, refresh_token: refreshToken, expires_in: expiresIn } = fields ?? {};
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return undefined;
  return {
    token,
    lifetime: readSeconds(expiresIn) ?? jwtLifetime(token, sentAt),
    ...(typeof refreshToken === 'string' && { refreshToken }),
  };
}

function parseFields({ body }: ReceivedResponse): JsonObject | undefined {
  const parsed = parseJson(Buffer.from(body).toString('utf8'));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function rejectedError({ grant, login: { clientSecret, password } }: TokenRequest, { outcome }: Exchange): KitError {
  const source = redactedUrl(new URL(grant.url));
  if (outcome.kind === 'failure')
    return new KitError('login-failed', `${source}: ${outcome.failure.reason}`, {
      fix: 'Check the tokenUrl of the document, or give another URL with --token-url.',
    });
  const { response } = outcome;
  const fields = parseFields(response);
  if (response.status < 300)
    return new KitError('login-failed', `${source}: the ${response.status} has no access_token that can be sent`);
  const text = Buffer.from(response.body).toString('utf8').slice(0, MAX_READ_LENGTH);
  const shown = truncate(sanitizeLine(createMask([clientSecret, password])(text)), MAX_SHOWN_LENGTH);
  const asked = `${grant.kind}${grant.scopes.length === 0 ? '' : `, scopes ${grant.scopes.join(' ')}`}`;
  const detail = `${source}: received ${response.status} ${shown || '(no body)'} for a token (${asked})`;
  const fix = fixesByError.get(String(fields?.['error']));
  return new KitError('login-failed', detail, fix === undefined ? {} : { fix });
}

const MAX_READ_LENGTH = 10_000;
const MAX_SHOWN_LENGTH = 300;

const fixesByError: ReadonlyMap<string, string> = new Map([
  ['invalid_client', 'Check PLANT_STORE_CLIENT_ID and PLANT_STORE_CLIENT_SECRET.'],
  ['invalid_grant', 'Check PLANT_STORE_USERNAME and PLANT_STORE_PASSWORD.'],
  [
    'invalid_scope',
    'Allow the client the scopes that the document requires, leave operations out with --exclude, or get a token yourself with --login-command.',
  ],
  [
    'unauthorized_client',
    'Allow the client this grant: with PLANT_STORE_USERNAME it is the password of a user, without it client credentials.',
  ],
  [
    'unsupported_grant_type',
    'Set PLANT_STORE_USERNAME for the password of a user, leave it out for client credentials, or get a token yourself with --login-command.',
  ],
]);
