/** How a client writes the parts of a form. */
import type { Header, MediaType, PartEncoding } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { flatten } from '../../sampling/flatten.ts';
import type { Place } from '../../source/source-file.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { bodyRules } from '../rules/bodies.ts';
import { typesOf } from './wire-schemas.ts';
import { compareWrittenHeaders } from './written-headers.ts';

/** A part as one of the two contracts has it, said or not. */
interface Part {
  readonly place: Place;
  readonly types: readonly string[];
  readonly writing: string;
  readonly headers: readonly Header[];
}

/** Of the parts that either says something of; `at` is that of the body. */
export function* compareEncoding({ before, after }: Sides<MediaType>, at: string): Generator<PartChange> {
  const names = new Set([...(before.encoding?.keys() ?? []), ...(after.encoding?.keys() ?? [])]);
  for (const name of names) {
    const [old, fresh] = [partOf(before, name), partOf(after, name)];
    // A property that is new or gone is told by its schema.
    if (old !== undefined && fresh !== undefined)
      yield* comparePart({ before: old, after: fresh }, `${at}.${name}`);
  }
}

function partOf(media: MediaType, name: string): Part | undefined {
  const { place } = media;
  const property = media.schema === undefined ? undefined : flatten(media.schema).properties.get(name);
  if (property === undefined) return undefined;
  const said: PartEncoding = media.encoding?.get(name) ?? unsaid(place);
  const types = said.types.length > 0 ? said.types : usualTypes(property);
  // Only in multipart is a property a part with headers of its own.
  const headers = media.range.startsWith('multipart/') ? said.headers : [];
  return { place: said.place, types, writing: writingOf(media, said, property), headers };
}

function unsaid(place: Place): PartEncoding {
  return { place, types: [], style: 'form', explode: true, headers: [] };
}

/** What OpenAPI takes for granted; of bytes nothing in particular. */
function usualTypes(schema: Schema): readonly string[] {
  const types = typesOf(schema);
  if (types === undefined) return ['*/*'];
  if (types.has('object')) return ['application/json'];
  if (types.has('array')) return schema.items === undefined ? ['*/*'] : usualTypes(schema.items);
  return schema.format === 'binary' ? ['*/*'] : ['text/plain'];
}

/** Where a property is one value, or a part of its own, there is one way. */
function writingOf({ range }: MediaType, { style, explode }: PartEncoding, property: Schema): string {
  const types = typesOf(property);
  const isOne = types !== undefined && !types.has('array') && !types.has('object');
  return isOne || range.startsWith('multipart/') ? 'as it is' : `style ${style}, explode ${explode}`;
}

function* comparePart({ before, after }: Sides<Part>, at: string): Generator<PartChange> {
  const places = { at, before: before.place, after: after.place };
  const gone = before.types.filter((type) => !isCovered(type, after.types));
  const fresh = after.types.filter((type) => !isCovered(type, before.types));
  const words = { was: listed(before.types), is: listed(after.types) };
  if (gone.length > 0)
    yield partChange(bodyRules.rule('request-part-media-type-removed'), { ...places, ...words });
  else if (fresh.length > 0)
    yield partChange(bodyRules.rule('request-part-media-type-added'), { ...places, ...words });
  if (before.writing !== after.writing)
    yield partChange(bodyRules.rule('request-part-style-changed'), {
      ...places,
      was: before.writing,
      is: after.writing,
    });
  yield* compareWrittenHeaders({ before: before.headers, after: after.headers }, `${at} header`);
}

function isCovered(type: string, by: readonly string[]): boolean {
  const [family] = type.split('/');
  return by.some((range) => range === type || range === `${family}/*` || range === '*/*');
}

function listed(types: readonly string[]): string {
  return types.join(', ') || NONE;
}
