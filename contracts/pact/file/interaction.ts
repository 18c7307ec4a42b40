/** One HTTP interaction of a pact, independent of the Pact specification version. */
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Place } from '../../../spec/model/contract.ts';
import { findLine, type SourceFile } from '../../../spec/source/source-file.ts';

export interface Interaction {
  readonly index: number;
  readonly description: string;
  readonly states: readonly ProviderState[];
  readonly place: Place;
  readonly request: PactRequest;
  readonly response: PactResponse;
}

interface ProviderState {
  readonly name: string;
  readonly params: JsonObject;
}

export interface PactRequest {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The names of the query parameters. */
  readonly query: ReadonlySet<string>;
  readonly body: PactBody | undefined;
  /** The original JSON object, with generators and matching rules. */
  readonly raw: JsonObject;
}

interface PactResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: PactBody | undefined;
}

/** `a request to ... given the store is empty` */
export function interactionName({ description, states }: Interaction): string {
  const stateNames = states.map((state) => state.name).join(' and ');
  return stateNames === '' ? description : `${description}, given ${stateNames}`;
}

/** The source of an interaction; `version` is that of the Pact specification. */
export interface ParseContext {
  readonly file: string;
  readonly source: SourceFile;
  readonly version: number;
}

/** The error for an interaction without a request or response, such as a message. */
export function missingPartError(item: Json, index: number, context: ParseContext): KitError | undefined {
  const entry = isJsonObject(item) ? item : {};
  const missing = ['request', 'response'].filter((key) => !isJsonObject(entry[key]));
  if (missing.length === 0) return undefined;
  const detail = `interaction ${index + 1} has no "${missing.join('" and no "')}", which an HTTP interaction requires`;
  return unverifiableError(interactionPlace(index, context), detail);
}

function interactionPlace(index: number, { file, source }: ParseContext): Place {
  const pointer = joinPointer('/interactions', index);
  return { file, pointer, line: findLine(source, pointer) };
}

/** Throws `pact-unverifiable` without a request or response. */
export function parseInteraction(item: Json, index: number, context: ParseContext): Interaction {
  const error = missingPartError(item, index, context);
  if (error !== undefined) throw error;
  const place = interactionPlace(index, context);
  const entry = isJsonObject(item) ? item : {};
  const request = isJsonObject(entry.request) ? entry.request : {};
  const response = isJsonObject(entry.response) ? entry.response : {};
  return {
    index,
    description: typeof entry.description === 'string' ? entry.description : '',
    states: parseStates(entry),
    place,
    request: {
      method: typeof request.method === 'string' ? request.method.toUpperCase() : 'GET',
      path: typeof request.path === 'string' ? request.path : '/',
      headers: parseHeaders(request.headers),
      query: parseQueryNames(request.query),
      body: parseBody(request, context.version, `${place.pointer}/request`),
      raw: request,
    },
    response: {
      status: typeof response.status === 'number' ? response.status : 200,
      headers: parseHeaders(response.headers),
      body: parseBody(response, context.version, `${place.pointer}/response`),
    },
  };
}

function parseStates(entry: JsonObject): ProviderState[] {
  const singleState = entry.providerState ?? entry.provider_state;
  if (!isJsonArray(entry.providerStates))
    return typeof singleState === 'string' ? [{ name: singleState, params: {} }] : [];
  return entry.providerStates.filter(isJsonObject).map((state) => ({
    name: typeof state.name === 'string' ? state.name : '',
    params: isJsonObject(state.params) ? state.params : {},
  }));
}

/** A body, independent of the Pact specification version. */
export interface PactBody {
  /** JSON Pointer to the content in the pact. */
  readonly pointer: string;
  readonly contentType: string;
  /** Undefined for a body that is not JSON. */
  readonly json: Json | undefined;
}

/** Version 4 has an array of values for each name, earlier versions one string. Names in lower case. */
function parseHeaders(value: Json | undefined): ReadonlyMap<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return new Map(
    entries.map(([name, content]) => [
      name.toLowerCase(),
      isJsonArray(content) ? content.map(valueText).join(', ') : valueText(content),
    ]),
  );
}

/** Versions 1 and 2 have one string, later versions an object of arrays. */
function parseQueryNames(value: Json | undefined): ReadonlySet<string> {
  if (typeof value === 'string') return new Set(new URLSearchParams(value).keys());
  return new Set(isJsonObject(value) ? Object.keys(value) : []);
}

/** Version 4 wraps the content in an object, earlier versions do not. Undefined if no body is sent or expected. */
function parseBody(part: JsonObject, version: number, pointer: string): PactBody | undefined {
  const { body } = part;
  if (body === undefined || body === null) return undefined;
  const declared = parseHeaders(part.headers).get('content-type');
  if (version < 4) return { pointer: `${pointer}/body`, contentType: declared ?? 'application/json', json: body };
  if (!isJsonObject(body) || body.content === undefined) return undefined;
  const contentType = typeof body.contentType === 'string' ? body.contentType : (declared ?? '');
  return { pointer: `${pointer}/body/content`, contentType, json: parseContent(body) };
}

function parseContent({ content, encoded }: JsonObject): Json | undefined {
  if (encoded === false || encoded === undefined) return content;
  if (typeof content !== 'string' || typeof encoded !== 'string') return undefined;
  const isText = encoded.toLowerCase() === 'json';
  const parsed = isText ? parseJson(content) : parseJsonBytes(Buffer.from(content, 'base64'));
  return parsed.ok ? parsed.value : undefined;
}

function valueText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** The error for a pact that cannot be verified reliably, with the place of the problem. */
export function unverifiableError({ file, line }: Place, detail: string): KitError {
  return new KitError('pact-unverifiable', detail, { where: `${file}:${line}` });
}
