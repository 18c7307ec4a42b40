/** The Contract: the kit's model of an OpenAPI 3.0 or 3.1 document. Data only; loading/load-contract.ts builds it. */
import type { JsonObject } from '../json/exact-json.ts';
import type { Place, SourceFile } from '../source/source-file.ts';
import { quoteLine } from '../source/source-line.ts';
import type { Header, Parameter, RequestBody, Response } from './message.ts';
import type { Schema } from './schema.ts';
import type { SecurityRequirement, SecurityScheme } from './security.ts';

export { formatPlace, type Place } from '../source/source-file.ts';
export {
  type Example,
  findMediaType,
  type Header,
  isJsonType,
  type Link,
  type MediaType,
  type Parameter,
  type PartEncoding,
  type RequestBody,
  type Response,
} from './message.ts';
export { isSecured, type SecurityFlow, type SecurityRequirement, type SecurityScheme } from './security.ts';

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

/** Returns the declared response for a status: the exact one, then the range, then `default`. */
export function findResponse(operation: Operation, status: number): Response | undefined {
  const declared = (key: string) => operation.responses.find((response) => response.status === key);
  return declared(String(status)) ?? declared(`${Math.trunc(status / 100)}XX`) ?? declared('default');
}

/**
 * Returns the trimmed line of the document at a place, or an excerpt of a very long one; empty if the source is not
 * available.
 */
export function sourceLine(contract: Contract, place: Place): string {
  const text = contract.sources.get(place.file);
  return text === undefined ? '' : quoteLine(text, place);
}
