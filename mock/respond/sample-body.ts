/** The body of a response: Prism's sample with exact numbers and validated, with values of the request. */
import type { Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { MediaType, Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { reachableSchemas } from '../../spec/sampling/schema-views.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import { projectValue, withoutWriteOnly } from '../records/projection.ts';
import { echoSentValues } from './echo.ts';
import { requestedStatus } from './error-response.ts';
import { fillError } from './fill-error.ts';

export interface SampleRequest {
  readonly status: number;
  readonly media: MediaType;
  /** The name of the declared example that the client requested. */
  readonly example: string | undefined;
  readonly dynamic: boolean;
  readonly seed: string | undefined;
  readonly generated: Json | undefined;
  readonly madeUp: MadeUpValues;
}

/** The value of the body without values of the request; undefined if nothing is declared. */
export function sampleBody(request: SampleRequest): Json | undefined {
  const { status, media, dynamic } = request;
  const filled = dynamic ? undefined : filledErrorBody(status, media);
  return filled ?? validBody(request);
}

/** A requested error without an example contains at least its status, instead of "string". */
function filledErrorBody(status: number, { schema, examples }: MediaType): Json | undefined {
  if (status < 400 || schema === undefined || examples.length > 0) return undefined;
  return fillError(schema, requestedStatus(status));
}

/** Invalid values are not used, not even declared examples. What is not an example is made up. */
function validBody(request: SampleRequest): Json | undefined {
  const { media, example, dynamic, generated } = request;
  const { schema } = media;
  const isDynamic = dynamic && example === undefined;
  const declared = isDynamic ? undefined : exactExample(media, example);
  if (schema === undefined) return declared ?? generated;
  if (declared !== undefined && isValid(schema, declared, 'response')) return declared;
  const proposed = isDynamic ? withoutUndeclared(generated, schema) : generated;
  const isUsable = declared === undefined && proposed !== undefined && isValid(schema, proposed, 'response');
  const base = isUsable ? proposed : sampleValue(schema, 'response');
  return base === undefined ? (declared ?? proposed) : madeUpBody(base, schema, request, isDynamic);
}

/** Dynamic values differ with each request, or with its seed. */
function madeUpBody(base: Json, schema: Schema, { madeUp, seed }: SampleRequest, isDynamic: boolean): Json {
  if (!isDynamic) return madeUp.makeUp(base, schema);
  return madeUp.makeUp(base, schema, { seed: seed ?? String(Math.random()), key: '', mode: 'random' });
}

/** The generator adds undeclared properties if the schema does not forbid them. */
function withoutUndeclared(value: Json | undefined, schema: Schema): Json | undefined {
  if (value === undefined) return undefined;
  const declared = projectValue(schema, value);
  return isValid(schema, declared, 'response') ? declared : value;
}

/** Prism chooses the same example, but reads numbers as doubles. */
export function exactExample(media: MediaType, name: string | undefined): Json | undefined {
  const found = name === undefined ? media.examples[0] : media.examples.find((example) => example.name === name);
  return found?.value;
}

export interface EchoOptions {
  readonly operation: Operation;
  readonly media: MediaType;
  readonly sent: Json | undefined;
}

/** A success body with the values that the client sent. */
export function withEcho(body: Json | undefined, { media, operation, sent }: EchoOptions): Json | undefined {
  const sentSchema = requestSchema(operation);
  const shown = body === undefined ? undefined : hideWriteOnly(body, media.schema);
  if (media.schema === undefined || sentSchema === undefined) return shown;
  return echoSentValues(shown, { operation, requestSchema: sentSchema, responseSchema: media.schema, sent });
}

/** An example may show what its schema never returns. */
function hideWriteOnly(body: Json, schema: Schema | undefined): Json {
  if (schema === undefined || !hasWriteOnly(schema)) return body;
  const hidden = withoutWriteOnly(body, schema);
  return isValid(schema, hidden, 'response') ? hidden : body;
}

const hasWriteOnly = memoize((schema: Schema) => [...reachableSchemas(schema)].some(({ writeOnly }) => writeOnly));

const requestSchema = memoize(
  ({ requestBody }: Operation) => requestBody?.content.find(({ schema }) => schema !== undefined)?.schema,
);
