/** What an answer holds: Prism's sample made exact and valid, the request's data put in; and the declared headers. */
import type { Header, MediaType, Operation, Response } from '../../spec/contract.ts';
import type { Json } from '../../spec/exact-json.ts';
import { sampleOf } from '../../spec/sample.ts';
import { isValid } from '../../spec/validate.ts';
import { echo } from './echo.ts';
import type { PrismSample } from './engine.ts';
import { fillError } from './error-shape.ts';
import { askedFor } from './replies.ts';

export interface ContentRequest {
  readonly operation: Operation;
  readonly status: number;
  readonly media: MediaType;
  /** The name of the declared example that the client asked for. */
  readonly example: string | undefined;
  readonly dynamic: boolean;
  readonly taken: Json | undefined;
  readonly sent: Json | undefined;
}

/** The value of the body; undefined where nothing is known of it. */
export function bodyValue(request: ContentRequest): Json | undefined {
  const { status, media, example, dynamic } = request;
  const filled = dynamic ? undefined : filledError(status, media);
  const body = filled ?? validBody(request);
  return status < 300 && example === undefined ? withEcho(body, request) : body;
}

/** An error asked for that has no example says at least its status, and not "string". */
function filledError(status: number, { schema, examples }: MediaType): Json | undefined {
  if (status < 400 || schema === undefined || examples.length > 0) return undefined;
  return fillError(schema, askedFor(status));
}

/** Nothing is served that breaks its own schema, not even a declared example. */
function validBody({ media, example, dynamic, taken }: ContentRequest): Json | undefined {
  const { schema } = media;
  const body = (dynamic && example === undefined ? undefined : exactExample(media, example)) ?? taken;
  if (schema === undefined) return body;
  return body !== undefined && isValid(schema, body, 'response')
    ? body
    : (sampleOf(schema, 'response') ?? body);
}

/** Prism chose the same example, but knows numbers as doubles only. */
function exactExample(media: MediaType, name: string | undefined): Json | undefined {
  const found =
    name === undefined ? media.examples[0] : media.examples.find((example) => example.name === name);
  return found?.value;
}

function withEcho(body: Json | undefined, { media, operation, sent }: ContentRequest): Json | undefined {
  const requestMedia = operation.requestBody?.content.find(({ schema }) => schema !== undefined);
  if (media.schema === undefined || requestMedia?.schema === undefined) return body;
  return echo(body, { operation, request: requestMedia.schema, response: media.schema, sent });
}

/** Set by the server for each message; a contract that declares them describes them only. */
const ownHeaders = new Set([
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'date',
  'trailer',
]);

/** As text, by name. */
export function declaredHeaders(response: Response, taken: PrismSample): Readonly<Record<string, string>> {
  const values = response.headers
    .filter(({ name }) => !ownHeaders.has(name.toLowerCase()) && /^[\w!#$%&'*+.^`|~-]+$/.test(name))
    .flatMap((header) => {
      const text = headerText(header, taken.headers.get(header.name.toLowerCase()));
      return text === undefined ? [] : [[header.name, text] as const];
    });
  return Object.fromEntries(values);
}

/** In the style `simple`; a value that no header can hold is left out. */
function headerText({ schema, required }: Header, taken: Json | undefined): string | undefined {
  const isUsable = taken !== undefined && (schema === undefined || isValid(schema, taken, 'response'));
  const sample =
    schema === undefined || (!required && taken === undefined) ? undefined : sampleOf(schema, 'response');
  const value = isUsable ? taken : sample;
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'object' ? Object.values(value).join(',') : String(value);
  return /^[\t\x20-\x7e]*$/.test(text) ? text : undefined;
}
