/** A valid request in, the reply out: response and media type chosen, a sample taken, the request's data put in, all validated. */
import type { MediaType, Operation, Response } from '../../spec/model/contract.ts';
import { bodyText } from '../format/body-text.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import type { Keeper, PlannedAnswer, Turn, TurnOutcome } from '../records/keeper.ts';
import { partOfSample } from '../records/list.ts';
import type { ValidRequest } from '../validate/validate.ts';
import { specimenFor, withEcho } from './content.ts';
import type { Engine, PrismSample, SampleWish } from './engine.ts';
import { createPlanner, type Plan, type Sampled, sampledFor } from './plan.ts';
import type { Wish } from './preferences.ts';
import { type StoreReply, undeclaredReply } from './replies.ts';

export interface AnswerRequest {
  readonly operation: Operation;
  readonly wish: Wish;
  readonly accept: string | undefined;
  /** `undefined` where it breaks the contract, and a rule answers it all the same: nothing happens to the records. */
  readonly valid: ValidRequest | undefined;
  /** Of this store, as the client named it. */
  readonly origin: string | undefined;
}

export interface AnswerDefaults {
  readonly dynamic: boolean;
  readonly seed: string | undefined;
}

export type Answerer = (request: AnswerRequest) => Promise<StoreReply | Refusal>;

/** Without a keeper nothing is kept: every answer is generated. */
export function createAnswerer(
  engine: Engine,
  keeper: Keeper | undefined,
  defaults: AnswerDefaults,
): Answerer {
  const planOf = createPlanner();
  const sample = rememberStatic(engine, defaults);
  return async (request) => {
    const { operation, wish, accept } = request;
    const isOpen = keeper !== undefined && wantsRecords(request);
    const turn = isOpen ? await keeper.consider(recordRequest(request)) : undefined;
    if (turn instanceof Refusal) return turn;
    const code = wish.code ?? turn?.status;
    const plan = planOf({ operation, code, accept, keptType: turn?.mediaType });
    if (plan === undefined) return undeclared(request, turn);
    const unfit = unfitFor(plan, request);
    if (unfit !== undefined) return unfit;
    const isStatic = !(wish.dynamic ?? defaults.dynamic);
    const known = isStatic ? plan.statics.get(wish.example) : undefined;
    const parts = { request, plan, sampled: known ?? (await sample(plan, wish)), turn };
    const planned = plannedAnswer(parts);
    const outcome = turn === undefined ? pictured(parts, planned) : await turn.complete(planned);
    return outcome instanceof Refusal ? outcome : compose(parts, planned, outcome);
  };
}

/** Why the answer cannot be had as the client wants it. */
function unfitFor({ negotiated, response }: Plan, request: AnswerRequest): Refusal | undefined {
  const { example } = request.wish;
  if (negotiated === undefined && response.content.length > 0) return notAcceptable(response, request);
  if (example === undefined || hasExample(negotiated?.media, example)) return undefined;
  return unknownExample(negotiated?.media, example);
}

/**
 * An error or an example asked for is a picture of an answer: nothing happens to the records; nor where nothing but errors
 * is declared, unless a success is asked for.
 */
function wantsRecords({ operation, wish: { code, example }, valid }: AnswerRequest): boolean {
  const isSuccess = code === undefined ? canSucceed(operation) : code < 300;
  return valid !== undefined && example === undefined && isSuccess;
}

function canSucceed({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === 'default' || status.startsWith('2'));
}

/** A success that the contract does not declare, and that was asked for, is one all the same. */
async function undeclared(
  { operation, wish }: AnswerRequest,
  turn: Turn | undefined,
): Promise<StoreReply | Refusal> {
  const outcome = await turn?.complete({ sample: undefined, schema: undefined, headerNames: new Set() });
  return outcome instanceof Refusal ? outcome : undeclaredReply(wish.code ?? 200, operation);
}

function recordRequest({ operation, origin, valid = unread }: AnswerRequest) {
  const { parameters, body, bodyType, content } = valid;
  return { operation, parameters, sent: body, sentType: bodyType, content, origin };
}

const unread: ValidRequest = { parameters: new Map(), body: undefined, bodyType: undefined };

interface Parts {
  readonly request: AnswerRequest;
  readonly plan: Plan;
  readonly sampled: Sampled;
  readonly turn: Turn | undefined;
}

function compose(
  { request, plan, sampled, turn }: Parts,
  { schema }: PlannedAnswer,
  outcome: TurnOutcome,
): StoreReply {
  const { status, negotiated } = plan;
  const { given } = outcome;
  const isMissing = schema !== undefined && outcome.body === undefined;
  const why = reasons(request.wish, sampled, isMissing);
  if (plan.isEmpty || negotiated === undefined)
    return { status, headers: { ...sampled.headers, ...outcome.headers }, body: '', ...why };
  const { type, media } = negotiated;
  const specimen = turn === undefined ? specimenFor(media, type) : undefined;
  const body = given?.bytes ?? specimen ?? bodyText(outcome.body, type, media.schema);
  const said = given?.type ?? plan.contentType;
  return { status, headers: { 'Content-Type': said, ...sampled.headers, ...outcome.headers }, body, ...why };
}

function plannedAnswer({ request, plan, sampled }: Parts): PlannedAnswer {
  const { isEmpty, negotiated, status, headerNames } = plan;
  if (isEmpty || negotiated === undefined)
    return { sample: undefined, schema: undefined, type: undefined, headerNames };
  const { operation, wish, valid } = request;
  const { media, type } = negotiated;
  const isEchoed = status < 300 && wish.example === undefined;
  const sample = isEchoed ? withEcho(sampled.body, { operation, media, sent: valid?.body }) : sampled.body;
  return { sample, schema: media.schema, type, headerNames };
}

/** Nothing happens to the records. */
function pictured({ request, plan }: Parts, planned: PlannedAnswer): TurnOutcome {
  const isPicture = request.wish.example !== undefined || plan.status >= 300;
  return {
    body: isPicture ? planned.sample : partOfSample(recordRequest(request), planned),
    headers: {},
  };
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

/** Static samples never change, and Prism takes a millisecond for each; it knows neither example nor seed there. */
function rememberStatic(engine: Engine, defaults: AnswerDefaults) {
  const known = new Map<string, Promise<PrismSample>>();
  const taken = (wish: SampleWish): Promise<PrismSample> => {
    if (wish.dynamic) return engine.sample(wish);
    const key = JSON.stringify([wish.operation.id, wish.response.status, wish.media?.range]);
    const sample = known.get(key) ?? engine.sample(wish);
    known.set(key, sample);
    return sample;
  };
  return async (plan: Plan, { example, dynamic = defaults.dynamic, seed = defaults.seed }: Wish) => {
    const { operation, response, negotiated } = plan;
    const wish = { operation, response, media: negotiated?.media, example, dynamic, seed };
    const sampled = sampledFor(plan, { example, dynamic, taken: await taken(wish) });
    if (!dynamic) plan.statics.set(example, sampled);
    return sampled;
  };
}

/** For the log. */
function reasons({ code }: Wish, { failure }: Sampled, isMissing: boolean): { why?: string } {
  if (code === undefined && failure === undefined && !isMissing) return nothingToTell;
  const told = [
    ...(code === undefined ? [] : ['asked for']),
    ...(failure === undefined ? [] : [`Prism has no sample (${failure}), so the kit made one`]),
    ...(isMissing ? ['no value was found that the schema accepts; give the response an example'] : []),
  ];
  return { why: told.join('; ') };
}

const nothingToTell = {};
