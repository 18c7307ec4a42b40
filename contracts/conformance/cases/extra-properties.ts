import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/exact-json.ts';
import type { Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { rawDraft } from '../request/twin-draft.ts';
import { freshen } from '../request/values/fresh.ts';
import { replaceAt, valueAt } from '../request/values/sites.ts';
import { entryProbes } from './extra-properties/entries.ts';
import { type Extra, everywhere, inTheBody } from './extra-properties/names.ts';
import type { Family } from './family.ts';
import { placeOfKeyword } from './shared/keyword-place.ts';
import { allMutationPointsOf, type MutationPoint } from './shared/mutation-points.ts';

/** A property more, at every depth: taken without touching the others where the contract allows it, else rejected. */
export const extraProperties: Family = {
  name: 'extra-properties',
  summary: 'a property beyond the declared ones changes nothing, or is rejected where the object is closed',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of allMutationPointsOf(twin.body)) {
      const { value, flat, path } = point;
      if (!isJsonObject(value)) continue;
      for (const extra of everywhere) yield caseFor(twin, point, extra);
      const more = path.length === 0 && isOpen(point) ? inTheBody(value, flat) : [];
      for (const extra of more) yield caseFor(twin, point, extra);
      for (const extra of entryProbes(point)) yield caseFor(twin, point, extra);
    }
  },
};

function isOpen(point: MutationPoint): boolean {
  return isValid(point.body.schema, added(point, point.body.full, { 'x-unknown': '' }), 'request');
}

function caseFor(
  twin: Twin,
  point: MutationPoint,
  { name, words, members, about, without = [], open }: Extra,
): Case {
  const { body } = point;
  const edit = (whole: Json) => added(point, whole, members, without);
  const valid = isValid(body.schema, edit(body.full), 'request');
  // What the contract does not declare need not come back.
  const declares = about !== undefined;
  return caseOf(twin, {
    family: 'extra-properties',
    name: name === '' ? point.name : `${point.name}/${name}`,
    topic: valid ? `${point.name} with more` : point.name,
    expectation: valid ? 'accept' : 'reject',
    mutation: `${point.name} has ${words}${valid ? '' : ' that the contract does not allow'}`,
    place: placeOfKeyword(point.schema, about ?? keywordOf(point.flat)),
    open: valid ? openAnswers(point, open) : [],
    build: (fresh) => {
      const whole = freshen(body.full, body.schema, fresh);
      const value = declares ? edit(whole) : added(point, whole, {}, without);
      return rawDraft(twin, { text: stringifyJson(edit(whole)), value });
    },
  });
}

/** In place, behind what is there; `__proto__` as a property like any other. */
function added(
  { path }: Pick<MutationPoint, 'path'>,
  whole: Json,
  members: JsonObject,
  without: readonly string[] = [],
): Json {
  const object = valueAt(whole, path);
  const kept = isJsonObject(object) ? Object.entries(object).filter(([name]) => !without.includes(name)) : [];
  return replaceAt(whole, path, Object.fromEntries([...kept, ...Object.entries(members)]));
}

function keywordOf(schema: Schema): string {
  return schema.unevaluatedProperties === undefined ? 'additionalProperties' : 'unevaluatedProperties';
}

/** JSON Schema allows what it does not name; few documents say that they mean it. */
function openAnswers({ flat }: MutationPoint, own: string | undefined): readonly OpenAnswer[] {
  const unsaid = 'the schema does not say that properties beyond its own are taken';
  const because = own ?? (flat.additionalProperties === undefined ? unsaid : undefined);
  return because === undefined ? [] : [{ status: 'declared client error', because }];
}
