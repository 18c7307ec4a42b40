/**
 * What an answer holds: Prism's sample made exact and valid, and the request's data put in; or a small file, where the
 * document says nothing of it.
 */
import type { Json } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { partsOf } from '../../spec/model/schema-view.ts';
import { remembered } from '../../spec/remembered.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { specimenOf, textSpecimenOf } from '../../spec/sampling/specimens.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { isBinary } from '../format/body-text.ts';
import { project } from '../records/project.ts';
import { echo } from './echo.ts';
import { fillError } from './error-shape.ts';
import { askedFor } from './replies.ts';

export interface SampleRequest {
  readonly status: number;
  readonly media: MediaType;
  /** The name of the declared example that the client asked for. */
  readonly example: string | undefined;
  readonly dynamic: boolean;
  readonly taken: Json | undefined;
}

/** The value of the body, before anything of the request is put in; undefined where nothing is known of it. */
export function sampleBody(request: SampleRequest): Json | undefined {
  const { status, media, dynamic } = request;
  const filled = dynamic ? undefined : filledError(status, media);
  return filled ?? validBody(request);
}

/** An error asked for that has no example says at least its status, and not "string". */
function filledError(status: number, { schema, examples }: MediaType): Json | undefined {
  if (status < 400 || schema === undefined || examples.length > 0) return undefined;
  return fillError(schema, askedFor(status));
}

/** Nothing is served that breaks its own schema, not even a declared example. */
function validBody({ media, example, dynamic, taken }: SampleRequest): Json | undefined {
  const { schema } = media;
  const isDrawn = dynamic && example === undefined;
  const drawn = isDrawn && schema !== undefined ? asDeclared(taken, schema) : taken;
  const body = (isDrawn ? undefined : exactExample(media, example)) ?? drawn;
  if (schema === undefined) return body;
  return body !== undefined && isValid(schema, body, 'response')
    ? body
    : (sampleOf(schema, 'response') ?? body);
}

/** The generator makes properties up wherever the schema does not forbid them. */
function asDeclared(value: Json | undefined, schema: Schema): Json | undefined {
  if (value === undefined) return undefined;
  const declared = project(schema, value);
  return isValid(schema, declared, 'response') ? declared : value;
}

/** Prism chose the same example, but knows numbers as doubles only. */
function exactExample(media: MediaType, name: string | undefined): Json | undefined {
  const found =
    name === undefined ? media.examples[0] : media.examples.find((example) => example.name === name);
  return found?.value;
}

export interface EchoedRequest {
  readonly operation: Operation;
  readonly media: MediaType;
  readonly sent: Json | undefined;
}

/** The body of a success with what the client sent. */
export function withEcho(
  body: Json | undefined,
  { media, operation, sent }: EchoedRequest,
): Json | undefined {
  const request = echoedSchema(operation);
  if (media.schema === undefined || request === undefined) return body;
  return echo(body, { operation, request, response: media.schema, sent });
}

const echoedSchema = remembered(
  ({ requestBody }: Operation) => requestBody?.content.find(({ schema }) => schema !== undefined)?.schema,
);

/**
 * A small file or text for an answer of which the document does not say what it holds. `undefined` where the document gives
 * an example, and where its schema wants something else.
 */
export function specimenFor({ schema, examples }: MediaType, type: string): Buffer | string | undefined {
  const isSaid = schema !== undefined && partsOf(schema).some(saysMore);
  if (isSaid || examples.length > 0 || isJsonType(type) || /^text\/plain\b/i.test(type)) return undefined;
  const text = textSpecimenOf(type);
  if (text !== undefined) return schema === undefined || isValid(schema, text, 'response') ? text : undefined;
  const isFile = isBinary(type) && (schema === undefined || isValid(schema, 'string', 'response'));
  return isFile ? Buffer.from(specimenOf(type)) : undefined;
}

function saysMore({ examples, enum: values, const: only, default: usual, pattern }: Schema): boolean {
  return examples.length > 0 || [values, only, usual, pattern].some((keyword) => keyword !== undefined);
}
