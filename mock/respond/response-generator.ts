/**
 * Generates the response to a valid request: selects response and media type, takes a sample, adds values of the
 * request, and validates the result.
 */
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { HttpError } from '../http/http-error.ts';
import { hasPlaceholderPath, withoutRequestOrigin } from '../made-up/image-url.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import { filterSample } from '../records/lists/list-records.ts';
import { isKnownVersion } from '../records/operations/record-headers.ts';
import type {
  PreparedOperation,
  PreparedResult,
  RecordHandler,
  RecordResponse,
  SampleResponse,
} from '../records/record-handler.ts';
import type { ValidRequest } from '../validate/validate-request.ts';
import { composeResponse, type ResponseParts, type StreamOptions } from './compose-response.ts';
import { type GeneratedResponse, undeclaredStatusResponse } from './error-response.ts';
import type { Preferences } from './preferences.ts';
import type { SampleEngine } from './prism-engine.ts';
import { createResponsePlanner } from './response-plan.ts';
import { withEcho } from './sample-body.ts';
import { cacheStaticSamples } from './static-samples.ts';
import { unavailableError } from './unavailable-response.ts';

export interface GenerationRequest {
  readonly operation: Operation;
  readonly preferences: Preferences;
  readonly accept: string | undefined;
  /**
   * `undefined` if the request does not conform to the contract and a rule responds anyway: the records are not used.
   */
  readonly valid: ValidRequest | undefined;
  /** The server's origin as the client addressed it. */
  readonly origin: string | undefined;
  /** The base path of `servers` that the client has used: `/v1`, or empty. */
  readonly basePath?: string;
  /** Completes the generated body of a success; valid bodies stay valid. */
  readonly fillSample?: ((sample: Json | undefined, schema: Schema) => Json | undefined) | undefined;
  /** The user whose own values the operation is about. */
  readonly user?: string | undefined;
  /** What is known of the user whose token the request has. */
  readonly actor?: (() => Promise<JsonObject | undefined>) | undefined;
  /** The user who logged in, if users have records of their own. */
  readonly owner?: string | undefined;
  /** It reads and changes no records. */
  readonly isWithoutRecords?: boolean | undefined;
}

export interface GenerationDefaults {
  readonly dynamic: boolean;
  readonly seed: string | undefined;
  /** The number of items of a stream that no example determines. */
  readonly streamItems?: number | undefined;
  readonly madeUp: MadeUpValues;
}

export type ResponseGenerator = (request: GenerationRequest) => MaybePromise<GeneratedResponse | HttpError>;

/** Without a record handler nothing is stored: every response is generated. */
export function createResponseGenerator(
  engine: SampleEngine,
  recordHandler: RecordHandler | undefined,
  defaults: GenerationDefaults,
): ResponseGenerator {
  const findPlan = createResponsePlanner();
  const sample = cacheStaticSamples(engine, defaults);
  const { streamItems: count = STREAM_ITEMS, madeUp } = defaults;
  const stream: StreamOptions = {
    count,
    makeUp: (value, schema, key) => madeUp.makeUp(value, schema, { key }),
  };
  const respond = (
    request: GenerationRequest,
    preparedOperation: PreparedResult,
  ): MaybePromise<GeneratedResponse | HttpError> => {
    const { operation, preferences, accept } = request;
    if (preparedOperation instanceof HttpError) return preparedOperation;
    const code = preferences.code ?? preparedOperation?.status;
    const plan = findPlan({ operation, code, accept, storedType: preparedOperation?.mediaType });
    if (plan === undefined) return undeclaredSuccess(request, preparedOperation);
    const unavailable = unavailableError(plan, request);
    if (unavailable !== undefined) return unavailable;
    const isStatic = !(preferences.dynamic ?? defaults.dynamic);
    const known = isStatic ? plan.staticSamples.get(preferences.example) : undefined;
    return whenReady(known ?? sample(plan, preferences), (responseSample) =>
      respondWithSample({ request, plan, responseSample, isStatic, preparedOperation }, stream),
    );
  };
  return (request) => {
    const prepared =
      recordHandler !== undefined && usesRecords(request) ? recordHandler.prepare(recordRequest(request)) : undefined;
    return whenReady(prepared, (preparedOperation) => respond(request, preparedOperation));
  };
}

/** Enough to see that a client reads one after the other. */
const STREAM_ITEMS = 3;

function respondWithSample(parts: GenerationParts, stream: StreamOptions): MaybePromise<GeneratedResponse | HttpError> {
  const { request, preparedOperation } = parts;
  const sampleResponse = createSampleResponse(parts);
  if (preparedOperation === undefined) {
    const outcome = responseWithoutRecords(parts, sampleResponse);
    return withoutKnownVersion(request, composeResponse(parts, sampleResponse, outcome, stream));
  }
  return whenReady(preparedOperation.commit(sampleResponse), (outcome) =>
    outcome instanceof HttpError ? outcome : composeResponse(parts, sampleResponse, outcome, stream),
  );
}

/** Records have versions of their own. */
function withoutKnownVersion(request: GenerationRequest, response: GeneratedResponse): GeneratedResponse {
  const { method } = request.operation;
  const isRead = (method === 'GET' || method === 'HEAD') && response.status === 200 && request.valid !== undefined;
  const etag = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'etag')?.[1];
  if (!isRead || !isKnownVersion(recordRequest(request), etag)) return response;
  return { status: 304, headers: etag === undefined ? {} : { ETag: etag }, body: '' };
}

/**
 * Records are not used if an error or an example is requested, or if only errors are declared and no success is
 * requested.
 */
function usesRecords({
  operation,
  preferences: { code, example },
  valid,
  isWithoutRecords = false,
}: GenerationRequest): boolean {
  const isSuccess = code === undefined ? canSucceed(operation) : code < 300;
  return !isWithoutRecords && valid !== undefined && example === undefined && isSuccess;
}

function canSucceed({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === 'default' || status.startsWith('2'));
}

/** A requested success that the contract does not declare still changes the records. */
async function undeclaredSuccess(
  { operation, preferences }: GenerationRequest,
  preparedOperation: PreparedOperation | undefined,
): Promise<GeneratedResponse | HttpError> {
  const outcome = await preparedOperation?.commit({
    sample: undefined,
    schema: undefined,
    headerNames: new Set(),
  });
  return outcome instanceof HttpError ? outcome : undeclaredStatusResponse(preferences.code ?? 200, operation);
}

function recordRequest({
  operation,
  origin,
  basePath = '',
  user,
  actor,
  owner,
  valid = emptyRequest,
}: GenerationRequest) {
  const { body, bodyType, content } = valid;
  const parameters = recordParameters(valid.parameters, origin);
  return { operation, parameters, sent: body, sentType: bodyType, content, origin, basePath, user, actor, owner };
}

/** As records store them: the address of a placeholder without the host of the request. */
function recordParameters(parameters: ValidRequest['parameters'], origin: string | undefined) {
  if (parameters.size === 0) return parameters;
  const texts = [...parameters].filter(([, value]) => typeof value === 'string' && hasPlaceholderPath(value));
  if (texts.length === 0) return parameters;
  return new Map([
    ...parameters,
    ...texts.map(([name, value]) => [name, withoutRequestOrigin(String(value), origin)] as const),
  ]);
}

const emptyRequest: ValidRequest = { parameters: new Map(), body: undefined, bodyType: undefined };

interface GenerationParts extends ResponseParts {
  readonly request: GenerationRequest;
}

function createSampleResponse({ request, plan, responseSample, isStatic }: GenerationParts): SampleResponse {
  const { isEmpty, negotiated, status, headerNames } = plan;
  if (isEmpty || negotiated === undefined)
    return { sample: undefined, schema: undefined, type: undefined, headerNames };
  const { operation, preferences, valid, fillSample } = request;
  const { media, type } = negotiated;
  const { schema } = media;
  const isEchoed = status < 300 && preferences.example === undefined;
  const echo = (body: Json | undefined) => withEcho(body, { operation, media, sent: valid?.body });
  const echoed = () => (isEchoed ? echo(responseSample.body) : responseSample.body);
  if (isEchoed && fillSample !== undefined && schema !== undefined)
    return { sample: fillSample(echoed(), schema), schema, type, headerNames };
  const isMadeUp = isStatic && media.examples.length === 0;
  return new LazySample({ schema, type, headerNames, withSentValues: isMadeUp ? echo : undefined }, echoed);
}

/** Makes the sample on first use: a stored record is shown without it if it has all that the response requires. */
class LazySample implements SampleResponse {
  readonly schema: SampleResponse['schema'];
  readonly type: SampleResponse['type'];
  readonly headerNames: SampleResponse['headerNames'];
  readonly withSentValues: SampleResponse['withSentValues'];
  private made: Json | undefined;
  private make: (() => Json | undefined) | undefined;

  constructor(
    { schema, type, headerNames, withSentValues }: Omit<SampleResponse, 'sample'>,
    make: () => Json | undefined,
  ) {
    this.schema = schema;
    this.type = type;
    this.headerNames = headerNames;
    this.withSentValues = withSentValues;
    this.make = make;
  }

  get sample(): Json | undefined {
    if (this.make !== undefined) this.made = this.make();
    this.make = undefined;
    return this.made;
  }
}

/** For operations without stored records. */
function responseWithoutRecords({ request, plan }: GenerationParts, sampleResponse: SampleResponse): RecordResponse {
  const isFixedResponse = request.preferences.example !== undefined || plan.status >= 300;
  return {
    body: isFixedResponse ? sampleResponse.sample : filterSample(recordRequest(request), sampleResponse),
    headers: {},
  };
}
