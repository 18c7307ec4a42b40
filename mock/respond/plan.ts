/** What is known of an answer before its request is read: response, media type, headers, and the body of the sample. */
import type { Json } from '../../spec/json/exact-json.ts';
import {
  type MediaType,
  mediaTypeFor,
  type Operation,
  type Response,
  responseFor,
} from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import { challengeFor } from '../authenticate/authenticate.ts';
import { contentType } from '../format/body-text.ts';
import { declaredHeaders } from '../format/declared-headers.ts';
import { isBodiless } from '../http/message.ts';
import type { Turn } from '../records/keeper.ts';
import { type Negotiated, negotiate } from './accept.ts';
import { sampleBody } from './content.ts';
import type { PrismSample } from './engine.ts';
import { retryAfter } from './replies.ts';

export interface Plan {
  readonly operation: Operation;
  readonly status: number;
  readonly response: Response;
  /** Undefined where no declared media type is acceptable, and where none is declared. */
  readonly negotiated: Negotiated | undefined;
  /** Empty where no media type is. */
  readonly contentType: string;
  readonly isEmpty: boolean;
  /** Of the headers that the response declares, by lower-case name. */
  readonly headerNames: ReadonlySet<string>;
  /** By the name of the example asked for; none for the usual one. */
  readonly statics: Map<string | undefined, Sampled>;
}

/** A sample made exact and valid; of a static one always the same. */
export interface Sampled {
  readonly body: Json | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Why the engine has none. */
  readonly failure: string | undefined;
}

export interface PlanRequest {
  readonly operation: Operation;
  /** Undefined where any success will do. */
  readonly code: number | undefined;
  readonly accept: string | undefined;
  /** Of what is kept: this one is meant where the client takes it. */
  readonly keptType: string | undefined;
}

/** Undefined where the contract has no response for it. */
export type Planner = (request: PlanRequest) => Plan | undefined;

/** Plans are remembered with what they are asked by. */
export function createPlanner(): Planner {
  const plansOf = remembered((_operation: Operation): Planned[] => []);
  return (request) => {
    const known = plansOf(request.operation);
    const { code, accept, keptType } = request;
    const same = known.find((one) => one.accept === accept && one.code === code && one.keptType === keptType);
    return same === undefined ? keep(known, request, makePlan(request)) : same.plan;
  };
}

interface Planned extends Omit<PlanRequest, 'operation'> {
  readonly plan: Plan;
}

/** What clients write into Accept is without end. */
const LONGEST_TYPES = 300;
const MOST_PLANS = 50;

function keep(
  known: Planned[],
  { code, accept, keptType }: PlanRequest,
  plan: Plan | undefined,
): Plan | undefined {
  if (plan === undefined || `${accept}${keptType}`.length > LONGEST_TYPES) return plan;
  if (known.length >= MOST_PLANS) known.length = 0;
  known.push({ code, accept, keptType, plan });
  return plan;
}

function makePlan({ operation, code, accept, keptType }: PlanRequest): Plan | undefined {
  const chosen = chooseResponse(operation, code);
  if (chosen === undefined) return undefined;
  const { status, response } = chosen;
  const negotiated = negotiatedFor(keptType, response.content, accept);
  return {
    ...{ operation, status, response, negotiated, statics: new Map() },
    contentType: negotiated === undefined ? '' : contentType(negotiated.type),
    isEmpty: negotiated === undefined || isBodiless(status),
    headerNames: new Set(response.headers.map(({ name }) => name.toLowerCase())),
  };
}

/** As it is kept, where the client takes that. */
function negotiatedFor(
  type: Turn['mediaType'],
  content: readonly MediaType[],
  accept: string | undefined,
): Negotiated | undefined {
  const media = type === undefined ? undefined : mediaTypeFor(content, type);
  const isTaken = media && type && negotiate([{ ...media, range: type }], accept) !== undefined;
  return isTaken ? { media, type } : negotiate(content, accept);
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

export interface SampledWish {
  readonly example: string | undefined;
  readonly dynamic: boolean;
  readonly taken: PrismSample;
}

export function sampledFor(plan: Plan, { example, dynamic, taken }: SampledWish): Sampled {
  const { operation, status, response, negotiated, isEmpty } = plan;
  const media = isEmpty ? undefined : negotiated?.media;
  const challenge = status === 401 ? challengeFor(operation) : {};
  return {
    body: media && sampleBody({ status, media, example, dynamic, taken: taken.body }),
    headers: { ...challenge, ...retryAfter(status), ...declaredHeaders(response, taken.headers) },
    failure: taken.failure,
  };
}
