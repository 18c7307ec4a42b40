/**
 * Logins against the mock: operations that return tokens issue real ones, which the mock then accepts, and the data of
 * the current user is that of the user who logged in. docs/how-to/log-in-against-the-mock.md describes it.
 */
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { findLogins } from '../../spec/login/login-model.ts';
import { isBelowProfile } from '../../spec/login/user-view.ts';
import type { PresentedTokens } from '../authentication/issued-tokens.ts';
import { createTokenFinder, type TokenFinder } from '../authentication/presented-tokens.ts';
import type { HttpError } from '../http/http-error.ts';
import type { RequestTarget } from '../http/request-target.ts';
import { type AuthorizationResponse, respondToAuthorization } from './authorization-endpoint.ts';
import { prepareLogin } from './issue-tokens.ts';
import { createLoginContext, type LoginOptions } from './login-context.ts';
import { currentToken, type LoginRequest, type LoginStep } from './login-step.ts';
import { ANONYMOUS, madeUpIdentity } from './own-identity.ts';
import { withoutSecrets } from './sent-login.ts';
import { prepareLogout, prepareProfile } from './session-steps.ts';

export interface LoginService {
  readonly findTokens: TokenFinder;
  /** What the login and the record say of the user whose token it is, without passwords. */
  currentUser(presented: PresentedTokens): Promise<JsonObject | undefined>;
  /** The same with made-up values where nothing is known, as a profile shows it; undefined for an unnamed user. */
  findActor(presented: PresentedTokens): Promise<JsonObject | undefined>;
  /** Responds to a request for the authorization endpoint. */
  authorize(target: RequestTarget): Promise<AuthorizationResponse | HttpError>;
  /** Undefined for requests that have nothing to do with a login. */
  prepare(request: LoginRequest): Promise<LoginStep | HttpError | undefined> | undefined;
}

export function createLoginService(options: LoginOptions): LoginService {
  const context = createLoginContext(options);
  const { contract, configured, issued } = { ...options, issued: context.issued };
  const { logins, logouts } = findLogins(contract);
  const findUser = async (presented: PresentedTokens) => {
    const user = currentToken(presented)?.token.user;
    return user && withoutSecrets({ ...user.values, ...(await context.readUser(user)) });
  };
  return {
    findTokens: createTokenFinder(contract.securitySchemes, configured, issued),
    currentUser: findUser,
    findActor: async (presented) => {
      const user = currentToken(presented)?.token.user;
      const known = await findUser(presented);
      return user === undefined || user.subject === ANONYMOUS
        ? undefined
        : { ...(await madeUpIdentity(context, user)), ...known };
    },
    authorize: (target) => respondToAuthorization(target, { ...context, allowsHost: options.allowsHost }),
    prepare: (request) => {
      const { operation, presented } = request;
      const login = logins.get(operation);
      if (login !== undefined) return prepareLogin(context, login, request);
      if (logouts.has(operation)) return Promise.resolve(prepareLogout(context, request));
      if (presented.size > 0 && isBelowProfile(contract, operation)) return prepareProfile(context, request);
      return undefined;
    },
  };
}
