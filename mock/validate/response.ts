/** Judges an answer of the upstream by the contract: status, media type, body, headers. */
import type { Json } from '../../spec/json/exact-json.ts';
import {
  type Header,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  responseFor,
} from '../../spec/model/contract.ts';
import { typesOf } from '../../spec/model/schema-view.ts';
import { validate } from '../../spec/validation/validate.ts';
import type { Decoded } from '../http/content-coding.ts';
import { fieldOf, isBodiless, linesOf, type RawHeaders } from '../http/message.ts';
import { answerCodeOf, type Fault, faultOf, Refusal } from '../http/refusals.ts';
import { judgeParameter } from './parameters.ts';
import { readPayload } from './payload.ts';

export interface ReceivedAnswer {
  readonly status: number;
  readonly rawHeaders: RawHeaders;
  /** The body without its content codings. */
  readonly content: Decoded;
}

/** What of the request decides how an answer may look. */
export interface AskedBy {
  /** Upper case. */
  readonly method: string;
  /** With If-None-Match or If-Modified-Since. */
  readonly isConditional: boolean;
}

export interface JudgedAnswer {
  readonly faults: readonly Fault[];
  /** The declared response and media type that govern it; undefined where there is none. */
  readonly response: Response | undefined;
  readonly media: MediaType | undefined;
  /** Undefined where there is none, or the kit cannot read the media type. */
  readonly body: Json | undefined;
  /** Why nothing is said of the body, where that is so. */
  readonly unjudged: string | undefined;
}

export async function judgeAnswer(
  operation: Operation,
  asked: AskedBy,
  answer: ReceivedAnswer,
): Promise<JudgedAnswer> {
  const response = responseFor(operation, answer.status);
  const nothing = { response, media: undefined, body: undefined, unjudged: undefined };
  if (response === undefined) {
    const faults = isImplied(operation, asked, answer.status) ? [] : [undeclared(operation, answer.status)];
    return { ...nothing, faults };
  }
  const inHeaders = response.headers.flatMap((header) => judgeHeader(header, answer.rawHeaders));
  if (hasNoBody(asked, answer.status)) return { ...nothing, faults: inHeaders };
  const body = await judgeBody(response, answer);
  return { ...nothing, ...body, faults: [...inHeaders, ...body.faults] };
}

/** By HTTP itself: credentials that are not accepted (which the proxy cannot know), and what the client has already. */
function isImplied({ security }: Operation, { isConditional }: AskedBy, status: number): boolean {
  return (status === 401 && security.length > 0) || (status === 304 && isConditional);
}

function undeclared({ responses }: Operation, status: number): Fault {
  const declared = responses.map((response) => response.status).join(', ');
  const message = `response.status: expected one of ${declared}, got ${status}`;
  return { rule: 'status', code: answerCodeOf('status'), at: ['response', 'status'], message };
}

function hasNoBody({ method }: AskedBy, status: number): boolean {
  return method === 'HEAD' || isBodiless(status);
}

type JudgedBody = Pick<JudgedAnswer, 'faults'> & Partial<JudgedAnswer>;

/** A response that declares no content says nothing of a body. */
async function judgeBody(
  { content: declared, place }: Response,
  { rawHeaders, content }: ReceivedAnswer,
): Promise<JudgedBody> {
  if (declared.length === 0) return { faults: [] };
  if (content.kind === 'unread') return { faults: [], unjudged: content.reason };
  if (content.kind === 'broken') return { faults: [brokenCoding(content.coding)] };
  const type = fieldOf(rawHeaders, 'content-type');
  const payload = await readPayload({ required: true, content: declared, place }, type, content.bytes);
  if (payload instanceof Refusal) return { faults: payload.faults.map(asAnswerFault) };
  const { media, value } = payload ?? {};
  if (value === undefined) return { media, faults: [], unjudged: `the media type ${type}` };
  if (media?.schema === undefined) return { media, body: value, faults: [] };
  const violations = validate(media.schema, value, 'response');
  const faults = violations.map((violation) => asAnswerFault(faultOf(violation, ['body'])));
  return { media, body: value, faults };
}

function brokenCoding(coding: string): Fault {
  const message = `response.body: expected bytes in the coding ${coding}, as Content-Encoding says, got others`;
  return { rule: 'body-encoding', code: answerCodeOf('body-encoding'), at: ['response', 'body'], message };
}

/** `body.name: ...` becomes `response.body.name: ...`, with the number of its rule for answers. */
function asAnswerFault({ rule, at, message }: Fault): Fault {
  return { rule, code: answerCodeOf(rule), at: ['response', ...at], message: `response.${message}` };
}

/** Cookies are set one in a line, and a line cannot be joined to another. */
function judgeHeader(header: Header, raw: RawHeaders): readonly Fault[] {
  const joined = fieldOf(raw, header.name);
  const texts = header.name.toLowerCase() === 'set-cookie' ? linesOf(raw, header.name) : [joined];
  if (joined !== undefined && isHttpDate(header, joined)) return [];
  const verdicts = texts.flatMap((text) => [
    judgeText(header, text, { explode: false }),
    judgeText(header, text, { explode: true }),
  ]);
  const [first = judgeText(header, undefined, { explode: false })] = verdicts;
  return verdicts.some((faults) => faults.length === 0) ? [] : first.map(asAnswerFault);
}

/** As the parameter of the same style, which a header of an answer is written as. */
function judgeText(
  { name, required, place, schema }: Header,
  text: string | undefined,
  { explode }: Pick<Parameter, 'explode'>,
): readonly Fault[] {
  const described = { name, required, place, schema, content: [], examples: [] };
  const parameter: Parameter = { ...described, in: 'header', style: 'simple', explode };
  const sources = { captures: new Map<string, string>(), query: [], cookies: new Map<string, string>() };
  return judgeParameter(parameter, { ...sources, header: () => text }).faults.map((fault) => ({
    ...fault,
    message: fault.message.replace(' (the header parameter is required)', ' (the header is required)'),
  }));
}

/** HTTP has a form of its own for dates, older than that of JSON Schema. */
const datesOfHttp = /^(?:date|expires|last-modified|retry-after|sunset)$/i;
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

function isHttpDate({ name, schema }: Header, text: string): boolean {
  const isText = schema !== undefined && typesOf(schema).has('string');
  return isText && datesOfHttp.test(name) && httpDate.test(text);
}
