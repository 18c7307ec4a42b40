/** The Contract: what the rest of the kit knows of an OpenAPI 3.0 or 3.1 document. Data only; see load.ts for its making. */
import type { Json, JsonObject } from '../json/exact-json.ts';
import type { Place } from '../source/source-file.ts';
import { quoteLine } from '../source/source-line.ts';
import { normalizeMediaParameters } from './media-parameters.ts';
import type { Schema } from './schema.ts';

export { formatPlace, type Place } from '../source/source-file.ts';

export interface Contract {
  /** The document as the user named it: a path or a URL. */
  readonly file: string;
  /** Of the bytes of the main document, hexadecimal. */
  readonly sha256: string;
  readonly openapi: '3.0' | '3.1';
  readonly title: string;
  readonly version: string;
  readonly place: Place;
  readonly servers: readonly Server[];
  /** In the order of the document. */
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** Webhooks, then the callbacks of each operation. Reading them throws as reading an operation does. */
  readonly outgoingCalls?: readonly OutgoingCall[];
  /** The document with references to other files bundled in; references within it stand. Numbers are doubles. */
  readonly document: JsonObject;
  /** The text of every file the contract was read from, by the name that a Place gives. */
  readonly sources: ReadonlyMap<string, string>;
  /** What the document says and this kit does not act upon, place by place, in the order of the document. */
  readonly unsupported?: readonly Unsupported[];
  /** What stands beside the operations, read when it is asked for. */
  readonly componentParts?: ComponentParts;
}

/** Parts of a document that no request of the contract has to do with, or that only components name. */
export interface ComponentParts {
  /** Those of callbacks and webhooks. */
  readonly operations: readonly Operation[];
  /** The components of each kind, those that operations refer to among them. */
  readonly parameters: readonly Parameter[];
  readonly headers: readonly Header[];
  readonly requestBodies: readonly RequestBody[];
  readonly responses: readonly Response[];
  readonly schemas: readonly Schema[];
  /** What nothing refers to and cannot be read. */
  readonly unreadable: readonly UnreadablePart[];
}

export interface UnreadablePart {
  readonly place: Place;
  /** In a sentence. */
  readonly reason: string;
}

/** A part of a document that has no effect here; told when it is read, and in the coverage. */
export interface Unsupported {
  readonly place: Place;
  /** What stands there, in a few words: `a callback "onPaid"`, `the format "iban"`. */
  readonly what: string;
  /** What that means for whoever relies on it: `no call is made and none is awaited`. */
  readonly effect: string;
  /** The operation that it belongs to, by its id; undefined where it belongs to several or to none. */
  readonly operation?: string;
}

export interface Server {
  /** With the defaults of its variables filled in. */
  readonly url: string;
  /** The path of the URL without a trailing slash: `/api/v3`, or the empty string. */
  readonly basePath: string;
  readonly place: Place;
  /** One URL for every combination of the variables with an `enum`; a variable without one is left as `{}`. */
  readonly expandedUrls: readonly string[];
}

export interface Operation {
  /** `operationId`, or `METHOD /path` where the document gives none. Unique. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** The template: `/orders/{id}`. */
  readonly path: string;
  readonly place: Place;
  /** Those of the path item included, overridden as the document says. */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly Response[];
  /** Alternatives, any one of which is enough; empty when the operation is open to all. */
  readonly security: readonly SecurityRequirement[];
  readonly deprecated?: boolean;
  /** Of the document: since 3.1 `readOnly` and `writeOnly` bind the implementation. 3.0 where it is not told. */
  readonly openapi?: Contract['openapi'];
  /** Those that the operation, else its path item, names in place of the contract's; empty where it names none. */
  readonly servers?: readonly Server[];
}

/** What the server asks of its clients: a webhook, or a callback of an operation. */
export interface OutgoingCall {
  /** As the document names it: `onPaid`. */
  readonly name: string;
  /** Whose callback it is, by its id; undefined for a webhook. */
  readonly callbackOf?: string;
  /** Its path is the expression that says where the client listens; empty for a webhook. */
  readonly operation: Operation;
}

/** All of these together; none at all means that anonymous calls are allowed too. */
export interface SecurityRequirement {
  readonly schemes: readonly SecurityScheme[];
  readonly place?: Place;
  /** What a token has to be good for, by the name of the scheme. */
  readonly scopes?: ReadonlyMap<string, readonly string[]>;
}

export interface SecurityScheme {
  readonly name: string;
  readonly place: Place;
  readonly type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  /** For `http`: lower case, such as `bearer` or `basic`. */
  readonly scheme: string | undefined;
  /** For `apiKey`. */
  readonly in: 'header' | 'query' | 'cookie' | undefined;
  /** For `apiKey`: the name of the header, query parameter or cookie. */
  readonly parameterName: string | undefined;
  /** For `oauth2` and `openIdConnect`: where tokens are from. */
  readonly flows?: readonly SecurityFlow[];
}

export interface SecurityFlow {
  /** `authorizationCode`, `clientCredentials`, ...; `openIdConnect` for that type. */
  readonly name: string;
  readonly place: Place;
  /** Those of the flow: `tokenUrl https://id.example.com/token`. */
  readonly urls: readonly string[];
  /** What its tokens may be good for; undefined where the document does not say. */
  readonly scopes?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly place: Place;
  readonly schema: Schema | undefined;
  /** For a parameter described by `content` in place of `schema`. */
  readonly content: readonly MediaType[];
  readonly examples: readonly Example[];
  readonly deprecated?: boolean;
  /** `?verbose=` is taken, whatever the schema says. */
  readonly allowsEmptyValue?: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly place: Place;
  readonly content: readonly MediaType[];
}

export interface MediaType {
  /** As the document writes it, without parameters and in lower case: `application/json`, `text/*`. */
  readonly range: string;
  /** Its parameters but for `charset=utf-8`, sorted: `; version=2`; empty without any. */
  readonly parameters?: string;
  readonly place: Place;
  readonly schema: Schema | undefined;
  readonly examples: readonly Example[];
  /** How the parts of a form are written, by the names of its properties; for those that the document names. */
  readonly encoding?: ReadonlyMap<string, PartEncoding>;
}

export interface PartEncoding {
  readonly place: Place;
  /** Those that a part may have: `image/*`; empty where the document does not say. */
  readonly types: readonly string[];
  readonly style: string;
  readonly explode: boolean;
  /** Those of a part of its own, as in multipart. */
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
  /** Operations that go on from this answer, in the order of the document. */
  readonly links?: readonly Link[];
}

/** What an answer has for the request of another operation. */
export interface Link {
  readonly name: string;
  readonly place: Place;
  /** That of the operation: `operationId`, or the one that `operationRef` names within this document. */
  readonly operation: string;
  /** By the name of the parameter, with its place in front where the document gives one (`path.id`): a constant, or a runtime expression such as `$response.body#/id`. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** A constant or a runtime expression, for the body of the request. */
  readonly requestBody?: Json;
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly place: Place;
  readonly schema: Schema | undefined;
  /** For a header described by `content` in place of `schema`. */
  readonly content?: readonly MediaType[];
  readonly examples?: readonly Example[];
  /** An object is written `a=1,b=2`, not `a,1,b,2`. */
  readonly explode?: boolean;
}

/** True when the contract lets nobody in without credentials. */
export function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every(({ schemes }) => schemes.length > 0);
}

/** The declared response that governs a status: the exact one, then the range, then `default`. */
export function findResponse(operation: Operation, status: number): Response | undefined {
  const declared = (key: string) => operation.responses.find((response) => response.status === key);
  return declared(String(status)) ?? declared(`${Math.trunc(status / 100)}XX`) ?? declared('default');
}

/** The media type that governs a concrete type such as `application/json`; the most specific wins, parameters included. */
export function findMediaType(content: readonly MediaType[], type: string): MediaType | undefined {
  const [only] = content;
  // As nearly all are.
  if (content.length === 1 && only?.range === type) return only;
  const wantedType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [mainType] = wantedType.split('/', 1);
  return (
    findByRange(content, wantedType, type) ??
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

/** The line of the document at a place, trimmed, or the part of a very long one; empty when the source is not at hand. */
export function sourceLine(contract: Contract, place: Place): string {
  const text = contract.sources.get(place.file);
  return text === undefined ? '' : quoteLine(text, place);
}
