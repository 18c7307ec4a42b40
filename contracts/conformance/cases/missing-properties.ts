import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin, TwinBody } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import { otherCase } from '../request/values/choices.ts';
import { freshen } from '../request/values/fresh.ts';
import { flatFor, removeAllAt, removeAt, renameAt } from '../request/values/sites.ts';
import type { Family } from './family.ts';
import { isNeeded } from './shared/allowed.ts';
import { placeOfRequired } from './shared/keyword-place.ts';
import { allMutationPointsOf, type MutationPoint, mutationPointsOf } from './shared/mutation-points.ts';

/** Each required property left out or called otherwise, at every depth; and all that an object has at once. */
export const missingProperties: Family = {
  name: 'missing-properties',
  summary: 'a request without a required property is rejected',
  *generate({ twin }): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of mutationPointsOf(twin.body)) {
      const name = point.path.at(-1);
      if (point.holder === undefined || !point.required || typeof name !== 'string') continue;
      const isInvalid = isNeeded(point);
      for (const change of changesOf(point, name))
        if (isInvalid || breaks(point.body, change)) yield caseFor(twin, point.body, point.holder, change);
    }
    for (const point of allMutationPointsOf(twin.body)) {
      const names = requiredOf(point);
      if (names.length < 2) continue;
      const change = withoutAll(point, names);
      if (breaks(point.body, change)) yield caseFor(twin, point.body, point.schema, change);
    }
  },
};

interface Change {
  /** Within the family. */
  readonly name: string;
  readonly topic: string;
  readonly mutation: string;
  /** One of the properties that it is about. */
  readonly property: string;
  edit(body: Json): Json;
}

function breaks({ schema, full }: TwinBody, { edit }: Change): boolean {
  return !isValid(schema, edit(full), 'request');
}

/** `holder` is the schema of the object that the property is missed in. */
function caseFor(twin: Twin, body: TwinBody, holder: Schema, change: Change): Case {
  const { name, topic, mutation, property, edit } = change;
  return caseOf(twin, {
    family: 'missing-properties',
    name,
    topic,
    expectation: 'reject',
    mutation,
    place: placeOfRequired(holder, property),
    build: (fresh) => jsonDraft(twin, edit(freshen(body.full, body.schema, fresh))),
  });
}

/** The plainest first. */
function* changesOf({ name, path, body }: MutationPoint, property: string): Generator<Change> {
  const common = { property, topic: name };
  const mutation = `the required property ${name} is left out`;
  yield { ...common, name, mutation, edit: (whole) => removeAt(whole, path) };
  const others = path.length > 1 ? [] : optionalOf(body.full, flatFor(body.schema, body.full), property);
  if (others.length > 0 && !isAll([property, ...others], body.full)) {
    yield {
      ...common,
      name: `${name}/with all that is optional`,
      mutation: `${mutation}, and with it all that is optional`,
      edit: (whole) => removeAllAt(whole, [], new Set([property, ...others])),
    };
  }
  for (const [kind, other] of otherNames(property)) {
    yield {
      property,
      name: `${name}/${kind}`,
      topic: `${name} in another case`,
      mutation: `the required property ${name} is called "${other}"`,
      edit: (whole) => renameAt(whole, path, other),
    };
  }
}

/** What an empty body is sent for already. */
function isAll(names: readonly string[], body: Json): boolean {
  return isJsonObject(body) && Object.keys(body).length === names.length;
}

/** JSON keys are compared character by character. */
function otherNames(name: string): ReadonlyMap<string, string> {
  const all: readonly (readonly [string, string])[] = [
    ['other case', otherCase(name)],
    ['snake case', name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
    ['camel case', name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())],
    ['with a space', `${name} `],
  ];
  return new Map(all.filter(([, other]) => other !== name));
}

function optionalOf(full: Json, { required }: Schema, property: string): readonly string[] {
  if (!isJsonObject(full)) return [];
  return Object.keys(full).filter((name) => name !== property && !required.has(name));
}

function requiredOf({ value, flat }: MutationPoint): readonly string[] {
  return isJsonObject(value) ? Object.keys(value).filter((name) => flat.required.has(name)) : [];
}

function withoutAll({ name, path }: MutationPoint, names: readonly string[]): Change {
  return {
    name: `${name}/all required`,
    topic: `${name} without all required`,
    mutation: `all required properties of ${name} are left out`,
    property: names[0] ?? '',
    edit: (whole) => removeAllAt(whole, path, new Set(names)),
  };
}
