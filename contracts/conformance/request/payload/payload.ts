/** A valid body that is not the JSON one of the twin: a form, XML, a text, bytes, or JSON under another media type. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { findMediaType, isJsonType, type MediaType, type Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { headerValue } from '../../../http/headers.ts';
import type { RequestSpec, ToleratedResponse } from '../../model/request-spec.ts';
import { isXmlType } from '../parameters/content-type.ts';
import type { ParameterValue } from '../parameters/serialize-parameters.ts';

/** What goes out as a body. */
export interface RequestBodySpec {
  readonly content: string | Uint8Array | undefined;
  /** What it means, where a schema can say. */
  readonly jsonValue?: Json | undefined;
  /** `undefined` leaves the header out; without this member it is the media type of the contract. */
  readonly contentType?: string | undefined;
}

type PayloadKind = 'json' | 'form' | 'multipart' | 'xml' | 'text' | 'bytes';

export interface Payload {
  readonly kind: PayloadKind;
  /** As declared. */
  readonly media: MediaType;
  /** One that the declared range holds, with its parameters: `image/png` for `image/*`. */
  readonly type: string;
  readonly schema: Schema | undefined;
  /** What it means; undefined for what is sent as it stands. */
  readonly full: Json | undefined;
  /** Why an implementation that keeps the contract may refuse it all the same. */
  readonly tolerated: readonly ToleratedResponse[];
  /** Of forms, field by field. */
  readonly form?: Form;
  /** With another value in it; what stands as it is stays. */
  write(value: Json | undefined): RequestBodySpec;
}

/** A body made of fields, each of them written as a parameter of the style "form" is. */
export interface Form {
  /** Those of the full value. */
  readonly fields: readonly FormField[];
  /** These fields in this order, which need not be valid. */
  write(values: readonly ParameterValue[]): RequestBodySpec;
}

/** A field with its valid value. */
export interface FormField extends ParameterValue {
  readonly schema: Schema;
  /** What is uploaded rather than written. */
  readonly isFile: boolean;
  /** The media types that the document gives it; those of its default are not among them. */
  readonly types: readonly string[];
  /** Documents and implementations agree on how its value looks in a form. */
  readonly isUnambiguous: boolean;
}

/** What is made of a schema by rules that documents and implementations do not all share. */
export function toleratedBecauseUnclear(reason: string): readonly ToleratedResponse[] {
  return [400, 409, 422].map((status) => ({ status, reason }));
}

/** `image/png` for `image/*`; for ranges that hold everything what the schema looks like. */
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
]);

function isText(schema: Schema): boolean {
  return flattenSchema(schema).types?.has('string') === true;
}

export function payloadKind(type: string): PayloadKind {
  if (isJsonType(type)) return 'json';
  // An SVG is an image first.
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

/** The declared media type that a draft's body goes under. */
export function findSentMedia({ requestBody }: Operation, { headers }: RequestSpec): MediaType | undefined {
  const type = headerValue(headers, 'content-type');
  return requestBody === undefined || type === undefined ? undefined : findMediaType(requestBody.content, type);
}
