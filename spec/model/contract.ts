/** The Contract: the kit's model of an OpenAPI 3.0 or 3.1 document. Data only; loading/load-contract.ts builds it. */
import type { Json, JsonObject } from '../json/exact-json.ts';
import type { Place, SourceFile } from '../source/source-file.ts';
import { quoteLine } from '../source/source-line.ts';
import { normalizeMediaParameters } from './media-parameters.ts';
import type { Schema } from './schema.ts';

export { formatPlace, type Place } from '../source/source-file.ts';

export interface Contract {
  /** The document as the user named it: a path or a URL. */
  readonly file: string;
  /** Hash of the bytes of the main document, hexadecimal. */
  readonly sha256: string;
  readonly openapi: '3.0' | '3.1';
  readonly title: string;
  readonly version: string;
  readonly place: Place;
  readonly servers: readonly Server[];
  /** In document order. */
  readonly operations: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  /**
   * Webhooks, then the callbacks of each operation. Reading this property throws the same errors as reading an
   * operation.
   */
  readonly outgoingCalls?: readonly OutgoingCall[];
  /** The document with other files bundled in; references within the document remain. Numbers are doubles. */
  readonly document: JsonObject;
  /** The text of every file of the contract, by the file name in a Place. */
  readonly sources: ReadonlyMap<string, string>;
  /**
   * The files, by name, that overlays, the conversion from Swagger 2.0 or repairs changed; their texts are those of the
   * files themselves.
   */
  readonly rewritten?: ReadonlyMap<string, SourceFile>;
  /** What was repaired or set aside when the document was read, in document order. */
  readonly repairs?: readonly Repair[];
  /** Operations that cannot be served or tested, in document order. */
  readonly disabled?: readonly DisabledOperation[];
  /** Actions of overlays that change nothing, one line for each. */
  readonly unusedActions?: readonly string[];
  /** Parts of the document that this kit ignores, in document order. */
  readonly unsupported?: readonly Unsupported[];
  /** Parts outside of the operations, read on first access. */
  readonly componentParts?: ComponentParts;
}

/** Parts of a document that no request uses, or that only components contain. */
export interface ComponentParts {
  /** The operations of callbacks and webhooks. */
  readonly operations: readonly Operation[];
  /** The components of each kind, including those that operations refer to. */
  readonly parameters: readonly Parameter[];
  readonly headers: readonly Header[];
  readonly requestBodies: readonly RequestBody[];
  readonly responses: readonly Response[];
  readonly schemas: readonly Schema[];
  /** Parts that nothing refers to and that cannot be read. */
  readonly unreadable: readonly UnreadablePart[];
}

export interface UnreadablePart {
  readonly place: Place;
  /** A sentence. */
  readonly reason: string;
}

/** A part of a document that has no effect here; reported when the document is loaded, and in the coverage. */
export interface Unsupported {
  readonly place: Place;
  /** A short description: `a callback "onPaid"`, `the format "iban"`. */
  readonly what: string;
  /** The consequence for users: `no call is made and none is awaited`. */
  readonly effect: string;
  /** The id of the operation that it belongs to; undefined if it belongs to several or to none. */
  readonly operation?: string;
}

/** A place that OpenAPI does not allow, and what the kit reads there instead. */
export type Repair = Unsupported;

/** An operation whose description contains a reference that cannot be resolved: it is neither served nor tested. */
export interface DisabledOperation {
  /** `operationId`, or `METHOD /path`; for a whole path the path. */
  readonly id: string;
  /** Upper case; absent for a path whose operations are unknown. */
  readonly method?: string;
  readonly path: string;
  readonly place: Place;
  /** With the place of the reference: `"#/components/schemas/Pet" does not exist (api.yaml:12)`. */
  readonly reason: string;
}

export interface Server {
  /** With the defaults of its variables inserted. */
  readonly url: string;
  /** The path of the URL without a trailing slash: `/api/v3`, or the empty string. */
  readonly basePath: string;
  readonly place: Place;
  /** One URL for every combination of the variables with an `enum`; a variable without one is left as `{}`. */
  readonly expandedUrls: readonly string[];
}

export interface Operation {
  /** `operationId`, or `METHOD /path` if the document has none. Unique. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** The template: `/orders/{id}`. */
  readonly path: string;
  readonly place: Place;
  /** Includes those of the path item that the operation does not override. */
  readonly parameters: readonly Parameter[];
  /**
   * A header parameter named `Authorization`, which is not in `parameters`: OpenAPI ignores it, but a document that
   * declares it in place of a security scheme requires a credential.
   */
  readonly authorizationParameter?: Parameter;
  /** Path parameters that the path lacks, which are not in `parameters`: no request can have them. */
  readonly unplacedParameters?: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly Response[];
  /** Alternatives, of which one is sufficient; empty if the operation requires no credentials. */
  readonly security: readonly SecurityRequirement[];
  /** Its summary and its description; absent if it has neither. */
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  /**
   * The version of the document: since 3.1 `readOnly` and `writeOnly` bind the implementation. Treated as 3.0 if
   * absent.
   */
  readonly openapi?: Contract['openapi'];
  /**
   * The servers of the operation, else of its path item, which replace those of the contract; empty if there are none.
   */
  readonly servers?: readonly Server[];
}

/** A request from the server to its clients: a webhook, or a callback of an operation. */
export interface OutgoingCall {
  /** The name in the document: `onPaid`. */
  readonly name: string;
  /** The id of the operation that declares the callback; undefined for a webhook. */
  readonly callbackOf?: string;
  /** Its path is the runtime expression of the callback URL; empty for a webhook. */
  readonly operation: Operation;
}

/** All of these schemes are required together; an empty list allows anonymous calls. */
export interface SecurityRequirement {
  readonly schemes: readonly SecurityScheme[];
  readonly place?: Place;
  /** The scopes that a token needs, by the name of the scheme. */
  readonly scopes?: ReadonlyMap<string, readonly string[]>;
}

export interface SecurityScheme {
  readonly name: string;
  readonly place: Place;
  readonly type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  /** For `http`: lower case, such as `bearer` or `basic`. */
  readonly scheme: string | undefined;
  /** For `bearer`: a hint about its tokens, such as `JWT`. */
  readonly bearerFormat?: string;
  /** For `apiKey`. */
  readonly in: 'header' | 'query' | 'cookie' | undefined;
  /** For `apiKey`: the name of the header, query parameter or cookie. */
  readonly parameterName: string | undefined;
  /** The document declares it as a parameter, and does not say that the credential is checked. */
  readonly isParameter?: boolean;
  /** For `oauth2` and `openIdConnect`: the sources of tokens. */
  readonly flows?: readonly SecurityFlow[];
}

export interface SecurityFlow {
  /** `authorizationCode`, `clientCredentials`, ...; `openIdConnect` for that type. */
  readonly name: string;
  readonly place: Place;
  /** The URLs of the flow: `tokenUrl https://id.example.com/token`. */
  readonly urls: readonly string[];
  /** The available scopes; undefined if the document does not list them. */
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

/** True if every alternative requires credentials. */
export function isSecured({ security }: Operation): boolean {
  return (
    security.length > 0 && security.every(({ schemes }) => schemes.some(({ isParameter }) => isParameter !== true))
  );
}

/** Returns the declared response for a status: the exact one, then the range, then `default`. */
export function findResponse(operation: Operation, status: number): Response | undefined {
  const declared = (key: string) => operation.responses.find((response) => response.status === key);
  return declared(String(status)) ?? declared(`${Math.trunc(status / 100)}XX`) ?? declared('default');
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

/**
 * Returns the trimmed line of the document at a place, or an excerpt of a very long one; empty if the source is not
 * available.
 */
export function sourceLine(contract: Contract, place: Place): string {
  const text = contract.sources.get(place.file);
  return text === undefined ? '' : quoteLine(text, place);
}
