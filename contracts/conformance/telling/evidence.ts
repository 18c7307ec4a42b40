/** An exchange as a person sees it: credentials masked, long bodies cut, and the commands that send it again. */
import { kitCommand } from '../../../shell/kit-command.ts';
import { shownText } from '../../../shell/text.ts';
import { isHome } from '../../../spec/kit.ts';
import type { Contract, SecurityScheme } from '../../../spec/model/contract.ts';
import { validate } from '../../../spec/validation/validate.ts';
import type { AnswerPart, Evidence, SeenAnswer, SeenRequest, Timing } from '../../finding/finding.ts';
import { type BodyPath, pathFrom, type Span, spanFrom, spanOf } from '../../http/body-path.ts';
import type { Credentials } from '../../options/credentials.ts';
import type { CaseFacts } from '../model/case.ts';
import type { Draft } from '../model/draft.ts';
import type { Answer, Exchange } from '../model/exchange.ts';
import { masker, type ShellVariables, shellVariables, whatTokenHides } from '../request/credentials/mask.ts';
import { baseUrlFor } from '../request/parameters/base-url.ts';
import { sentMedia } from '../request/payload/payload.ts';
import { curlLacks, type PrintedRequest, printedCurl, printedRequest } from './evidence/printed-request.ts';
import { binaryWords, seenBody } from './evidence/seen-body.ts';
import { sentenceOf } from './sentence.ts';
import type { ShownCase } from './shown-case.ts';

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
  const mask = masker(credentials);
  const printed = printedOf(input, variables);
  const curl = printedCurl(printed);
  return {
    caseId: tried.id,
    family: tried.family,
    mutation: mask(tried.mutation),
    ...(tried.steps === undefined ? {} : { steps: tried.steps.map(mask) }),
    rule: sentenceOf(tried.place, contract, tried.operation),
    request: seenRequest(printed, mutatedAt(tried, draft), mask),
    answer: exchange.outcome.kind === 'answer' ? seenAnswer(exchange.outcome.answer, input) : undefined,
    curl,
    curlLacks: allOf(
      curlLacks(tried, printed.delivery),
      printed.isMasked ? MASKED : undefined,
      whatTokenHides({ curl, variables }, sent, credentials),
    ),
    replay: replayCommand(tried, contract, baseUrl),
    timing: timingOf(exchange),
  };
}

/** Completes "what the curl line does not do". */
export const MASKED = 'a credential that stands in it as text is masked';

/** The ids of cases depend on the document. */
function replayCommand({ id }: ShownCase, contract: Contract, baseUrl: string): string {
  return kitCommand({ command: 'replay', positionals: [id, baseUrl], options: specOption(contract) });
}

/** None for the document that is read without being named. */
export function specOption(contract: Contract): readonly (readonly [string, string])[] {
  return isHome(contract) ? [] : [['spec', contract.file]];
}

function printedOf(
  { contract, tried, draft, exchange, schemes, credentials, baseUrl }: EvidenceInput,
  variables: ShellVariables,
): PrintedRequest {
  return printedRequest({
    ...{ draft, schemes, credentials, variables },
    method: exchange.request.method,
    baseUrl: baseUrlFor(tried.operation, contract, baseUrl),
    mask: masker(credentials),
  });
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

/**
 * The path that the case is about: the one that its topic begins with, else the first that the contract refuses in it.
 * Undefined where no part of a body makes the case.
 */
export function mutatedAt(
  { operation, expectation, topic }: Pick<CaseFacts, 'operation' | 'expectation' | 'topic'>,
  draft: Draft,
): BodyPath | undefined {
  const path = pathFrom(topic);
  if (path !== undefined && path.length > 0) return path;
  const schema = expectation === 'reject' ? sentMedia(operation, draft)?.schema : undefined;
  if (schema === undefined || draft.value === undefined) return undefined;
  return validate(schema, draft.value, 'request')[0]?.at;
}

function seenRequest(printed: PrintedRequest, about: BodyPath | undefined, mask: Mask): SeenRequest {
  const { method, origin, target, headers, body } = printed;
  const text = body === undefined ? undefined : body instanceof Uint8Array ? textOf(body) : shownText(body);
  const binary = body instanceof Uint8Array ? binaryWords(body, mask) : undefined;
  return {
    ...(text === undefined
      ? { body: undefined }
      : binary === undefined
        ? seenBody(text, spanAt(text, about))
        : { body: binary }),
    method,
    url: `${origin}${shownText(target)}`,
    headers: headers.map(([name, value]) => [name, shownText(value)] as const),
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
