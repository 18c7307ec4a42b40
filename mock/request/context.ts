/**
 * A request on its way through the store, made once for each: its parts by name, what the contract it is for says of its
 * route and credentials, and its body, read and validated when first asked for.
 */
import { type Json, parseJsonBytes } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Authenticator, CredentialSources } from '../authenticate/authenticate.ts';
import type { Call } from '../http/call.ts';
import { type Fault, Refusal } from '../http/refusals.ts';
import type { Target } from '../http/target.ts';
import type { Route } from '../routing/routing.ts';
import type { RuleFacts } from '../rules/rules.ts';
import { parseCookies } from '../validate/parameters.ts';
import type { ParameterSources } from '../validate/styles.ts';
import { judgeRequest, type ValidRequest } from '../validate/validate.ts';

export interface RequestContext {
  readonly call: Call;
  /** The prefix of the contract that it is for. */
  readonly mount: string;
  readonly target: Target;
  readonly route: Route | Refusal;
  /** `undefined` where no route fits. */
  readonly operation: Operation | undefined;
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly sources: ParameterSources & CredentialSources;
  /** Why its credentials are rejected; `undefined` where they are accepted, or none are required. */
  readonly authenticationError: Refusal | undefined;
  readonly validated: () => Promise<ValidRequest | Refusal>;
  /** The bytes of the body as far as it was read. */
  readonly body: () => Buffer | undefined;
  readonly ruleFacts: RuleFacts;
}

interface ContextParts extends Pick<RequestContext, 'call' | 'mount' | 'target' | 'route'> {
  readonly authenticate: Authenticator;
}

export function createRequestContext({ authenticate, ...parts }: ContextParts): RequestContext {
  const { call, mount, target, route } = parts;
  const header = (name: string) => headerOf(call, name);
  const found = route instanceof Refusal ? undefined : route;
  const operation = found?.operation;
  const captures = found?.captures ?? noCaptures;
  const sources = { captures, query: target.query, header, cookies: parseCookies(header('cookie')) };
  const authenticationError = operation === undefined ? undefined : authenticate(operation, sources);
  let body: Buffer | undefined;
  let validating: Promise<ValidRequest | Refusal> | undefined;
  const validate = (bytes: Buffer | Refusal) => {
    if (bytes instanceof Refusal) return bytes;
    body = bytes;
    return operation === undefined ? nothingDeclared : judgeRequest(operation, sources, bytes);
  };
  const validated = () => {
    validating ??= call.readBody().then(validate);
    return validating;
  };
  const ruleFacts: RuleFacts = {
    method: call.method,
    path: target.path,
    operation,
    query: target.query,
    header,
    judged: async () => {
      const one = await validated();
      const isRefused = one instanceof Refusal;
      return {
        isValid: !isRefused && found !== undefined && authenticationError === undefined,
        body: isRefused ? jsonIn(body) : one.body,
      };
    },
  };
  const asked = { header, sources, authenticationError, validated, body: () => body, ruleFacts };
  return { call, mount, target, route, operation, ...asked };
}

/** What is wrong with a request as a whole. */
export interface CheckedRequest {
  readonly violations: readonly Fault[];
  /** `undefined` where something is wrong. */
  readonly valid: ValidRequest | undefined;
}

export async function checkedRequest(context: RequestContext): Promise<CheckedRequest> {
  const validated = await context.validated();
  const { route, authenticationError } = context;
  const refusals = [route, authenticationError, validated].filter((one) => one instanceof Refusal);
  const valid = validated instanceof Refusal || refusals.length > 0 ? undefined : validated;
  return { valid, violations: refusals.flatMap(({ faults }) => faults) };
}

const noCaptures: ReadonlyMap<string, string> = new Map();

const nothingDeclared: ValidRequest = { parameters: new Map(), body: undefined, bodyType: undefined };

/** Of a body that breaks the contract. */
function jsonIn(bytes: Buffer | undefined): Json | undefined {
  const parsed = bytes === undefined ? undefined : parseJsonBytes(bytes);
  return parsed?.ok === true ? parsed.value : undefined;
}

/** Of this one name Node's object of headers holds nothing, whatever was sent. */
const LOST = '__proto__';

/** Only what was sent: `constructor` is a name as any other. */
function headerOf({ headers, rawHeaders }: Call, name: string): string | undefined {
  if (name === LOST)
    return rawHeaders.find((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === LOST);
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}
