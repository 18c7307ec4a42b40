/** Headers that clients write beside the parameters: of the parts of a form, and of what they answer to a call. */
import type { Header } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { writtenHeaderRules } from '../rules/bodies.ts';
import { compareOnce } from '../schema/schema-changes.ts';
import { byName, formatWord, typeWord } from './headers.ts';
import { requiredWord } from './parameter.ts';
import { anything, asSent } from './wire-schemas.ts';

type Id = Parameters<typeof writtenHeaderRules.rule>[0];

/** By their names in any case. `within` says whose: `callback onDone response 200 header`. */
export function* compareWrittenHeaders(
  sides: Sides<readonly Header[]>,
  within: string,
): Generator<PartChange> {
  const [old, fresh] = [byName(sides.before), byName(sides.after)];
  for (const [name, before] of old) {
    const after = fresh.get(name);
    const at = `${within} ${before.name}`;
    if (after !== undefined) yield* compareWritten({ before, after }, at);
    else yield changed('api-written-header-removed', { at, before, was: requiredWord(before), is: NONE });
  }
  for (const [name, after] of fresh) {
    if (old.has(name)) continue;
    const id = after.required ? 'api-written-header-added-required' : 'api-written-header-added-optional';
    yield changed(id, { at: `${within} ${after.name}`, after, was: NONE, is: requiredWord(after) });
  }
}

function* compareWritten(sides: Sides<Header>, at: string): Generator<PartChange> {
  const { before, after } = sides;
  if (before.required !== after.required) {
    const id = after.required ? 'api-written-header-became-required' : 'api-written-header-became-optional';
    yield changed(id, { at, ...sides, was: requiredWord(before), is: requiredWord(after) });
  }
  const [was, is] = [formatWord(before), formatWord(after)];
  if (was !== is) yield changed('api-written-header-content-changed', { at, ...sides, was, is });
  else yield* compareValues(sides, at);
}

/** The client writes, so the old schema has to lie within the new one. */
function* compareValues(sides: Sides<Header>, at: string): Generator<PartChange> {
  const sent = asSent({ narrow: schemaOf(sides.before), wide: schemaOf(sides.after), isListed: false });
  if (sent !== undefined) yield* compareOnce({ ...sent, direction: 'request', at });
  else {
    const words = { was: typeWord(sides.before), is: typeWord(sides.after) };
    yield changed('api-written-header-type-generalised', { at, ...sides, ...words });
  }
}

function schemaOf({ content: [media] = [], schema, place }: Header): Schema {
  return media?.schema ?? schema ?? anything(place);
}

interface Words {
  readonly at: string;
  readonly before?: Header;
  readonly after?: Header;
  readonly was: string;
  readonly is: string;
}

function changed(id: Id, { before, after, ...words }: Words): PartChange {
  const places = { before: before?.place, after: after?.place };
  return partChange(writtenHeaderRules.rule(id), { ...words, ...places });
}
