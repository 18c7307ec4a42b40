/** One concrete media type for a declared range, and what kind of body it is. */
import { isJsonType, type MediaType, mediaTypeFor, type Operation } from '../../../../spec/contract.ts';
import { flatten } from '../../../../spec/flatten.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { headerOf } from '../../../headers.ts';
import type { Draft } from '../../model/draft.ts';
import { isXmlType } from '../parameters/content-type.ts';
import type { PayloadKind } from './payload.ts';

/** `image/png` for `image/*`; for ranges that hold everything what the schema looks like. */
export function concreteType({ range, schema }: Pick<MediaType, 'range' | 'schema'>): string {
  if (!range.includes('*')) return range;
  const isRecord = schema !== undefined && !isText(schema);
  return typesOfFamilies.get(range) ?? (isRecord ? 'application/json' : 'application/octet-stream');
}

const typesOfFamilies: ReadonlyMap<string, string> = new Map([
  ['text/*', 'text/plain'],
  ['image/*', 'image/png'],
  ['audio/*', 'audio/wav'],
  ['video/*', 'video/mp4'],
  ['multipart/*', 'multipart/form-data'],
]);

function isText(schema: Schema): boolean {
  return flatten(schema).types?.has('string') === true;
}

export function kindOfType(type: string): PayloadKind {
  if (isJsonType(type)) return 'json';
  // An SVG is an image first.
  if (isXmlType(type) && !type.startsWith('image/')) return 'xml';
  return kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'bytes';
}

const kinds: readonly (readonly [pattern: RegExp, kind: PayloadKind])[] = [
  [/^application\/x-www-form-urlencoded\b/i, 'form'],
  [/^multipart\/form-data\b/i, 'multipart'],
  [
    /^(?:text\/|application\/(?:(?:x-)?yaml|jsonl|x-ndjson|x-jsonlines|graphql|sql|javascript)\b|[^/]+\/[^;]+\+yaml\b)/i,
    'text',
  ],
];

/** The declared media type that a draft's body goes under. */
export function sentMedia({ requestBody }: Operation, { headers }: Draft): MediaType | undefined {
  const type = headerOf(headers, 'content-type');
  return requestBody === undefined || type === undefined
    ? undefined
    : mediaTypeFor(requestBody.content, type);
}
