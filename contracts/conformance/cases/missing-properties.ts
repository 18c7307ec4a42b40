import { isJsonObject, type Json } from '../../../spec/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../case.ts';
import { freshen } from '../fresh.ts';
import { flatFor, removeAt, renameAt } from '../sites.ts';
import { caseOf, jsonDraft, type Twin } from '../twin.ts';
import type { Family } from './family.ts';
import { allSpotsOf, type Spot, spotsOf } from './spots.ts';

/** Each required property left out or called otherwise, at every depth; and all that an object has at once. */
export const missingProperties: Family = {
  name: 'missing-properties',
  summary: 'a request without a required property is rejected',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const spot of spotsOf(twin.body)) {
      const name = spot.path.at(-1);
      if (spot.holder === undefined || typeof name !== 'string') continue;
      for (const change of changesOf(spot, name)) yield* caseFor(twin, spot, change);
    }
    for (const spot of allSpotsOf(twin.body)) {
      const names = requiredOf(spot);
      if (names.length > 1) yield* caseFor(twin, spot, withoutAll(spot, names));
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

function* caseFor(twin: Twin, spot: Spot, change: Change): Generator<Case> {
  const { body } = spot;
  const { name, topic, mutation, property, edit } = change;
  if (isValid(body.schema, edit(body.full), 'request')) return;
  yield caseOf(twin, {
    family: 'missing-properties',
    name,
    topic,
    expectation: 'reject',
    mutation,
    place: keywordPlace(requirerOf(body.schema, property) ?? spot.holder ?? spot.flat, 'required'),
    build: (fresh) => jsonDraft(twin, edit(freshen(body.full, body.schema, fresh))),
  });
}

function* changesOf({ name, path, body }: Spot, property: string): Generator<Change> {
  for (const [kind, other] of otherNames(property)) {
    yield {
      name: `${name}/${kind}`,
      topic: `${name} in another case`,
      mutation: `the required property ${name} is called "${other}"`,
      property,
      edit: (whole) => renameAt(whole, path, other),
    };
  }
  yield {
    name,
    topic: name,
    mutation: `the required property ${name} is left out`,
    property,
    edit: (whole) => removeAt(whole, path),
  };
  const others = path.length > 1 ? [] : optionalOf(body.full, flatFor(body.schema, body.full), property);
  if (others.length === 0) return;
  yield {
    name: `${name}/with all that is optional`,
    topic: name,
    mutation: `the required property ${name} is left out, and with it all that is optional`,
    property,
    edit: (whole) => [property, ...others].reduce<Json>((rest, one) => removeAt(rest, [one]), whole),
  };
}

/** JSON keys are compared character by character. */
function otherNames(name: string): ReadonlyMap<string, string> {
  const all: readonly (readonly [string, string])[] = [
    ['other case', name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()],
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

function requiredOf({ value, flat }: Spot): readonly string[] {
  return isJsonObject(value) ? Object.keys(value).filter((name) => flat.required.has(name)) : [];
}

function withoutAll({ name, path }: Spot, names: readonly string[]): Change {
  return {
    name: `${name}/all required`,
    topic: `${name} without all required`,
    mutation: `all required properties of ${name} are left out`,
    property: names[0] ?? '',
    edit: (whole) => names.reduce<Json>((rest, one) => removeAt(rest, [...path, one]), whole),
  };
}

/** The part of an `allOf` whose own `required` names the property. */
function requirerOf(schema: Schema, name: string): Schema | undefined {
  if (schema.required.has(name)) return schema;
  const parts = [...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  return parts.map((part) => requirerOf(part, name)).find((part) => part !== undefined);
}
