/** What comes of passing a request on: the reply to the client, and what the contract says of it. */
import type { Mask } from '../../secrets/masking.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import type { Call } from '../http/call.ts';
import { type Decoded, decodeContent } from '../http/content-coding.ts';
import { asRecord, endToEnd, fieldOf, isBodiless } from '../http/message.ts';
import { type Fault, Refusal } from '../http/refusals.ts';
import { originForm } from '../http/target.ts';
import type { RequestContext } from '../request/context.ts';
import { type ForeignAnswer, type Reply, refusalReply } from '../respond/replies.ts';
import { type JudgedAnswer, judgeAnswer } from '../validate/response.ts';
import type { ValidRequest } from '../validate/validate.ts';
import type { Forwarder, UpstreamAnswer } from './forward.ts';

export interface Passage {
  /** As received. */
  readonly call: Call;
  /** By the contract, without a content coding. */
  readonly context: RequestContext;
  readonly mask: Mask;
}

export interface Exit {
  readonly forwarder: Forwarder;
  /** Larger bodies are not decoded. */
  readonly answerBytes: number;
}

export interface Outcome {
  readonly reply: Reply;
  readonly answerViolations: readonly Fault[];
  readonly judged: ObservedAnswer | undefined;
  /** Why nothing is said of the body. */
  readonly unjudged?: string | undefined;
}

export async function outcomeOf(exit: Exit, passage: Passage): Promise<Outcome> {
  const answer = await exchange(exit, passage);
  return answer instanceof Refusal ? failed(answer) : answered(exit, passage, answer);
}

/** Of what the contract has nothing to say about. */
export async function passOn(exit: Exit, passage: Passage): Promise<Reply> {
  const answer = await exchange(exit, passage);
  return answer instanceof Refusal
    ? refusalReply(answer, undefined)
    : foreignReply(passage, answer, undefined);
}

async function exchange({ forwarder }: Exit, { call }: Passage): Promise<UpstreamAnswer | Refusal> {
  const { method, rawHeaders } = call;
  const body = await call.readBody();
  if (body instanceof Refusal) return body;
  return forwarder.send({ method, target: withPath(originForm(call.target)), rawHeaders, body });
}

function withPath(target: string): string {
  return target.replace(/^(?!\/)/, '/');
}

/** A body over the limit is the client's doing, and told as such; all else is the upstream's. */
function failed(refusal: Refusal): Outcome {
  const answerViolations = refusal.kind === 'body-too-large' ? [] : refusal.faults;
  return { reply: refusalReply(refusal, undefined), answerViolations, judged: undefined };
}

async function answered({ answerBytes }: Exit, passage: Passage, answer: UpstreamAnswer): Promise<Outcome> {
  const { operation, call } = passage.context;
  const { status, rawHeaders } = answer;
  const content = await contentOf(answer, answerBytes);
  const reply = foreignReply(passage, answer, content);
  if (operation === undefined) return { reply, answerViolations: [], judged: undefined };
  const asked = { method: call.method, isConditional: isConditional(call) };
  const judged = await judgeAnswer(operation, asked, { status, rawHeaders, content });
  const { faults, unjudged } = judged;
  return { reply, answerViolations: faults, judged: { ...judged, status }, unjudged };
}

function isConditional({ headers }: Call): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}

async function contentOf({ bytes, rest, rawHeaders }: UpstreamAnswer, limit: number): Promise<Decoded> {
  if (rest !== undefined) return { kind: 'unread', reason: `a stream, or more than ${limit} bytes` };
  return decodeContent(bytes, fieldOf(rawHeaders, 'content-encoding'), limit);
}

function foreignReply({ call }: Passage, answer: UpstreamAnswer, content: Decoded | undefined): Reply {
  const { status, statusText, bytes, rest } = answer;
  const rawHeaders = sizedHeaders(call.method, answer);
  const foreign: ForeignAnswer = {
    statusText,
    rawHeaders,
    bytes,
    content: content?.kind === 'content' ? content.bytes : undefined,
    ...(rest === undefined ? {} : { rest }),
  };
  return { status, headers: asRecord(rawHeaders), foreign };
}

/** What came in chunks and is known as a whole gets its length. */
function sizedHeaders(
  method: string,
  { status, rawHeaders, bytes, rest }: UpstreamAnswer,
): readonly string[] {
  const kept = endToEnd(rawHeaders);
  const isWhole = rest === undefined && method !== 'HEAD' && !isBodiless(status);
  if (!isWhole || fieldOf(kept, 'content-length') !== undefined) return kept;
  return [...kept, 'Content-Length', String(bytes.length)];
}

const MOST_TOLD = 3;

/** For the log. */
export function whyOf(faults: readonly Fault[], { unjudged, reply }: Outcome): string | undefined {
  const told = faults.slice(0, MOST_TOLD).map(({ message }) => message);
  const more = faults.length > MOST_TOLD ? [`and ${faults.length - MOST_TOLD} more`] : [];
  const note = unjudged === undefined ? [] : [`the body is not judged: ${unjudged}`];
  const all = [...told, ...more, ...note];
  return all.length === 0 ? reply.why : all.join('; ');
}

/** What the proxy has seen of one exchange with the upstream, for those who count and record. */
export interface Observed {
  readonly contract: Contract;
  readonly operation: Operation | undefined;
  readonly violations: readonly Fault[];
  readonly answerViolations: readonly Fault[];
  /** Where the request keeps the contract. */
  readonly valid: ValidRequest | undefined;
  /** Where one came, and the contract has an operation for it. */
  readonly answer: ObservedAnswer | undefined;
  /** Takes the credentials of the exchange out of a text. */
  readonly mask: Mask;
}

interface ObservedAnswer extends JudgedAnswer {
  readonly status: number;
}
