/** The part of a response that does not depend on the request: response, media type, headers and sample body. */
import type { Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import {
  findMediaType,
  findResponse,
  type MediaType,
  type Operation,
  type Response,
} from '../../spec/model/contract.ts';
import { challengeFor } from '../authentication/challenge.ts';
import { contentType } from '../format/body-text.ts';
import { declaredHeaders } from '../format/declared-headers.ts';
import { isBodiless } from '../http/http-message.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { PreparedOperation } from '../records/record-handler.ts';
import { type NegotiatedType, negotiate } from './content-negotiation.ts';
import { retryAfterHeader } from './error-response.ts';
import type { PrismSample } from './prism-engine.ts';
import { sampleBody } from './sample-body.ts';

export interface ResponsePlan {
  readonly operation: Operation;
  readonly status: number;
  readonly response: Response;
  /** Undefined if no declared media type is acceptable, or if none is declared. */
  readonly negotiated: NegotiatedType | undefined;
  /** Empty without a media type. */
  readonly contentType: string;
  readonly isEmpty: boolean;
  /** Lower-case names of the headers that the response declares. */
  readonly headerNames: ReadonlySet<string>;
  /** By the name of the requested example; undefined for the default one. */
  readonly staticSamples: Map<string | undefined, ResponseSample>;
}

/** A validated sample with exact numbers; a static one is always the same. */
export interface ResponseSample {
  readonly body: Json | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Why the engine has no sample. */
  readonly failure: string | undefined;
}

export interface ResponsePlanRequest {
  readonly operation: Operation;
  /** Undefined for any success. */
  readonly code: number | undefined;
  readonly accept: string | undefined;
  /** The media type of stored content; preferred if the client accepts it. */
  readonly storedType: string | undefined;
}

/** Undefined if the contract declares no response for the request. */
export type ResponsePlanner = (request: ResponsePlanRequest) => ResponsePlan | undefined;

/** Caches plans for each operation by code, Accept header and stored type. */
export function createResponsePlanner(): ResponsePlanner {
  const plansOfOperation = memoize((_operation: Operation): CachedPlan[] => []);
  return (request) => {
    const cachedPlans = plansOfOperation(request.operation);
    const { code, accept, storedType } = request;
    const cached = cachedPlans.find(
      (one) => one.accept === accept && one.code === code && one.storedType === storedType,
    );
    return cached === undefined ? cachePlan(cachedPlans, request, createPlan(request)) : cached.plan;
  };
}

interface CachedPlan extends Omit<ResponsePlanRequest, 'operation'> {
  readonly plan: ResponsePlan;
}

/** Accept headers are arbitrary text, so longer ones are not cached. */
const MAX_TYPES_LENGTH = 300;
const MAX_PLANS = 50;

function cachePlan(
  cachedPlans: CachedPlan[],
  { code, accept, storedType }: ResponsePlanRequest,
  plan: ResponsePlan | undefined,
): ResponsePlan | undefined {
  if (plan === undefined || `${accept}${storedType}`.length > MAX_TYPES_LENGTH) return plan;
  if (cachedPlans.length >= MAX_PLANS) cachedPlans.length = 0;
  cachedPlans.push({ code, accept, storedType, plan });
  return plan;
}

function createPlan({ operation, code, accept, storedType }: ResponsePlanRequest): ResponsePlan | undefined {
  const selected = selectResponse(operation, code);
  if (selected === undefined) return undefined;
  const { status, response } = selected;
  const negotiated = negotiateStoredType(storedType, response.content, accept);
  return {
    ...{ operation, status, response, negotiated, staticSamples: new Map() },
    contentType: negotiated === undefined ? '' : contentType(negotiated.type),
    isEmpty: negotiated === undefined || isBodiless(status),
    headerNames: new Set(response.headers.map(({ name }) => name.toLowerCase())),
  };
}

/** The stored type if the client accepts it. */
function negotiateStoredType(
  type: PreparedOperation['mediaType'],
  content: readonly MediaType[],
  accept: string | undefined,
): NegotiatedType | undefined {
  const media = type === undefined ? undefined : findMediaType(content, type);
  const isAcceptable = media && type && negotiate([{ ...media, range: type }], accept) !== undefined;
  return isAcceptable ? { media, type } : negotiate(content, accept);
}

interface SelectedResponse {
  readonly status: number;
  readonly response: Response;
}

/**
 * Without a code: the lowest declared success, or `default` as 200, or the first declared final response. A 1xx is none:
 * clients wait for another one after it, and after a 101 they speak another protocol.
 */
function selectResponse(operation: Operation, code: number | undefined): SelectedResponse | undefined {
  if (code !== undefined) {
    const response = findResponse(operation, code);
    return response === undefined ? undefined : { status: code, response };
  }
  const successes = operation.responses.filter(({ status }) => /^2(\d\d|XX)$/.test(status));
  const [lowest] = successes.toSorted((a, b) => a.status.localeCompare(b.status));
  const response =
    lowest ??
    operation.responses.find(({ status }) => status === 'default') ??
    operation.responses.find(({ status }) => !status.startsWith('1'));
  return response === undefined ? undefined : { status: responseStatus(response), response };
}

function responseStatus({ status }: Response): number {
  return status === 'default' ? 200 : Number(status.replace('XX', '00'));
}

export interface SampleOptions {
  readonly example: string | undefined;
  readonly dynamic: boolean;
  readonly seed: string | undefined;
  readonly prismSample: PrismSample;
  readonly madeUp: MadeUpValues;
}

export function createResponseSample(plan: ResponsePlan, { prismSample, ...options }: SampleOptions): ResponseSample {
  const { operation, status, response, negotiated, isEmpty } = plan;
  const media = isEmpty ? undefined : negotiated?.media;
  const challenge = status === 401 ? challengeFor(operation) : {};
  return {
    body: media && sampleBody({ ...options, status, media, generated: prismSample.body }),
    headers: { ...challenge, ...retryAfterHeader(status), ...declaredHeaders(response, prismSample.headers) },
    failure: prismSample.failure,
  };
}
