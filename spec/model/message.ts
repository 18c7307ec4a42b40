/** The parts of requests and responses: parameters, bodies by media type, headers, examples and links. */
import type { Json } from '../json/exact-json.ts';
import type { Place } from '../source/source-file.ts';
import { normalizeMediaParameters } from './media-parameters.ts';
import type { Schema } from './schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly place: Place;
  readonly schema: Schema | undefined;
  /** For a parameter described by `content` instead of `schema`. */
  readonly content: readonly MediaType[];
  readonly examples: readonly Example[];
  readonly description?: string;
  readonly deprecated?: boolean;
  /** `?verbose=` is accepted even if the schema forbids it. */
  readonly allowsEmptyValue?: boolean;
  /** The examples are values that exist, from the user: a valid request has one, also where it is optional. */
  readonly isSupplied?: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly place: Place;
  readonly content: readonly MediaType[];
}

export interface MediaType {
  /** The media type in the document, without parameters and in lower case: `application/json`, `text/*`. */
  readonly range: string;
  /** Its parameters without `charset=utf-8`, sorted: `; version=2`; empty if there are none. */
  readonly parameters?: string;
  readonly place: Place;
  readonly schema: Schema | undefined;
  /** Of each item, if the body is a sequence of items, such as Server-Sent Events. */
  readonly itemSchema?: Schema;
  readonly examples: readonly Example[];
  /** The examples are bodies that are accepted, from the user. */
  readonly isSupplied?: boolean;
  /** Values that exist, from the user, by the names of properties without the indexes of items: `lines.sku`. */
  readonly suppliedProperties?: ReadonlyMap<string, readonly Json[]>;
  /** The encoding of the parts of a form, by property name; only those that the document names. */
  readonly encoding?: ReadonlyMap<string, PartEncoding>;
}

export interface PartEncoding {
  readonly place: Place;
  /** The allowed content types of the part: `image/*`; empty if the document has none. */
  readonly types: readonly string[];
  readonly style: string;
  readonly explode: boolean;
  /** Headers of the part, as in multipart. */
  readonly headers: readonly Header[];
}

export interface Example {
  readonly name: string;
  readonly value: Json;
  readonly place: Place;
}

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly place: Place;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
  /** Operations that can follow this response, in document order. */
  readonly links?: readonly Link[];
}

/** Values of a response for the request of another operation. */
export interface Link {
  readonly name: string;
  readonly place: Place;
  /**
   * The id of the target operation: `operationId`, or the operation that `operationRef` points to within this document.
   */
  readonly operation: string;
  /**
   * By parameter name, prefixed with its location if the document has one (`path.id`): a constant, or a runtime
   * expression such as `$response.body#/id`.
   */
  readonly parameters: ReadonlyMap<string, Json>;
  /** The request body: a constant or a runtime expression. */
  readonly requestBody?: Json;
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly place: Place;
  readonly schema: Schema | undefined;
  /** For a header described by `content` instead of `schema`. */
  readonly content?: readonly MediaType[];
  readonly examples?: readonly Example[];
  /** If true, an object is serialized as `a=1,b=2`, else as `a,1,b,2`. */
  readonly explode?: boolean;
  readonly description?: string;
}

/**
 * Returns the declared media type for a concrete type such as `application/json`; the most specific wins, including
 * parameters.
 */
export function findMediaType(content: readonly MediaType[], type: string): MediaType | undefined {
  const [only] = content;
  // The common case.
  if (content.length === 1 && only?.range === type) return only;
  const wantedType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [mainType] = wantedType.split('/', 1);
  return (
    findByRange(content, wantedType, type) ??
    (isJsonType(wantedType) ? findByRange(content, `${mainType}/*+json`, type) : undefined) ??
    findByRange(content, `${mainType}/*`, type) ??
    findByRange(content, '*/*', type)
  );
}

function findByRange(content: readonly MediaType[], range: string, type: string): MediaType | undefined {
  const first = content.find((mediaType) => mediaType.range === range);
  if (first === undefined || content.length === 1) return first;
  const parameters = normalizeMediaParameters(type);
  return content.find((mediaType) => mediaType.range === range && (mediaType.parameters ?? '') === parameters) ?? first;
}

/** `application/json`, `application/problem+json`, ... */
export function isJsonType(type: string): boolean {
  return /^[^/;]+\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(type.trim());
}
