/** An exchange as a person sees it: credentials masked, long bodies cut, a curl line that does it again. */

import type { Contract, SecurityScheme } from '../../../spec/contract.ts';
import { isHome } from '../../../spec/home.ts';
import { validate } from '../../../spec/validate.ts';
import { type BodyPath, pathFrom, type Span, spanFrom, spanOf } from '../../body-path.ts';
import type { AnswerPart, Evidence, SeenAnswer, SeenRequest, Timing } from '../../finding.ts';
import type { Case, CredentialPlan, Draft } from '../case.ts';
import { sentMedia } from '../coverage/request-media.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { baseUrlFor } from '../request/base-url.ts';
import { type Credentials, isChange, withCredentials } from '../request/credentials.ts';
import {
  curlLine,
  forShell,
  type ShellRequest,
  shellWord,
  whatCurlLacks,
  withoutMarks,
} from '../request/curl.ts';
import {
  masker,
  SHELL_BASE64,
  SHELL_JSON,
  type ShellVariables,
  shellVariables,
  TOKEN_VARIABLE,
  variableFor,
  whatTokenHides,
} from '../request/mask-credentials.ts';
import type { ShownCase } from '../stories/shown-case.ts';
import { binaryWords } from './evidence/binary-body.ts';
import { seenBody } from './evidence/seen-body.ts';
import { sentenceOf } from './sentence.ts';

/** An exchange of a case, and what is needed to do it again. */
export interface EvidenceInput {
  readonly contract: Contract;
  readonly tried: ShownCase;
  readonly draft: Draft;
  readonly exchange: Exchange;
  readonly baseUrl: string;
  readonly schemes: readonly SecurityScheme[];
  readonly credentials: Credentials;
  /** The part of the answer that is wrong. */
  readonly at?: AnswerPart | undefined;
}

/** All that a person needs to see it and to do it again. */
export function evidenceOf(input: EvidenceInput): Omit<Evidence, 'confirmation'> {
  const { contract, tried, exchange, draft, baseUrl, schemes, credentials } = input;
  const sent = draft.credentials === 'right' ? schemes : draft.credentials.schemes;
  const variables = shellVariables(sent, credentials);
  const shown = shownRequest(input, variables);
  const mask = masker(credentials);
  const curl = curlLine(shown, draft.delivery);
  return {
    caseId: tried.id,
    family: tried.family,
    mutation: mask(tried.mutation),
    ...(tried.steps === undefined ? {} : { steps: tried.steps.map(mask) }),
    rule: sentenceOf(tried.place, contract, tried.operation),
    request: seenRequest(shown, mutatedAt(tried, draft), mask),
    answer: exchange.outcome.kind === 'answer' ? seenAnswer(exchange.outcome.answer, input) : undefined,
    curl,
    curlLacks: allOf(
      whatCurlLacks(tried, draft.delivery),
      whatTokenHides({ curl, variables }, sent, credentials),
    ),
    replay: `plant-store replay '${tried.id}' ${shellWord(baseUrl)}${specOption(contract)}`,
    timing: timingOf(exchange),
  };
}

/** Undefined where it was not taken. */
export function timingOf({ sentAt, ms }: Exchange): Timing | undefined {
  return sentAt === undefined ? undefined : { sentAt: new Date(sentAt).toISOString(), ms: Math.round(ms) };
}

/** Undefined where there is none. */
export function allOf(...remarks: readonly (string | undefined)[]): string | undefined {
  const said = remarks.filter((remark) => remark !== undefined);
  return said.length === 0 ? undefined : said.join('; ');
}

/** The ids of cases depend on the document. */
export function specOption(contract: Contract): string {
  return isHome(contract) ? '' : ` --spec ${shellWord(contract.file)}`;
}

/** The request with variables for the credentials, as a shell would fill them in. */
function shownRequest(
  { contract, tried, draft, exchange, schemes, baseUrl }: EvidenceInput,
  variables: ShellVariables,
): ShellRequest {
  const names = [TOKEN_VARIABLE, ...variables.values()];
  const symbols: Credentials = {
    token: forShell(`$${TOKEN_VARIABLE}`),
    byScheme: new Map([...variables].map(([scheme, name]) => [scheme, forShell(`$${name}`)])),
  };
  const clean: Draft = {
    ...draft,
    path: withoutMarks(draft.path),
    headers: draft.headers.map(([name, value]) => [withoutMarks(name), withoutMarks(value)] as const),
    credentials: shellPlan(draft.credentials, variables),
  };
  const { path, headers, body } = withCredentials(clean, schemes, symbols);
  return {
    method: exchange.request.method,
    url: `${baseUrlFor(tried.operation, contract, baseUrl)}${encodedAsShell(path)}`,
    headers: headers.map(([name, value]) => [name, names.reduce(basicAsShell, value)] as const),
    body: typeof body === 'string' ? encodedAsShell(names.reduce(jsonAsShell, body)) : body,
    isBodyForShell: body !== draft.body,
  };
}

/** In a query and in a form. */
function encodedAsShell(text: string): string {
  return text.replace(/%EE%80%80(.*?)%EE%80%81/g, (_all, inner: string) =>
    forShell(decodeURIComponent(inner)),
  );
}

function shellPlan(plan: CredentialPlan, variables: ShellVariables): CredentialPlan {
  if (!isChange(plan) || plan.value.kind !== 'derived') return plan;
  const text = named(plan.value.shell, variableFor(plan.scheme.name, variables));
  return { ...plan, value: { kind: 'literal', text: forShell(text) } };
}

/** What the shell is to do with the token, done with another variable. */
function named(shell: string, variable: string): string {
  return shell.replaceAll(TOKEN_VARIABLE, variable);
}

/** Base64 of a placeholder would be no use to anybody. */
function basicAsShell(value: string, variable: string): string {
  const encoded = Buffer.from(forShell(`$${variable}`)).toString('base64');
  return value.replace(encoded, () => forShell(named(SHELL_BASE64, variable)));
}

/** A secret may hold what JSON escapes. */
function jsonAsShell(body: string, variable: string): string {
  return body.replace(forShell(`$${variable}`), () => forShell(named(SHELL_JSON, variable)));
}

/**
 * The path that the case is about: the one that its topic begins with, else the first that the contract refuses in it.
 * Undefined where no part of a body makes the case.
 */
export function mutatedAt({ operation, expectation, topic }: Case, draft: Draft): BodyPath | undefined {
  const path = pathFrom(topic);
  if (path !== undefined && path.length > 0) return path;
  const schema = expectation === 'reject' ? sentMedia(operation, draft)?.schema : undefined;
  if (schema === undefined || draft.value === undefined) return undefined;
  return validate(schema, draft.value, 'request')[0]?.at;
}

function seenRequest(shown: ShellRequest, about: BodyPath | undefined, mask: Mask): SeenRequest {
  const { method, url, headers, body, isBodyForShell } = shown;
  const written = body === undefined ? undefined : textOf(body);
  const text = isBodyForShell ? withoutMarks(written ?? '') : written;
  const binary = typeof body === 'object' ? binaryWords(body, mask) : undefined;
  return {
    ...(text === undefined
      ? { body: undefined }
      : binary === undefined
        ? seenBody(text, spanAt(text, about))
        : { body: binary }),
    method,
    url: withoutMarks(url),
    headers: headers.map(([name, value]) => [name, withoutMarks(value)] as const),
  };
}

type Mask = (text: string) => string;

/** The whole body is no part of it. */
function spanAt(text: string, path: BodyPath | undefined): Span | undefined {
  return path === undefined || path.length === 0 ? undefined : spanOf(text, path);
}

function seenAnswer({ status, headers, body }: Answer, { credentials, at }: EvidenceInput): SeenAnswer {
  const mask = masker(credentials);
  const raw = textOf(body);
  const text = mask(raw);
  const binary = binaryWords(body, mask);
  return {
    status,
    headers: headers.map(([name, value]) => [mask(name), withoutSession(name, mask(value))] as const),
    ...(binary === undefined
      ? seenBody(text, at?.in === 'body' ? markedPart(at) : undefined)
      : { body: binary }),
  };

  /** A masked credential before it moves it. */
  function markedPart(part: Extract<AnswerPart, { in: 'body' }>): Span | undefined {
    if ('path' in part) {
      return part.from === undefined ? spanOf(text, part.path) : spanFrom(text, part.path, part.from);
    }
    const start = mask(raw.slice(0, part.offset)).length;
    return { start, end: start + 1 };
  }
}

/** A session is a credential too. */
export function withoutSession(name: string, value: string): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/=[^;]*/, '=***') : value;
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
