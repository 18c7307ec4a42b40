/** Compares how a client serializes the parts of a form. */
import type { Header, MediaType, PartEncoding } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { flattenSchema } from '../../sampling/flatten-schema.ts';
import type { Place } from '../../source/source-file.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { bodyRules } from '../rules/bodies.ts';
import { compareClientHeaders } from './client-headers.ts';
import { declaredOrComposedTypes } from './wire-schemas.ts';

/** A part of a form, with declared or default values. */
interface FormPart {
  readonly place: Place;
  readonly types: readonly string[];
  readonly serialization: string;
  readonly headers: readonly Header[];
}

/** Compares the parts that either side declares; `at` is the location of the body. */
export function* compareEncoding({ before, after }: Sides<MediaType>, at: string): Generator<PartChange> {
  const names = new Set([...(before.encoding?.keys() ?? []), ...(after.encoding?.keys() ?? [])]);
  for (const name of names) {
    const [old, current] = [readFormPart(before, name), readFormPart(after, name)];
    // Added and removed properties are reported by the schema comparison.
    if (old !== undefined && current !== undefined)
      yield* comparePart({ before: old, after: current }, `${at}.${name}`);
  }
}

function readFormPart(media: MediaType, name: string): FormPart | undefined {
  const { place } = media;
  const property = media.schema === undefined ? undefined : flattenSchema(media.schema).properties.get(name);
  if (property === undefined) return undefined;
  const encoding: PartEncoding = media.encoding?.get(name) ?? defaultEncoding(place);
  const types = encoding.types.length > 0 ? encoding.types : defaultContentTypes(property);
  // Only parts of multipart have headers.
  const headers = media.range.startsWith('multipart/') ? encoding.headers : [];
  return {
    place: encoding.place,
    types,
    serialization: describeSerialization(media, encoding, property),
    headers,
  };
}

function defaultEncoding(place: Place): PartEncoding {
  return { place, types: [], style: 'form', explode: true, headers: [] };
}

/** OpenAPI's default content types; any type for binary data. */
function defaultContentTypes(schema: Schema): readonly string[] {
  const types = declaredOrComposedTypes(schema);
  if (types === undefined) return ['*/*'];
  if (types.has('object')) return ['application/json'];
  if (types.has('array')) return schema.items === undefined ? ['*/*'] : defaultContentTypes(schema.items);
  return schema.format === 'binary' ? ['*/*'] : ['text/plain'];
}

/** A single value, or a multipart part, has only one serialization. */
function describeSerialization({ range }: MediaType, { style, explode }: PartEncoding, property: Schema): string {
  const types = declaredOrComposedTypes(property);
  const isOne = types !== undefined && !types.has('array') && !types.has('object');
  return isOne || range.startsWith('multipart/') ? 'single value' : `style ${style}, explode ${explode}`;
}

function* comparePart({ before, after }: Sides<FormPart>, at: string): Generator<PartChange> {
  const places = { at, before: before.place, after: after.place };
  const removed = before.types.filter((type) => !isTypeCovered(type, after.types));
  const added = after.types.filter((type) => !isTypeCovered(type, before.types));
  const text = { was: joinTypes(before.types), is: joinTypes(after.types) };
  if (removed.length > 0)
    yield createPartChange(bodyRules.rule('request-part-media-type-removed'), { ...places, ...text });
  else if (added.length > 0)
    yield createPartChange(bodyRules.rule('request-part-media-type-added'), { ...places, ...text });
  if (before.serialization !== after.serialization)
    yield createPartChange(bodyRules.rule('request-part-style-changed'), {
      ...places,
      was: before.serialization,
      is: after.serialization,
    });
  yield* compareClientHeaders({ before: before.headers, after: after.headers }, `${at} header`);
}

function isTypeCovered(type: string, by: readonly string[]): boolean {
  const [mainType] = type.split('/');
  return by.some((range) => range === type || range === `${mainType}/*` || range === '*/*');
}

function joinTypes(types: readonly string[]): string {
  return types.join(', ') || NONE;
}
