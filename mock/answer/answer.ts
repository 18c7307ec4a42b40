/** The answer to a valid request: response and media type chosen, a sample taken, the request's data put in, all judged. */

import {
  type MediaType,
  mediaTypeFor,
  type Operation,
  type Response,
  responseFor,
} from '../../spec/contract.ts';
import type { Json } from '../../spec/exact-json.ts';
import { quoted, Refusal } from '../refusals.ts';
import { type Negotiated, negotiate } from '../request/accept.ts';
import { challengeFor } from '../request/challenge.ts';
import type { Wish } from '../request/prefer.ts';
import type { ValidRequest } from '../request/validate.ts';
import { partOfSample } from '../state/generated-list.ts';
import type { Keeper, Turn, TurnOutcome } from '../state/keeper.ts';
import { isBodiless } from '../statuses.ts';
import { bodyText, contentType } from './body-text.ts';
import { bodyValue } from './content.ts';
import { declaredHeaders } from './declared-headers.ts';
import type { Engine, PrismSample, SampleWish } from './engine.ts';
import { type Reply, retryAfter, undeclaredReply } from './replies.ts';
import { specimenFor } from './specimen.ts';

export interface AnswerRequest {
  readonly operation: Operation;
  readonly wish: Wish;
  readonly accept: string | undefined;
  readonly valid: ValidRequest;
  /** Of this store, as the client named it. */
  readonly origin?: string | undefined;
  /** Of a request that breaks the contract, which a rule answers all the same: nothing happens to the records. */
  readonly isOnlyShown?: boolean;
}

export interface AnswerDefaults {
  readonly dynamic: boolean;
  readonly seed: string | undefined;
}

export type Answerer = (request: AnswerRequest) => Promise<Reply | Refusal>;

/** Without a keeper nothing is kept: every answer is generated. */
export function createAnswerer(
  engine: Engine,
  keeper: Keeper | undefined,
  defaults: AnswerDefaults,
): Answerer {
  const sample = rememberStatic(engine);
  return async (request) => {
    const { operation, wish } = request;
    const turn = wantsRecords(request) ? await keeper?.consider(recordRequest(request)) : undefined;
    if (turn instanceof Refusal) return turn;
    const chosen = chooseResponse(operation, wish.code ?? turn?.status);
    if (chosen === undefined) return undeclared(request, turn);
    const negotiated = negotiatedFor(turn, chosen.response.content, request.accept);
    if (negotiated === undefined && chosen.response.content.length > 0)
      return notAcceptable(chosen.response, request);
    const media = negotiated?.media;
    if (wish.example !== undefined && !hasExample(media, wish.example))
      return unknownExample(media, wish.example);
    const dynamic = wish.dynamic ?? defaults.dynamic;
    const seed = wish.seed ?? defaults.seed;
    const { response } = chosen;
    const taken = await sample({ operation, response, media, example: wish.example, dynamic, seed });
    return compose({ request, chosen, negotiated, taken, dynamic, turn });
  };
}

/**
 * An error or an example asked for is a picture of an answer: nothing happens to the records; nor where nothing but errors
 * is declared, unless a success is asked for.
 */
function wantsRecords({ operation, wish: { code, example }, isOnlyShown = false }: AnswerRequest): boolean {
  const isSuccess = code === undefined ? canSucceed(operation) : code < 300;
  return !isOnlyShown && example === undefined && isSuccess;
}

function canSucceed({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === 'default' || status.startsWith('2'));
}

/** A success that the contract does not declare, and that was asked for, is one all the same. */
async function undeclared(
  { operation, wish }: AnswerRequest,
  turn: Turn | undefined,
): Promise<Reply | Refusal> {
  const outcome = await turn?.complete({ sample: undefined, schema: undefined, headerNames: new Set() });
  return outcome instanceof Refusal ? outcome : undeclaredReply(wish.code ?? 200, operation);
}

function recordRequest({ operation, origin, valid }: AnswerRequest) {
  const { parameters, body, bodyType, content } = valid;
  return { operation, parameters, sent: body, sentType: bodyType, content, origin };
}

/** As it is kept, where the client takes that. */
function negotiatedFor(
  turn: Turn | undefined,
  content: readonly MediaType[],
  accept: string | undefined,
): Negotiated | undefined {
  const type = turn?.mediaType;
  const media = type === undefined ? undefined : mediaTypeFor(content, type);
  const isTaken = media && type && negotiate([{ ...media, range: type }], accept) !== undefined;
  return isTaken ? { media, type } : negotiate(content, accept);
}

interface Parts {
  readonly request: AnswerRequest;
  readonly chosen: Chosen;
  readonly negotiated: Negotiated | undefined;
  readonly taken: PrismSample;
  readonly dynamic: boolean;
  readonly turn: Turn | undefined;
}

async function compose(parts: Parts): Promise<Reply | Refusal> {
  const { request, chosen, negotiated, taken, turn } = parts;
  const { operation, wish } = request;
  const { status } = chosen;
  const isEmpty = negotiated === undefined || isBodiless(status);
  const sample = isEmpty ? undefined : sampleBody(parts, negotiated.media);
  const outcome = await carryOut(parts, isEmpty ? undefined : negotiated, sample);
  if (outcome instanceof Refusal) return outcome;
  const headers = { ...headersOf(operation, chosen, taken), ...outcome.headers };
  const isMissing = !isEmpty && negotiated.media.schema !== undefined && outcome.body === undefined;
  const why = reasons(wish, taken, isMissing);
  if (isEmpty) return { status, headers, body: '', ...why };
  const { type, media } = negotiated;
  const specimen = turn === undefined ? specimenFor(media, type) : undefined;
  const { given } = outcome;
  const body = given?.bytes ?? specimen ?? bodyText(outcome.body, type, media.schema);
  const said = given?.type ?? contentType(type);
  return { status, headers: { 'Content-Type': said, ...headers }, body, ...why };
}

function sampleBody({ request, chosen, taken, dynamic }: Parts, media: MediaType): Json | undefined {
  const { operation, wish, valid } = request;
  const { status } = chosen;
  const { example } = wish;
  return bodyValue({ operation, status, example, dynamic, taken: taken.body, sent: valid.body, media });
}

async function carryOut(
  { request, turn, chosen }: Parts,
  negotiated: Negotiated | undefined,
  sample: Json | undefined,
): Promise<TurnOutcome | Refusal> {
  const headerNames = new Set(chosen.response.headers.map(({ name }) => name.toLowerCase()));
  const planned = { sample, schema: negotiated?.media.schema, type: negotiated?.type, headerNames };
  if (turn !== undefined) return turn.complete(planned);
  const isPicture = request.wish.example !== undefined || chosen.status >= 300;
  return { body: isPicture ? sample : partOfSample(recordRequest(request), planned), headers: {} };
}

interface Chosen {
  readonly status: number;
  readonly response: Response;
}

/** Without a wish: the lowest declared success, else `default` as 200, else the first declared. */
function chooseResponse(operation: Operation, code: number | undefined): Chosen | undefined {
  if (code !== undefined) {
    const response = responseFor(operation, code);
    return response === undefined ? undefined : { status: code, response };
  }
  const successes = operation.responses.filter(({ status }) => /^2(\d\d|XX)$/.test(status));
  const [lowest] = successes.toSorted((a, b) => a.status.localeCompare(b.status));
  const response =
    lowest ?? operation.responses.find(({ status }) => status === 'default') ?? operation.responses[0];
  return response === undefined ? undefined : { status: statusOf(response), response };
}

function statusOf({ status }: Response): number {
  return status === 'default' ? 200 : Number(status.replace('XX', '00'));
}

function notAcceptable(response: Response, { accept }: AnswerRequest): Refusal {
  const offered = response.content.map(({ range }) => range).join(' or ');
  return new Refusal(
    'not-acceptable',
    `header.Accept: expected a range that covers ${offered}, got ${quoted(accept ?? '')}`,
  );
}

function hasExample(media: MediaType | undefined, name: string): boolean {
  return media?.examples.some((example) => example.name === name) === true;
}

function unknownExample(media: MediaType | undefined, name: string): Refusal {
  const names = media?.examples.map((example) => JSON.stringify(example.name)) ?? [];
  const expected =
    names.length === 0 ? 'none (this response declares no examples)' : `one of ${names.join(', ')}`;
  return new Refusal('example-unknown', `Prefer: example: expected ${expected}, got ${quoted(name)}`);
}

/** Static samples never change, and Prism takes a millisecond for each. */
function rememberStatic(engine: Engine): (wish: SampleWish) => Promise<PrismSample> {
  const known = new Map<string, Promise<PrismSample>>();
  return async (wish) => {
    if (wish.dynamic) return engine.sample(wish);
    const key = JSON.stringify([wish.operation.id, wish.response.status, wish.media?.range]);
    const sample = known.get(key) ?? engine.sample(wish);
    known.set(key, sample);
    return sample;
  };
}

/** For the log. */
function reasons({ code }: Wish, { failure }: PrismSample, isMissing: boolean): { why?: string } {
  const told = [
    ...(code === undefined ? [] : ['asked for']),
    ...(failure === undefined ? [] : [`Prism has no sample (${failure}), so the kit made one`]),
    ...(isMissing ? ['no value was found that the schema accepts; give the response an example'] : []),
  ];
  return told.length === 0 ? {} : { why: told.join('; ') };
}

function headersOf(
  operation: Operation,
  { status, response }: Chosen,
  taken: PrismSample,
): Readonly<Record<string, string>> {
  const challenge = status === 401 ? challengeFor(operation) : {};
  return { ...challenge, ...retryAfter(status), ...declaredHeaders(response, taken.headers) };
}
