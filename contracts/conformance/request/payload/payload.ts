/**
 * A valid body other than the JSON body of a baseline request: a form, XML, text, bytes, or another JSON media type.
 */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { findMediaType, isJsonType, type MediaType, type Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import type { UploadedFile } from '../../../../spec/resources/uploaded-files.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { headerValue } from '../../../http/headers.ts';
import type { RequestSpec, ToleratedResponse } from '../../model/request-spec.ts';
import { isXmlType } from '../parameters/content-type.ts';
import type { ParameterValue } from '../parameters/serialize-parameters.ts';

/** The body of a request to build. */
export interface RequestBodySpec {
  readonly content: string | Uint8Array | undefined;
  /** The represented JSON value, if a schema can describe it. */
  readonly jsonValue?: Json | undefined;
  /** `undefined` omits the header; without this member the media type of the contract is sent. */
  readonly contentType?: string | undefined;
  /** The files of a multipart form. */
  readonly files?: readonly UploadedFile[];
}

/** By field, the file to upload in place of the sample of its media type. */
export type FilesByField = ReadonlyMap<string, Omit<UploadedFile, 'field'>>;

type PayloadKind = 'json' | 'form' | 'multipart' | 'xml' | 'text' | 'bytes';

export interface Payload {
  readonly kind: PayloadKind;
  /** As declared. */
  readonly media: MediaType;
  /** A concrete type in the declared range, with its parameters: `image/png` for `image/*`. */
  readonly type: string;
  readonly schema: Schema | undefined;
  /** The represented value; undefined for literal content. */
  readonly full: Json | undefined;
  /** Why a conforming implementation may reject it. */
  readonly tolerated: readonly ToleratedResponse[];
  /** For forms, the fields. */
  readonly form?: Form;
  /** Serializes another value; literal content does not change. */
  write(value: Json | undefined, files?: FilesByField): RequestBodySpec;
}

/** A body of fields, each serialized like a parameter of the style "form". */
export interface Form {
  /** The fields of the full value. */
  readonly fields: readonly FormField[];
  /** Serializes these values in this order; they need not be valid. */
  write(values: readonly ParameterValue[], files?: FilesByField): RequestBodySpec;
}

/** A field with its valid value. */
export interface FormField extends ParameterValue {
  readonly schema: Schema;
  /** Whether the field is a file upload. */
  readonly isFile: boolean;
  /** The media types that the document declares for the field, without the defaults. */
  readonly types: readonly string[];
  /** Whether documents and implementations agree on the serialization of its value. */
  readonly isUnambiguous: boolean;
}

/** For bodies derived by rules that are not shared by all documents and implementations. */
export function toleratedBecauseUnclear(reason: string): readonly ToleratedResponse[] {
  return [400, 409, 422].map((status) => ({ status, reason }));
}

/** `image/png` for `image/*`; ranges that include every type are resolved by the schema. */
export function concreteType({ range, schema }: Pick<MediaType, 'range' | 'schema'>): string {
  if (!range.includes('*')) return range;
  const isRecord = schema !== undefined && !isText(schema);
  return concreteTypes.get(range) ?? (isRecord ? 'application/json' : 'application/octet-stream');
}

const concreteTypes: ReadonlyMap<string, string> = new Map([
  ['text/*', 'text/plain'],
  ['image/*', 'image/png'],
  ['audio/*', 'audio/wav'],
  ['video/*', 'video/mp4'],
  ['multipart/*', 'multipart/form-data'],
  // No range of RFC 9110, but in use: ASP.NET generates it.
  ['application/*+json', 'application/vnd.api+json'],
]);

function isText(schema: Schema): boolean {
  return flattenSchema(schema).types?.has('string') === true;
}

export function payloadKind(type: string): PayloadKind {
  if (isJsonType(type)) return 'json';
  // SVG is treated as an image.
  if (isXmlType(type) && !type.startsWith('image/')) return 'xml';
  return payloadKinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'bytes';
}

const payloadKinds: readonly (readonly [pattern: RegExp, kind: PayloadKind])[] = [
  [/^application\/x-www-form-urlencoded\b/i, 'form'],
  [/^multipart\/form-data\b/i, 'multipart'],
  [
    /^(?:text\/|application\/(?:(?:x-)?yaml|jsonl|x-ndjson|x-jsonlines|graphql|sql|javascript)\b|[^/]+\/[^;]+\+yaml\b)/i,
    'text',
  ],
];

/** The declared media type of the body of a request. */
export function findSentMedia({ requestBody }: Operation, { headers }: RequestSpec): MediaType | undefined {
  const type = headerValue(headers, 'content-type');
  return requestBody === undefined || type === undefined ? undefined : findMediaType(requestBody.content, type);
}
