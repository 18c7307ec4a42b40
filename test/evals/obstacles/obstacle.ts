/**
 * Obstacles between the verifier and an implementation: what it does not allow, so that a defect may stay unseen. Each
 * keeps to the contract, with the rejections of the implementation itself, unless `isAllowed` is false.
 */
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { isJsonArray, isJsonObject, type Json, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';

/** A request or response on its way through the proxy. */
export interface Message {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface ProxiedRequest extends Message {
  readonly method: string;
  /** With the query. */
  readonly target: string;
}

export interface ProxiedResponse extends Message {
  readonly status: number;
}

export type Forward = (request: ProxiedRequest) => Promise<ProxiedResponse>;

/** One per run, since some remember requests. */
export type Intercept = (request: ProxiedRequest, forward: Forward) => Promise<ProxiedResponse>;

export interface Obstacle {
  readonly name: string;
  readonly description: string;
  /** The methods that it concerns; a contract without them cannot meet it. */
  readonly methods: readonly string[];
  /** A correct implementation behind it still conforms to its contract. */
  readonly isAllowed: boolean;
  create(contract: Contract): Intercept;
}

/** The proxy alone: a defect that it hides cannot be crossed with obstacles. */
export const none: Obstacle = {
  name: 'none',
  description: 'the proxy without an obstacle',
  methods: [],
  isAllowed: true,
  create: () => (request, forward) => forward(request),
};

const rejectsCreates: Obstacle = {
  name: 'rejects creates',
  description: 'each POST of JSON is rejected as malformed',
  methods: ['POST'],
  isAllowed: true,
  create: () => (request, forward) => forward(request.method === 'POST' ? malformed(request) : request),
};

const knowsExamples: Obstacle = {
  name: 'knows only the examples',
  description: 'a POST is accepted only if its strings are in an example of the contract',
  methods: ['POST'],
  isAllowed: true,
  create: ({ operations }) => {
    const bodies = operations.flatMap((operation) => {
      const baseline = deriveBaseline(operation, [], operations);
      return isBaseline(baseline) && baseline.body !== undefined ? [baseline.body.full] : [];
    });
    const known = new Set(bodies.flatMap(stringsIn));
    return (request, forward) => {
      const body = request.method === 'POST' ? parseJson(request.body.toString('utf8')) : undefined;
      const isUnknown = body?.ok === true && !stringsIn(body.value).every((text) => known.has(text));
      return forward(isUnknown ? malformed(request) : request);
    };
  },
};

const cutsLists: Obstacle = {
  name: 'cuts lists',
  description: 'each array in a response to GET has at most one item',
  methods: ['GET'],
  isAllowed: false,
  create: () => async (request, forward) => {
    const response = await forward(request);
    if (request.method !== 'GET' || response.status !== 200) return response;
    const parsed = parseJson(response.body.toString('utf8'));
    if (!parsed.ok) return response;
    return { ...response, body: Buffer.from(stringifyJson(withoutFurtherItems(parsed.value))) };
  },
};

const REQUESTS_BEFORE_LIMIT = 60;

const limitsRate: Obstacle = {
  name: 'limits the rate',
  description: `after ${REQUESTS_BEFORE_LIMIT} requests each response is a 429`,
  methods: [],
  isAllowed: true,
  create: () => {
    let count = 0;
    return (request, forward) => {
      count++;
      return count > REQUESTS_BEFORE_LIMIT
        ? Promise.resolve({ status: 429, headers: {}, body: Buffer.alloc(0) })
        : forward(request);
    };
  },
};

const findsNothingToDelete: Obstacle = {
  name: 'finds nothing to delete',
  description: 'each DELETE is sent on for a record that does not exist',
  methods: ['DELETE'],
  isAllowed: false,
  create: () => (request, forward) => forward(request.method === 'DELETE' ? forUnknownRecord(request) : request),
};

export const obstacles: readonly Obstacle[] = [
  rejectsCreates,
  knowsExamples,
  cutsLists,
  limitsRate,
  findsNothingToDelete,
];

function malformed(request: ProxiedRequest): ProxiedRequest {
  const isJson = String(request.headers['content-type'] ?? '').includes('json');
  return isJson ? { ...request, body: Buffer.from('{') } : request;
}

function forUnknownRecord({ target, ...request }: ProxiedRequest): ProxiedRequest {
  const [path = '', query] = target.split('?');
  const unknown = `${path.slice(0, path.lastIndexOf('/'))}/987654321`;
  return { ...request, target: query === undefined ? unknown : `${unknown}?${query}` };
}

/** All strings of a JSON value, except the names of properties. */
function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(stringsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function withoutFurtherItems(value: Json): Json {
  if (isJsonArray(value)) return value.slice(0, 1);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isJsonArray(part) ? part.slice(0, 1) : part]),
  );
}
