/** A request on its way through the store: its parts by name, and its body read and judged once, when first asked for. */

import { type Json, parseJsonBytes } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { Refusal } from '../refusals.ts';
import type { RuleFacts } from '../scenario/scenario.ts';
import type { CredentialSources } from './auth.ts';
import type { Call } from './call.ts';
import { parseCookies } from './parameters.ts';
import type { Route } from './router.ts';
import type { ParameterSources } from './styles.ts';
import type { Target } from './target.ts';
import { judgeRequest, type ValidRequest } from './validate.ts';

export interface Visit {
  readonly call: Call;
  readonly target: Target;
  readonly route: Route | Refusal;
  /** `undefined` where no route fits. */
  readonly operation: Operation | undefined;
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly sources: ParameterSources & CredentialSources;
  readonly judged: () => Promise<ValidRequest | Refusal>;
  /** The bytes of the body as far as it was read. */
  readonly body: () => Buffer | undefined;
  readonly ruleFacts: RuleFacts;
}

export function createVisit(call: Call, target: Target, route: Route | Refusal): Visit {
  const header = (name: string) => headerOf(call, name);
  const found = route instanceof Refusal ? undefined : route;
  const operation = found?.operation;
  const captures = found?.captures ?? noCaptures;
  const sources = { captures, query: target.query, header, cookies: parseCookies(header('cookie')) };
  let body: Buffer | undefined;
  let verdict: Promise<ValidRequest | Refusal> | undefined;
  const judge = (bytes: Buffer | Refusal) => {
    if (bytes instanceof Refusal) return bytes;
    body = bytes;
    return operation === undefined ? nothingDeclared : judgeRequest(operation, sources, bytes);
  };
  const judged = () => {
    verdict ??= call.readBody().then(judge);
    return verdict;
  };
  const ruleFacts: RuleFacts = {
    method: call.method,
    path: target.path,
    operation,
    query: target.query,
    header,
    judged: async () => {
      const one = await judged();
      const isRefused = one instanceof Refusal;
      return { isValid: !isRefused && found !== undefined, body: isRefused ? jsonIn(body) : one.body };
    },
  };
  return { call, target, route, operation, header, sources, judged, body: () => body, ruleFacts };
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
