/** The step of a login, a registration or a refresh: fills new tokens into the response and stores them. */
import { decodeUtf8, fromBase64 } from '../../platform/bytes.ts';
import { type Json, type JsonObject, parseJson } from '../../spec/json/exact-json.ts';
import type { Login } from '../../spec/login/login-model.ts';
import { isToken, type TokenField } from '../../spec/login/token-fields.ts';
import { findUserCollections } from '../../spec/login/user-collections.ts';
import { findUserView } from '../../spec/login/user-view.ts';
import { isJsonType, type Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { subjectClaim, type TokenGrant } from '../authentication/issued-tokens.ts';
import { REFRESH_LIFETIME_MS } from '../authentication/token-lifetime.ts';
import { HttpError } from '../http/http-error.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import { type FilledField, fillFields, userFields, valueAt } from './fill-fields.ts';
import { type Grant, grantLogin } from './grant-login.ts';
import type { LoginContext } from './login-context.ts';
import { currentToken, isSuccess, type LoginRequest, type LoginStep } from './login-step.ts';
import { ownIdentity } from './own-identity.ts';
import { readSentLogin, type SentLogin } from './sent-login.ts';
import { withSessionCookie } from './session-cookies.ts';

/** The error if the login is rejected. */
export async function prepareLogin(
  context: LoginContext,
  login: Login,
  request: LoginRequest,
): Promise<LoginStep | HttpError> {
  const { issued, configured } = context;
  const sent = readSentLogin(request.valid.body, basicUser(request));
  const current = currentToken(request.presented)?.token;
  const granted = await grantLogin({ operation: request.operation, login, sent, current, configured }, context);
  if (granted instanceof HttpError) return granted;
  const grant = await withUserRecord(context, granted, { operation: request.operation, sent });
  const number = await issued.nextNumber();
  const issuedAt = issued.now();
  const record = await context.readUser(grant.user);
  const identity = await ownIdentity(context, request.operation, grant.user);
  const session = grant.replaced?.session ?? String(number);
  const tokenFields = withIdentity(login.fields, { context, request, grant });
  let lifetimeMs = context.lifetimeMs;
  const generated = new Set<Json>();
  const fillSample = (sample: Json | undefined, schema: Schema) => {
    const facts = {
      ...{ login: number, issuedAt, lifetimeMs, scopes: grant.scopes, subject: subjectClaim(grant.user) },
      sentScope: sent.sentScope,
      identityClaims: identityClaims(request, sent, grant),
    };
    const own = fillFields(sample, identity(sample, schema), schema);
    const tokens = context.tokenValues(tokenFields, own, facts);
    lifetimeMs = tokens.lifetimeMs;
    for (const { value } of tokens.fields) generated.add(value);
    const user = { grant, record: record && { ...record, ...sent.values } };
    return fillFields(own, [...fieldsOfUser(own, schema, user), ...tokens.fields], schema);
  };
  const grantOf = (kind: TokenGrant['kind']): TokenGrant => ({
    ...{ kind, session, user: grant.user, scopes: grant.scopes },
    expiresAt: issuedAt + (kind === 'refresh' ? REFRESH_LIFETIME_MS : lifetimeMs),
  });
  return {
    fillSample,
    isWithoutRecords: login.isOnlyLogin,
    finish: async (response) => {
      if (!isSuccess(response)) return response;
      if (grant.replaced !== undefined) await issued.end(session, 'replaced', 'refresh');
      const body = bodyOf(response);
      for (const { path, role } of tokenFields) {
        const value = isToken(role) ? valueAt(body, path) : undefined;
        // A short example may occur in any request.
        if (typeof value === 'string' && (generated.has(value) || value.length >= MIN_LENGTH))
          await issued.issue(value, grantOf(role === 'refresh' ? 'refresh' : 'access'));
      }
      if (login.purpose === 'registration') await register(context, { sent, body });
      return withSessionCookie(response, {
        ...{ operation: request.operation, login, texts: context.texts, number, maxAgeMs: lifetimeMs },
        issue: (text) => issued.issue(text, grantOf('access')),
      });
    },
  };
}

const MIN_LENGTH = 12;

/** A client that logs in as itself is no user, and a request that creates a user has its own record. */
async function withUserRecord(
  { contract, ensureRecord }: LoginContext,
  grant: Grant,
  { operation, sent }: { readonly operation: Operation; readonly sent: SentLogin },
): Promise<Grant> {
  const name = grant.authorized === undefined ? sent.name : grant.authorized.user;
  const isClient = sent.grantType === 'client_credentials';
  const isNew = grant.user.record === undefined && grant.replaced === undefined;
  const creates = findUserCollections(contract).some(({ resource }) => resource.roles.get('create') === operation);
  return name === undefined || isClient || !isNew || creates
    ? grant
    : { ...grant, user: await ensureRecord(name, grant.user) };
}

interface IdentityRequest {
  readonly context: LoginContext;
  readonly request: LoginRequest;
  readonly grant: Grant;
}

/** The token endpoint of the mock returns an ID token to those who request `openid` (OpenID Connect Core, section 3.1.2.1). */
function withIdentity(
  fields: readonly TokenField[],
  { context, request, grant }: IdentityRequest,
): readonly TokenField[] {
  const access = fields.find(({ role }) => role === 'access');
  const isRequested = grant.scopes?.includes('openid') === true && context.tokenEndpoints.has(request.operation);
  return access === undefined || !isRequested
    ? fields
    : [...fields, { ...access, role: 'identity', path: ['id_token'] }];
}

function fieldsOfUser(
  sample: Json | undefined,
  schema: Schema,
  { grant, record }: { readonly grant: Grant; readonly record: JsonObject | undefined },
): readonly FilledField[] {
  const view = findUserView(schema);
  return view === undefined ? [] : userFields(sample, view, { record, values: grant.user.values });
}

/** What the response says of the new user is known from now on, such as the identifier. */
async function register(
  { users }: LoginContext,
  { sent, body }: { readonly sent: SentLogin; readonly body: Json | undefined },
): Promise<void> {
  if (sent.name !== undefined) await users.register(sent.name, sent.password, { ...userIn(body), ...sent.values });
}

/** The object of the body that has an identifier or a name of the user. */
function userIn(body: Json | undefined): JsonObject {
  const objects = [body, ...(isObject(body) ? Object.values(body) : [])].filter(isObject);
  const found = objects.find((one) => ['id', 'email', 'username', 'name'].some((name) => Object.hasOwn(one, name)));
  return Object.fromEntries(
    Object.entries(found ?? {}).filter(([name, value]) => !isObject(value) && !/token|jwt/i.test(name)),
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bodyOf({ headers, body }: GeneratedResponse): Json | undefined {
  const type = headers['Content-Type'] ?? '';
  const parsed = isJsonType(type.split(';', 1)[0] ?? '')
    ? parseJson(typeof body === 'string' ? body : decodeUtf8(body))
    : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}

function basicUser({ sources }: LoginRequest): string | undefined {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(sources.header('authorization') ?? '') ?? [];
  const [user = ''] = decodeUtf8(fromBase64(encoded)).split(':');
  return user === '' ? undefined : user;
}

/** OpenID Connect Core, section 2. */
function identityClaims(
  { origin = '' }: LoginRequest,
  { clientId, nonce, name: sentName }: SentLogin,
  { user, authorized }: Grant,
): JsonObject {
  const email = user.values['email'];
  const name = authorized === undefined ? sentName : authorized.user;
  const requestedNonce = authorized?.nonce ?? nonce;
  return {
    iss: origin,
    aud: authorized?.clientId ?? clientId ?? 'mock',
    ...(requestedNonce === undefined ? {} : { nonce: requestedNonce }),
    ...(typeof email === 'string' ? { email } : {}),
    ...(name === undefined ? {} : { preferred_username: name }),
  };
}
