/**
 * Compares headers that clients write, other than parameters: in the parts of a form, and in responses to outgoing
 * calls.
 */
import type { Header } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { writtenHeaderRules } from '../rules/bodies.ts';
import { compareSchemasOnce } from '../schema/schema-changes.ts';
import { describeHeaderFormat, describeHeaderTypes, hasContent, headersByName } from './headers.ts';
import { describeRequired } from './parameter.ts';
import { anySchema } from './text-language.ts';
import { toComparable } from './wire-schemas.ts';

type ClientHeaderRuleId = Parameters<typeof writtenHeaderRules.rule>[0];

/** Matches headers by case-insensitive name. `within` is their location: `callback onDone response 200 header`. */
export function* compareClientHeaders(sides: Sides<readonly Header[]>, within: string): Generator<PartChange> {
  const [oldHeaders, newHeaders] = [headersByName(sides.before), headersByName(sides.after)];
  for (const [name, before] of oldHeaders) {
    const after = newHeaders.get(name);
    const at = `${within} ${before.name}`;
    if (after !== undefined) yield* compareClientHeader({ before, after }, at);
    else
      yield headerChange('api-written-header-removed', {
        at,
        before,
        was: describeRequired(before),
        is: NONE,
      });
  }
  for (const [name, after] of newHeaders) {
    if (oldHeaders.has(name)) continue;
    const id = after.required ? 'api-written-header-added-required' : 'api-written-header-added-optional';
    yield headerChange(id, { at: `${within} ${after.name}`, after, was: NONE, is: describeRequired(after) });
  }
}

function* compareClientHeader(sides: Sides<Header>, at: string): Generator<PartChange> {
  const { before, after } = sides;
  if (before.required !== after.required) {
    const id = after.required ? 'api-written-header-became-required' : 'api-written-header-became-optional';
    yield headerChange(id, { at, ...sides, was: describeRequired(before), is: describeRequired(after) });
  }
  const [was, is] = [describeHeaderFormat(before), describeHeaderFormat(after)];
  if (was !== is) yield headerChange('api-written-header-content-changed', { at, ...sides, was, is });
  else yield* compareValues(sides, at);
}

/** The client sends the header, so the new schema must accept everything that the old one accepts. */
function* compareValues(sides: Sides<Header>, at: string): Generator<PartChange> {
  const [before, after] = [headerSchema(sides.before), headerSchema(sides.after)];
  if (hasContent(sides.before)) return yield* compareSchemasOnce({ before, after, direction: 'request', at });
  const sent = toComparable({ written: before, read: after, acceptsSingleValue: false });
  if (sent !== undefined) yield* compareSchemasOnce({ ...sent, direction: 'request', at });
  else {
    const text = { was: describeHeaderTypes(sides.before), is: describeHeaderTypes(sides.after) };
    yield headerChange('api-written-header-type-generalised', { at, ...sides, ...text });
  }
}

function headerSchema({ content: [media] = [], schema, place }: Header): Schema {
  return media?.schema ?? schema ?? anySchema(place);
}

interface HeaderChangeInput {
  readonly at: string;
  readonly before?: Header;
  readonly after?: Header;
  readonly was: string;
  readonly is: string;
}

function headerChange(id: ClientHeaderRuleId, { before, after, ...text }: HeaderChangeInput): PartChange {
  const places = { before: before?.place, after: after?.place };
  return createPartChange(writtenHeaderRules.rule(id), { ...text, ...places });
}
