/** Decides whether a login, a registration or a refresh is granted, and to whom. */
import type { Login } from '../../spec/login/login-model.ts';
import { loginRejection } from '../../spec/login/login-rejection.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { declaresStatus } from '../../spec/resources/record-views.ts';
import { challengeFor } from '../authentication/challenge.ts';
import type { IssuedToken, TokenUser } from '../authentication/issued-tokens.ts';
import { HttpError } from '../http/http-error.ts';
import type { AuthorizationRequest } from './authorization-codes.ts';
import { isExampleCode, isExampleLogin, isExampleToken } from './example-credentials.ts';
import { accountKey, type KnownUsers } from './known-users.ts';
import type { LoginContext } from './login-context.ts';
import { ANONYMOUS } from './own-identity.ts';
import { type SentLogin, valuesOfName } from './sent-login.ts';

export interface Grant {
  readonly user: TokenUser;
  readonly scopes: readonly string[] | undefined;
  /** The refresh token that this grant replaces. */
  readonly replaced?: IssuedToken;
  /** What the authorization request says of the client and the ID token. */
  readonly authorized?: Pick<AuthorizationRequest, 'nonce' | 'clientId' | 'user'>;
}

export interface GrantRequest {
  readonly operation: Operation;
  readonly login: Login;
  readonly sent: SentLogin;
  /** The token with which the request authenticates, if a login issued it. */
  readonly current: IssuedToken | undefined;
  readonly configured: readonly string[];
}

export async function grantLogin(
  request: GrantRequest,
  context: Pick<LoginContext, 'users' | 'issued' | 'codes' | 'issuesCodes'>,
): Promise<Grant | HttpError> {
  const { login, sent } = request;
  const { users } = context;
  const isRefresh = sent.grantType === 'refresh_token' || (login.purpose === 'refresh' && sent.grantType === undefined);
  if (isRefresh) return grantRefresh(request, context);
  if (sent.grantType === 'authorization_code') return grantCode(request, context);
  return login.purpose === 'registration' ? grantRegistration(request, users) : grantKnown(request, users);
}

/** Only what the mock knows to be wrong is rejected: every other user can log in without registering first. */
async function grantKnown(request: GrantRequest, users: KnownUsers): Promise<Grant | HttpError> {
  const { sent, operation } = request;
  if (sent.name === undefined) return grantNew(request);
  const status = loginRejection(operation);
  const known = await users.find(sent.name);
  if (known === undefined) {
    if (users.isClosed && sent.password !== undefined && status !== undefined)
      return rejected(operation, status, 'body: expected a user of the initial records, got an unknown one');
    return grantNew(request);
  }
  const isWrong = sent.password !== undefined && known.isPassword?.(sent.password) === false;
  if (status !== undefined && isWrong && !isExampleLogin(operation, sent))
    return rejected(operation, status, 'body: expected the password of this user, got another one');
  const { subject, record, id } = known;
  const values = { ...valuesOfName(sent.name), ...known.values, ...sent.values };
  return { user: { subject, values, ...(record && { record }), ...(id !== undefined && { id }) }, scopes: sent.scopes };
}

/** Only a declared 409 says that names are unique; otherwise the last registration is valid. */
async function grantRegistration(request: GrantRequest, users: KnownUsers): Promise<Grant | HttpError> {
  const { operation, sent } = request;
  if (sent.name === undefined || !declaresStatus(operation, 409) || isExampleLogin(operation, sent))
    return grantNew(request);
  const known = await users.find(sent.name);
  if (known?.isPassword === undefined) return grantNew(request);
  return new HttpError('record-exists', 'body: expected a user who is not registered, got a known one');
}

/** Without a name, the caller's own user, or an unnamed one. */
function grantNew({ sent, current }: GrantRequest): Grant {
  const { name, scopes, values } = sent;
  if (name === undefined && current !== undefined) return { user: current.user, scopes };
  const subject = name === undefined ? ANONYMOUS : accountKey(name);
  const known = name === undefined ? {} : valuesOfName(name);
  return { user: { subject, values: { ...known, ...values } }, scopes };
}

/** A code of another authorization endpoint than that of the mock is for any user. */
async function grantCode(
  request: GrantRequest,
  { users, codes, issuesCodes }: Pick<LoginContext, 'users' | 'codes' | 'issuesCodes'>,
): Promise<Grant | HttpError> {
  const { operation, sent } = request;
  const { code, clientId, redirectUri, codeVerifier } = sent;
  const unnamed = { ...sent, name: undefined, password: undefined, values: {} };
  const status = loginRejection(operation);
  if (!issuesCodes || status === undefined || (code !== undefined && isExampleCode(operation, code)))
    return grantNew({ ...request, sent: unnamed });
  const authorized =
    code === undefined
      ? { problem: 'expected the code of the authorization endpoint, got none' }
      : await codes.redeem({ code, clientId, redirectUri, codeVerifier });
  if ('problem' in authorized) return rejected(operation, status, `body: ${authorized.problem}`);
  const { user: name, scopes } = authorized;
  const grant = await grantKnown({ ...request, current: undefined, sent: { ...unnamed, name, scopes } }, users);
  if (grant instanceof HttpError) return grant;
  return { ...grant, authorized: { ...authorized, clientId: clientId ?? authorized.clientId } };
}

async function grantRefresh(
  request: GrantRequest,
  { issued }: Pick<LoginContext, 'issued'>,
): Promise<Grant | HttpError> {
  const { operation, sent, configured } = request;
  const { refreshToken } = sent;
  if (refreshToken === undefined || configured.includes(refreshToken)) return grantNew(request);
  const token = await issued.find(refreshToken);
  if (token?.kind === 'refresh' && token.state === 'valid') {
    const { user, scopes } = token;
    return { user, scopes: sent.scopes ?? scopes, replaced: token };
  }
  const status = loginRejection(operation);
  if (status === undefined || (token === undefined && isExampleToken(operation, refreshToken)))
    return grantNew(request);
  return rejected(operation, status, `body: expected a refresh token that is valid, got ${describe(token)}`);
}

function describe(token: IssuedToken | undefined): string {
  if (token === undefined) return 'an unknown one';
  if (token.kind === 'access') return 'an access token';
  return token.state === 'replaced' ? 'one that was used before' : `one that is ${token.state}`;
}

/** Every 401 has a challenge (RFC 9110, section 15.5.2) where the operation has a scheme that it can name. */
function rejected(operation: Operation, status: number, message: string): HttpError {
  return new HttpError('login-rejected', message, { status, headers: status === 401 ? challengeFor(operation) : {} });
}
