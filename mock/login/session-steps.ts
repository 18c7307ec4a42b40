/** The steps of requests with a token of a login: the user's own data, and the end of the session. */
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { findTokenFields, isTokenName } from '../../spec/login/token-fields.ts';
import { findUserView, profilePaths, type UserView } from '../../spec/login/user-view.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { type IssuedToken, subjectClaim } from '../authentication/issued-tokens.ts';
import { fillFields, userFields } from './fill-fields.ts';
import type { LoginContext } from './login-context.ts';
import { currentToken, isSuccess, type LoginRequest, type LoginStep } from './login-step.ts';
import { ANONYMOUS, ownIdentity } from './own-identity.ts';
import { withoutSessionCookie } from './session-cookies.ts';

/** Undefined without a token of a login: then the response is the same for all clients. */
export async function prepareProfile(context: LoginContext, request: LoginRequest): Promise<LoginStep | undefined> {
  const current = currentToken(request.presented);
  if (current === undefined) return undefined;
  const { user } = current.token;
  const record = await context.readUser(user);
  const identity = await ownIdentity(context, request.operation, user);
  const subject = (view: UserView | undefined) =>
    view !== undefined && declaredProperties(view.schema).has('sub')
      ? [{ path: [...view.path, 'sub'], value: subjectClaim(user) }]
      : [];
  const fillSample = (generated: Json | undefined, schema: Schema) => {
    const sample = fillFields(generated, identity(generated, schema), schema);
    const view = findUserView(schema);
    const described = view === undefined ? [] : userFields(sample, view, { record, values: user.values });
    // Some return the token with the user; it is the one that was sent.
    const tokens = findTokenFields(schema).flatMap(({ role, path }) =>
      role === 'access' ? [{ path, value: current.text }] : [],
    );
    return fillFields(sample, [...described, ...subject(view), ...tokens], schema);
  };
  return {
    user: user.subject,
    fillSample,
    finish: async (response) => {
      if (!isSuccess(response)) return response;
      if (user.record === undefined) await rememberChange(context, user.subject, request);
      else await changeRecord(context, current.token, request);
      return response;
    },
  };
}

/** A user without a record has the changed values at the next login too. */
async function rememberChange(
  { users, contract }: LoginContext,
  subject: string,
  { operation, valid: { body } }: LoginRequest,
): Promise<void> {
  const isChange = operation.method === 'PUT' || operation.method === 'PATCH';
  const isOfUser = profilePaths(contract).includes(operation.path.replace(/\/+$/, ''));
  if (!isChange || !isOfUser || subject === ANONYMOUS || body === undefined || !isJsonObject(body)) return;
  await users.change(subject, body);
}

/** A change of `/me` changes the record of the user, so that other paths show it too. */
async function changeRecord(
  { records }: LoginContext,
  { user: { record } }: IssuedToken,
  { operation, valid }: LoginRequest,
): Promise<void> {
  const { body } = valid;
  const isChange = operation.method === 'PUT' || operation.method === 'PATCH';
  if (!isChange || record === undefined || body === undefined || !isJsonObject(body)) return;
  const stored = await records.read(record.collection, record.id);
  if (stored === undefined) return;
  const inner = Object.values(body).find((part) => isJsonObject(part) && sharesName(part, stored.value));
  const sent = inner !== undefined && isJsonObject(inner) && !sharesName(body, stored.value) ? inner : body;
  const known = Object.entries(sent).filter(([name]) => isChangeable(operation, name) && name !== 'id');
  await records.update(record.collection, { ...stored, value: { ...stored.value, ...Object.fromEntries(known) } });
}

function sharesName(part: Json, record: { readonly [name: string]: Json }): boolean {
  return isJsonObject(part) && Object.keys(part).some((name) => Object.hasOwn(record, name));
}

function isChangeable({ requestBody }: Operation, name: string): boolean {
  const schema = requestBody?.content.find((media) => media.schema !== undefined)?.schema;
  return schema === undefined || declaredProperties(schema).get(name)?.readOnly !== true;
}

/** Ends the sessions of the tokens in the body (RFC 7009), else of the credentials. A configured token stays. */
export function prepareLogout(
  { issued, contract }: LoginContext,
  { operation, presented, valid, sources }: LoginRequest,
): LoginStep {
  return {
    finish: async (response) => {
      if (!isSuccess(response)) return response;
      const inBody = await Promise.all(tokensIn(valid.body).map((text) => issued.find(text)));
      const named = inBody.filter((token) => token !== undefined);
      const tokens = named.length > 0 ? named : [...presented.values()];
      for (const session of new Set(tokens.map((token) => token.session))) await issued.end(session, 'logged out');
      const cookie = contract.securitySchemes.find(
        (scheme) => scheme.in === 'cookie' && presented.has(sources.cookies.get(scheme.parameterName ?? '') ?? ''),
      );
      return cookie === undefined ? response : withoutSessionCookie(response, cookie, operation);
    },
  };
}

function tokensIn(body: Json | undefined): readonly string[] {
  if (body === undefined || !isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && isTokenName(name) ? [value] : [],
  );
}
