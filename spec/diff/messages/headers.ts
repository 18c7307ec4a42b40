/** The headers of an answer. */
import type { Header } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { responseRules } from '../rules/responses.ts';
import { compareOnce } from '../schema/schema-changes.ts';
import { requiredWord } from './parameter.ts';
import { anything, asSent, typesOf } from './wire-schemas.ts';

type Id = Parameters<typeof responseRules.rule>[0];

/** By their names in any case. `within` says whose: `response 200 header`. */
export function* compareHeaders(sides: Sides<readonly Header[]>, within: string): Generator<PartChange> {
  const [old, fresh] = [byName(sides.before), byName(sides.after)];
  for (const [name, before] of old) {
    const after = fresh.get(name);
    const at = `${within} ${before.name}`;
    if (after === undefined) yield removed(before, at);
    else yield* compareHeader({ before, after }, at);
  }
  for (const [name, after] of fresh) if (!old.has(name)) yield added(after, `${within} ${after.name}`);
}

export function byName(headers: readonly Header[]): ReadonlyMap<string, Header> {
  return new Map(headers.map((header) => [header.name.toLowerCase(), header] as const));
}

function removed(header: Header, at: string): PartChange {
  const id = header.required ? 'response-header-removed-required' : 'response-header-removed-optional';
  return partChange(responseRules.rule(id), {
    at,
    before: header.place,
    was: requiredWord(header),
    is: NONE,
  });
}

function added(header: Header, at: string): PartChange {
  const rule = responseRules.rule('response-header-added');
  return partChange(rule, { at, after: header.place, was: NONE, is: requiredWord(header) });
}

function* compareHeader(sides: Sides<Header>, at: string): Generator<PartChange> {
  const { before, after } = sides;
  if (before.required !== after.required) yield changed(requiredId(after), { ...sides, at }, requiredWord);
  if (formatWord(before) !== formatWord(after))
    yield changed('response-header-content-changed', { ...sides, at }, formatWord);
  else yield* compareValues(sides, at);
}

function requiredId({ required }: Header): Id {
  return required ? 'response-header-became-required' : 'response-header-became-optional';
}

/** The server writes, so the new schema has to lie within the old one. */
function* compareValues(sides: Sides<Header>, at: string): Generator<PartChange> {
  const [before, after] = [schemaOf(sides.before), schemaOf(sides.after)];
  if (asSent({ narrow: after, wide: before, isListed: false }) === undefined)
    yield changed('response-header-type-specialised', { ...sides, at }, typeWord);
  else yield* compareOnce({ before, after, direction: 'response', at });
}

function changed(
  id: Id,
  { before, after, at }: Sides<Header> & { readonly at: string },
  wordOf: (header: Header) => string,
): PartChange {
  const places = { before: before.place, after: after.place };
  return partChange(responseRules.rule(id), { at, ...places, was: wordOf(before), is: wordOf(after) });
}

/** Of values that are no objects `explode` changes nothing. */
export function formatWord(header: Header): string {
  const { content: [media] = [], explode = false } = header;
  if (media !== undefined) return media.range;
  return explode && typesOf(schemaOf(header))?.has('object') ? 'plain text, explode true' : 'plain text';
}

function schemaOf({ content: [media] = [], schema, place }: Header): Schema {
  return media?.schema ?? schema ?? anything(place);
}

export function typeWord(header: Header): string {
  return [...(typesOf(schemaOf(header)) ?? ['any text'])].join(' or ');
}
