/** Puts status, headers and body of a response together, as text or as the items of a stream. */
import { withComputed } from '../../spec/described/computed-properties.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { memoizePair } from '../../spec/memoize.ts';
import { bodyText } from '../format/body-text.ts';
import { withRequestOrigin } from '../made-up/image-url.ts';
import type { PreparedOperation, RecordResponse, SampleResponse } from '../records/record-handler.ts';
import type { GeneratedResponse } from './error-response.ts';
import type { Preferences } from './preferences.ts';
import type { ResponsePlan, ResponseSample } from './response-plan.ts';
import { type SequenceRequest, sequenceBody } from './sequence-body.ts';
import { specimenFile } from './specimen-file.ts';

export type StreamOptions = Pick<SequenceRequest, 'count' | 'makeUp'>;

export interface ResponseParts {
  readonly request: { readonly preferences: Preferences; readonly origin: string | undefined };
  readonly plan: ResponsePlan;
  readonly responseSample: ResponseSample;
  /** It is the same for each request. */
  readonly isStatic: boolean;
  readonly preparedOperation: PreparedOperation | undefined;
}

export function composeResponse(
  { request, plan, responseSample, preparedOperation, isStatic }: ResponseParts,
  { schema }: SampleResponse,
  outcome: RecordResponse,
  stream: StreamOptions,
): GeneratedResponse {
  const { status, negotiated } = plan;
  const { rawBody } = outcome;
  const isMissing = schema !== undefined && outcome.body === undefined;
  const reason = responseReason(request.preferences, responseSample, isMissing);
  if (plan.isEmpty || negotiated === undefined)
    return { status, headers: { ...responseSample.headers, ...outcome.headers }, body: '', ...reason };
  const { type, media } = negotiated;
  const specimen = preparedOperation === undefined ? specimenFile(media, type) : undefined;
  const shown = describedBody(outcome.body, { request, plan, schema: media.schema });
  const sequence = rawBody === undefined ? sequenceBody({ media, type, body: shown, ...stream }) : undefined;
  const pieces = sequence?.map((piece) => withRequestOrigin(piece, request.origin));
  const text = () => specimen ?? withRequestOrigin(bodyText(shown, type, media.schema), request.origin);
  const body = rawBody?.bytes ?? pieces?.join('') ?? text();
  // The common case, without the time that merging objects takes.
  if (isStatic && rawBody === undefined && isEmpty(outcome.headers) && pieces === undefined && reason === noReason)
    return { status, headers: sharedHeaders(responseSample, plan), hasSharedHeaders: true, body };
  const contentTypeHeader = rawBody?.type ?? plan.contentType;
  return {
    status,
    headers: { 'Content-Type': contentTypeHeader, ...responseSample.headers, ...outcome.headers },
    body,
    ...(pieces !== undefined && { pieces }),
    ...reason,
  };
}

const sharedHeaders = memoizePair(({ headers }: ResponseSample, plan: ResponsePlan) => ({
  'Content-Type': plan.contentType,
  ...headers,
}));

function isEmpty(headers: RecordResponse['headers']): boolean {
  for (const _name in headers) return false;
  return true;
}

/** With the totals that descriptions define; an example that the client requests stays as it is. */
function describedBody(
  body: Json | undefined,
  { request, plan, schema }: Pick<ResponseParts, 'request' | 'plan'> & Pick<SampleResponse, 'schema'>,
): Json | undefined {
  const isComputed = plan.status < 300 && request.preferences.example === undefined;
  return body === undefined || schema === undefined || !isComputed ? body : withComputed(schema, body);
}

/** For the log. */
function responseReason({ code }: Preferences, { failure }: ResponseSample, isMissing: boolean): { reason?: string } {
  if (code === undefined && failure === undefined && !isMissing) return noReason;
  const reasonTexts = [
    ...(code === undefined ? [] : ['requested']),
    ...(failure === undefined ? [] : [`Prism generated no sample (${failure}), so the kit generated one`]),
    ...(isMissing ? ['found no value that conforms to the schema; add an example to the response'] : []),
  ];
  return { reason: reasonTexts.join('; ') };
}

const noReason = {};
