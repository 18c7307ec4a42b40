import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/exact-json.ts';
import type { Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case, OpenAnswer } from '../case.ts';
import { freshen } from '../fresh.ts';
import { replaceAt } from '../sites.ts';
import { caseOf, rawDraft, type Twin } from '../twin.ts';
import { placeOfKeyword } from './bearer.ts';
import { entryProbes } from './extra-properties/entries.ts';
import { type Extra, everywhere, inTheBody } from './extra-properties/names.ts';
import type { Family } from './family.ts';
import { allSpotsOf, type Spot } from './spots.ts';

/** A property more, at every depth: taken without touching the others where the contract allows it, else rejected. */
export const extraProperties: Family = {
  name: 'extra-properties',
  summary: 'a property beyond the declared ones changes nothing, or is rejected where the object is closed',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const spot of allSpotsOf(twin.body)) {
      const { value, flat, path } = spot;
      if (!isJsonObject(value)) continue;
      for (const extra of everywhere) yield caseFor(twin, spot, extra);
      const more = path.length === 0 && isOpen(spot) ? inTheBody(value, flat) : [];
      for (const extra of more) yield caseFor(twin, spot, extra);
      for (const extra of entryProbes(spot)) yield caseFor(twin, spot, extra);
    }
  },
};

function isOpen(spot: Spot): boolean {
  return isValid(spot.body.schema, added(spot, spot.body.full, { 'x-unknown': '' }), 'request');
}

function caseFor(twin: Twin, spot: Spot, { name, words, members, about, without = [], open }: Extra): Case {
  const { body } = spot;
  const edit = (whole: Json) => added(spot, whole, members, without);
  const valid = isValid(body.schema, edit(body.full), 'request');
  // What the contract does not declare need not come back.
  const declares = about !== undefined;
  return caseOf(twin, {
    family: 'extra-properties',
    name: name === '' ? spot.name : `${spot.name}/${name}`,
    topic: valid ? `${spot.name} with more` : spot.name,
    expectation: valid ? 'accept' : 'reject',
    mutation: `${spot.name} has ${words}${valid ? '' : ' that the contract does not allow'}`,
    place: placeOfKeyword(spot.schema, about ?? keywordOf(spot.flat)),
    open: valid ? openAnswers(spot, open) : [],
    build: (fresh) => {
      const whole = freshen(body.full, body.schema, fresh);
      const value = declares ? edit(whole) : added(spot, whole, {}, without);
      return rawDraft(twin, { text: stringifyJson(edit(whole)), value });
    },
  });
}

/** In place, behind what is there; `__proto__` as a property like any other. */
function added(
  { path }: Pick<Spot, 'path'>,
  whole: Json,
  members: JsonObject,
  without: readonly string[] = [],
): Json {
  const object = valueAt(whole, path);
  const kept = isJsonObject(object) ? Object.entries(object).filter(([name]) => !without.includes(name)) : [];
  return replaceAt(whole, path, Object.fromEntries([...kept, ...Object.entries(members)]));
}

function valueAt(whole: Json, path: Spot['path']): Json {
  return path.reduce<Json>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)] ?? null;
    return isJsonObject(value) ? (value[key] ?? null) : null;
  }, whole);
}

function keywordOf(schema: Schema): string {
  return schema.unevaluatedProperties === undefined ? 'additionalProperties' : 'unevaluatedProperties';
}

/** JSON Schema allows what it does not name; few documents say that they mean it. */
function openAnswers({ flat }: Spot, own: string | undefined): readonly OpenAnswer[] {
  const unsaid = 'the schema does not say that properties beyond its own are taken';
  const because = own ?? (flat.additionalProperties === undefined ? unsaid : undefined);
  return because === undefined ? [] : [{ status: 'declared client error', because }];
}
