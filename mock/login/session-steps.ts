/** The steps of requests with a token of a login: the user's own data, and the end of the session. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { findTokenFields, isTokenName } from '../../spec/login/token-fields.ts';
import { findUserView, profilePaths, type UserView } from '../../spec/login/user-view.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { successResponses } from '../../spec/resources/record-views.ts';
import { subjectClaim, type TokenUser } from '../authentication/issued-tokens.ts';
import { fillFields, userFields } from './fill-fields.ts';
import type { LoginContext } from './login-context.ts';
import { currentToken, isSuccess, type LoginRequest, type LoginStep } from './login-step.ts';
import { ANONYMOUS, ownIdentity } from './own-identity.ts';
import { withoutSecrets } from './sent-login.ts';
import { withoutSessionCookie } from './session-cookies.ts';

/** Undefined without a token of a login: then the response is the same for all clients. */
export async function prepareProfile(context: LoginContext, request: LoginRequest): Promise<LoginStep | undefined> {
  const current = currentToken(request.presented);
  if (current === undefined) return undefined;
  const { user } = current.token;
  const change = sentChange(context, user, request);
  // Before the response, which shows what follows from the change.
  if (change !== undefined) await changeUser(context, user, change);
  const record = await context.readUser(user);
  const identity = await ownIdentity(context, request.operation, user);
  const subject = (view: UserView | undefined) =>
    view !== undefined && declaredProperties(view.schema).has('sub')
      ? [{ path: [...view.path, 'sub'], value: subjectClaim(user) }]
      : [];
  const fillSample = (generated: Json | undefined, schema: Schema) => {
    const sample = fillFields(generated, identity(generated, schema), schema);
    const view = findUserView(schema);
    const described =
      view === undefined ? [] : userFields(sample, view, { record, values: { ...user.values, ...change } });
    // Some return the token with the user; it is the one that was sent.
    const tokens = findTokenFields(schema).flatMap(({ role, path }) =>
      role === 'access' ? [{ path, value: current.text }] : [],
    );
    return fillFields(sample, [...described, ...subject(view), ...tokens], schema);
  };
  return {
    user: user.subject,
    fillSample,
  };
}

/** What a PUT or PATCH with a declared success changes of the user: of all that is below `/me`, where they have a record. */
function sentChange(
  { contract }: LoginContext,
  { subject, record }: TokenUser,
  { operation, valid: { body } }: LoginRequest,
): JsonObject | undefined {
  const isChange = operation.method === 'PUT' || operation.method === 'PATCH';
  if (!isChange || successResponses(operation).length === 0 || body === undefined || !isJsonObject(body))
    return undefined;
  const isOfUser = profilePaths(contract).includes(operation.path.replace(/\/+$/, ''));
  if (record === undefined) return isOfUser && subject !== ANONYMOUS ? withoutSecrets(body) : undefined;
  return Object.fromEntries(Object.entries(body).filter(([name]) => isChangeable(operation, name) && name !== 'id'));
}

/** Other paths and the next login show the change too. */
async function changeUser(context: LoginContext, { subject, record }: TokenUser, change: JsonObject): Promise<void> {
  if (record === undefined) return context.users.change(subject, change);
  const { records, openCollection } = context;
  const stored = await records.read(record.collection, record.id);
  if (stored === undefined) return;
  const inner = Object.values(change).find((part) => isJsonObject(part) && sharesName(part, stored.value));
  const sent = inner !== undefined && isJsonObject(inner) && !sharesName(change, stored.value) ? inner : change;
  const merge = (old: JsonObject) => ({ ...old, ...sent });
  const collection = openCollection(record.collection);
  const changed = await collection?.update(record.id, merge).catch(() => undefined);
  // A record that does not conform to the contract is changed as it is.
  if (changed === undefined) await records.update(record.collection, { ...stored, value: merge(stored.value) });
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
