/** Compares the headers of a response. */
import type { Header } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { responseRules } from '../rules/responses.ts';
import { compareSchemasOnce } from '../schema/schema-changes.ts';
import { describeRequired } from './parameter.ts';
import { anySchema } from './text-language.ts';
import { declaredOrComposedTypes, toComparable } from './wire-schemas.ts';

type ResponseRuleId = Parameters<typeof responseRules.rule>[0];

/** Matches headers by case-insensitive name. `within` is their location: `response 200 header`. */
export function* compareHeaders(sides: Sides<readonly Header[]>, within: string): Generator<PartChange> {
  const [oldHeaders, newHeaders] = [headersByName(sides.before), headersByName(sides.after)];
  for (const [name, before] of oldHeaders) {
    const after = newHeaders.get(name);
    const at = `${within} ${before.name}`;
    if (after === undefined) yield headerRemoved(before, at);
    else yield* compareHeader({ before, after }, at);
  }
  for (const [name, after] of newHeaders)
    if (!oldHeaders.has(name)) yield headerAdded(after, `${within} ${after.name}`);
}

export function headersByName(headers: readonly Header[]): ReadonlyMap<string, Header> {
  return new Map(headers.map((header) => [header.name.toLowerCase(), header] as const));
}

function headerRemoved(header: Header, at: string): PartChange {
  const id = header.required ? 'response-header-removed-required' : 'response-header-removed-optional';
  return createPartChange(responseRules.rule(id), {
    at,
    before: header.place,
    was: describeRequired(header),
    is: NONE,
  });
}

function headerAdded(header: Header, at: string): PartChange {
  const rule = responseRules.rule('response-header-added');
  return createPartChange(rule, { at, after: header.place, was: NONE, is: describeRequired(header) });
}

function* compareHeader(sides: Sides<Header>, at: string): Generator<PartChange> {
  const { before, after } = sides;
  if (before.required !== after.required) yield headerChange(requiredRuleId(after), { ...sides, at }, describeRequired);
  if (describeHeaderFormat(before) !== describeHeaderFormat(after))
    yield headerChange('response-header-content-changed', { ...sides, at }, describeHeaderFormat);
  else yield* compareValues(sides, at);
}

function requiredRuleId({ required }: Header): ResponseRuleId {
  return required ? 'response-header-became-required' : 'response-header-became-optional';
}

/** The server sends the header, so the old schema must accept everything that the new one accepts. */
function* compareValues(sides: Sides<Header>, at: string): Generator<PartChange> {
  const [before, after] = [headerSchema(sides.before), headerSchema(sides.after)];
  if (hasContent(sides.before)) return yield* compareSchemasOnce({ before, after, direction: 'response', at });
  const sent = toComparable({ written: after, read: before, acceptsSingleValue: false });
  if (sent === undefined) yield headerChange('response-header-type-specialised', { ...sides, at }, describeHeaderTypes);
  else yield* compareSchemasOnce({ before: sent.after, after: sent.before, direction: 'response', at });
}

function headerChange(
  id: ResponseRuleId,
  { before, after, at }: Sides<Header> & { readonly at: string },
  describe: (header: Header) => string,
): PartChange {
  const places = { before: before.place, after: after.place };
  return createPartChange(responseRules.rule(id), {
    at,
    ...places,
    was: describe(before),
    is: describe(after),
  });
}

/** `explode` only has an effect on objects. */
export function describeHeaderFormat(header: Header): string {
  const { content: [media] = [], explode = false } = header;
  if (media !== undefined) return media.range;
  return explode && declaredOrComposedTypes(headerSchema(header))?.has('object')
    ? 'plain text, explode true'
    : 'plain text';
}

/** Its value is a document of that media type, in which a number is no string. */
export function hasContent({ content = [] }: Header): boolean {
  return content.length > 0;
}

function headerSchema({ content: [media] = [], schema, place }: Header): Schema {
  return media?.schema ?? schema ?? anySchema(place);
}

export function describeHeaderTypes(header: Header): string {
  return [...(declaredOrComposedTypes(headerSchema(header)) ?? ['any type'])].join(' or ');
}
