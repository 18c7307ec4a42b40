/**
 * The state of one request: its parts by name, its route and credentials checked against the contract, and its body,
 * which is read and validated on first use.
 */
import { type Json, parseJsonBytes } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Authenticator, CredentialSources } from '../authentication/authenticate.ts';
import type { PresentedTokens } from '../authentication/issued-tokens.ts';
import { type ContractViolation, HttpError } from '../http/http-error.ts';
import type { IncomingRequest, ReceivedBody } from '../http/incoming-request.ts';
import type { RequestTarget } from '../http/request-target.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import type { Route } from '../routing/router.ts';
import type { RuleInput } from '../rules/scenario.ts';
import type { ParameterSources } from '../validate/parameter-styles.ts';
import { parseCookies } from '../validate/validate-parameter.ts';
import { type ValidRequest, validateRequest } from '../validate/validate-request.ts';

export interface RequestContext {
  readonly request: IncomingRequest;
  /** The prefix of the contract. */
  readonly mount: string;
  readonly target: RequestTarget;
  readonly route: Route | HttpError;
  /** `undefined` if no route matches. */
  readonly operation: Operation | undefined;
  /** Looks up a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly sources: ParameterSources & CredentialSources;
  /** The error for rejected credentials; `undefined` if they are accepted or none are required. */
  readonly authenticationError: HttpError | undefined;
  readonly validated: () => MaybePromise<ValidRequest | HttpError>;
  /** The bytes of the body; undefined if it was not read. */
  readonly body: () => Uint8Array | undefined;
  /** What rules match; only needed if there are any. */
  readonly ruleInput: () => RuleInput;
}

interface ContextOptions extends Pick<RequestContext, 'request' | 'mount' | 'target' | 'route'> {
  /** Of the same request, if they are known. */
  readonly credentials?: CredentialSources;
  readonly authenticate: Authenticator;
  /** The tokens of logins that the request has. */
  readonly presented?: PresentedTokens | undefined;
}

/** Where a request may have credentials. */
export function credentialSources(request: IncomingRequest, { query }: RequestTarget): CredentialSources {
  const header = (name: string) => headerValue(request, name);
  return { query, header, cookies: parseCookies(header('cookie')) };
}

export function createRequestContext(options: ContextOptions): RequestContext {
  const { request, mount, target, route, authenticate, presented } = options;
  const { query, header, cookies } = options.credentials ?? credentialSources(request, target);
  const found = route instanceof HttpError ? undefined : route;
  const operation = found?.operation;
  const captures = found?.captures ?? noCaptures;
  const sources = { query, header, cookies, captures };
  const authenticationError = operation === undefined ? undefined : authenticate(operation, sources, presented);
  let body: Uint8Array | undefined;
  let validating: MaybePromise<ValidRequest | HttpError> | undefined;
  const validate = (bytes: ReceivedBody): ValidRequest | HttpError => {
    if (bytes instanceof HttpError) return bytes;
    body = bytes;
    return operation === undefined ? emptyRequest : validateRequest(operation, sources, bytes);
  };
  const validated = () => {
    validating ??= whenReady(request.readBody(), validate);
    return validating;
  };
  const ruleInput = (): RuleInput => ({
    method: request.method,
    path: target.path,
    operation,
    query: target.query,
    header,
    validate: async () => {
      const result = await validated();
      const isRejected = result instanceof HttpError;
      return {
        isValid: !isRejected && found !== undefined && authenticationError === undefined,
        body: isRejected ? parseJsonBody(body) : result.body,
      };
    },
  });
  return {
    request,
    mount,
    target,
    route,
    operation,
    header,
    sources,
    authenticationError,
    validated,
    body: () => body,
    ruleInput,
  };
}

/** The result of all checks on a request. */
export interface CheckedRequest {
  readonly violations: readonly ContractViolation[];
  /** `undefined` if there are violations. */
  readonly valid: ValidRequest | undefined;
}

export async function checkRequest(context: RequestContext): Promise<CheckedRequest> {
  const validated = await context.validated();
  const { route, authenticationError } = context;
  const httpErrors = [route, authenticationError, validated].filter((result) => result instanceof HttpError);
  const valid = validated instanceof HttpError || httpErrors.length > 0 ? undefined : validated;
  return { valid, violations: httpErrors.flatMap(({ violations }) => violations) };
}

const noCaptures: ReadonlyMap<string, string> = new Map();

const emptyRequest: ValidRequest = { parameters: new Map(), body: undefined, bodyType: undefined };

/** Parses a body that does not conform to the contract. */
function parseJsonBody(bytes: Uint8Array | undefined): Json | undefined {
  const parsed = bytes === undefined ? undefined : parseJsonBytes(bytes);
  return parsed?.ok === true ? parsed.value : undefined;
}

/** Node's headers object never has a property with this name. */
const PROTO_NAME = '__proto__';

/** Own properties only, because a header may be named `constructor`. */
function headerValue({ headers, rawHeaders }: IncomingRequest, name: string): string | undefined {
  if (name === PROTO_NAME)
    return rawHeaders.find((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === PROTO_NAME);
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}
