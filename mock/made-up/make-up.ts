/**
 * Replaces the values of a sample that nothing in the contract describes by realistic ones. The sample is valid, and so
 * is the result: a value that the schema rejects stays as it was.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { matchingViews } from '../../spec/sampling/schema-views.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { callDeclaredFaker } from './declared-faker.ts';
import { isChosenFromList, isDeclaredValue } from './declared-value.ts';
import { findGenerators } from './find-generator.ts';
import { makeUpLeaf } from './make-up-leaf.ts';
import { withMapKeys } from './map-keys.ts';
import { describesList, isLengthName } from './pagination-names.ts';
import { type MakeUpOptions, memberPlace, type Place, seedFor } from './place.ts';
import { componentName, propertyWords, valueKey } from './property-words.ts';
import { isLine, withRelations } from './relations.ts';
import { createSubject, type Subject } from './subject.ts';

export function makeUp(value: Json, schema: Schema, options: MakeUpOptions): Json {
  const place: Place = {
    key: options.key ?? valueKey(schema.place.pointer),
    isKeyGiven: options.key !== undefined,
    name: undefined,
    path: [],
    objectNames: options.objectNames,
  };
  const made = makeUpValue(value, schema, { place, subject: undefined }, options);
  const isAccepted = (one: Json) => isValid(schema, one, options.direction);
  if (made === value || isAccepted(made)) return made;
  return isJsonObject(made) && isJsonObject(value) ? withValidMembers(value, made, isAccepted) : value;
}

/** A condition between properties rejects some of them: keeps those that it allows. */
function withValidMembers(value: JsonObject, made: JsonObject, isAccepted: (one: Json) => boolean): JsonObject {
  let valid = value;
  for (const [name, part] of Object.entries(made)) {
    const next = { ...valid, [name]: part };
    if (isAccepted(next)) valid = next;
  }
  return valid;
}

interface Surroundings {
  readonly place: Place;
  /** Undefined outside an object: each item of a list is about something else. */
  readonly subject: Subject | undefined;
}

function makeUpValue(value: Json, schema: Schema, { place, subject }: Surroundings, options: MakeUpOptions): Json {
  const view = viewOf(schema, value);
  if (value === null) return value;
  if (isChosenFromList(view))
    return options.mode === 'varied' ? chooseValue(value, { schema, view, place }, options) : value;
  if (isKept(value, view, place, options)) return value;
  const called = view.faker && callDeclaredFaker(seedFor(place, options, 'x-faker'), view.faker);
  if (called !== undefined && isValid(schema, called, 'response')) return called;
  if (isJsonArray(value)) return makeUpItems(value, view, place, options);
  if (isJsonObject(value)) return makeUpObject(value, view, objectPlace(view, place), options);
  const about = subject ?? createSubjectAt(place, options, []);
  return makeUpLeaf(value, { schema, view, place, subject: about }, options);
}

/** The alternative that the value has. */
function viewOf(schema: Schema, value: Json): Schema {
  if (countChoices(schema) === 1) return flattenSchema(schema);
  return matchingViews(schema, value)[0] ?? flattenSchema(schema);
}

/** Several records would all have the same example; a default is what most records have. */
function isKept(value: Json, view: Schema, { name }: Place, { mode }: MakeUpOptions): boolean {
  if (!isDeclaredValue(value, view)) return false;
  if (mode !== 'varied' || view.default !== undefined || view.examples.length === 0) return true;
  return name === undefined || findGenerators({ name, objectNames: [] }, view.format).length === 0;
}

interface ChoicePlace {
  readonly schema: Schema;
  readonly view: Schema;
  readonly place: Place;
}

function chooseValue(value: Json, { schema, view, place }: ChoicePlace, options: MakeUpOptions): Json {
  const allowed = (view.enum ?? []).filter((one) => one !== null && isValid(schema, one, 'response'));
  return allowed.length < 2 ? value : seedFor(place, options, 'enum').helpers.arrayElement(allowed);
}

function makeUpItems(items: readonly Json[], view: Schema, place: Place, options: MakeUpOptions): Json {
  const made = items.map((item, index) => {
    const schema = view.prefixItems[index] ?? view.items;
    if (schema === undefined) return item;
    return makeUpValue(item, schema, { place: itemPlace(place, schema, index), subject: undefined }, options);
  });
  return isValid(view, made, options.direction) ? made : items;
}

/** The first record of a list is the one that its schema has elsewhere. */
function itemPlace(place: Place, schema: Schema, index: number): Place {
  if (!place.isKeyGiven && index === 0) return { ...place, key: valueKey(schema.place.pointer) };
  return { ...place, key: `${place.key} ${index}`, isKeyGiven: true };
}

/** A component has the same values wherever it is: as an item of a list, in an envelope, or alone. */
function objectPlace({ place: { pointer } }: Schema, place: Place): Place {
  const component = componentName(pointer);
  const names = [place.name, component].filter((name) => name !== undefined);
  const objectNames = [...names, ...place.objectNames];
  if (place.isKeyGiven || component === undefined) return { ...place, objectNames };
  return { ...place, key: pointer, isKeyGiven: true, objectNames };
}

type Member = readonly [name: string, value: Json, schema: Schema | undefined];

function makeUpObject(sample: JsonObject, view: Schema, place: Place, options: MakeUpOptions): JsonObject {
  const value = withMapKeys(sample, { view, place, subject: createSubjectAt(place, options, []) }, options);
  const members = Object.entries(value).map(([name, part]): Member => [name, part, memberSchema(view, name)]);
  const isAboutList = describesList(
    members.map(([name, part]) => [name, isJsonArray(part) && !part.some(isLine)]),
    place.name,
  );
  const subject = createSubjectAt(place, options, members);
  const made = members.map(([name, part, schema]) => {
    const isFixed = view.discriminator?.propertyName === name || (isAboutList && typeof part !== 'object');
    if (schema === undefined || isFixed) return [name, part];
    return [name, makeUpValue(part, schema, { place: memberPlace(place, name), subject }, options)];
  });
  const isAllowed = (name: string, part: Json) => {
    const schema = memberSchema(view, name);
    return schema !== undefined && isValid(schema, part, 'response');
  };
  const related = withRelations(value, Object.fromEntries(made), isAllowed);
  return isAboutList ? withLengths(related, view, isAllowed) : related;
}

/** The `total` of a made-up list is its length. */
function withLengths(made: JsonObject, view: Schema, isAllowed: (name: string, part: Json) => boolean): JsonObject {
  const [list, ...others] = Object.values(made).filter(isJsonArray);
  if (list === undefined || others.length > 0) return made;
  const lengths = Object.entries(made).filter(([name, part]) => {
    const schema = memberSchema(view, name);
    const isDeclared = schema !== undefined && isDeclaredValue(part, flattenSchema(schema));
    return typeof part === 'number' && isLengthName(name) && !isDeclared && isAllowed(name, list.length);
  });
  return { ...made, ...Object.fromEntries(lengths.map(([name]) => [name, list.length])) };
}

function memberSchema(
  { properties, patternProperties, additionalProperties }: Schema,
  name: string,
): Schema | undefined {
  const named = properties.get(name) ?? patternProperties.find(({ pattern }) => pattern.test(name))?.schema;
  return named ?? additionalProperties;
}

function createSubjectAt(place: Place, options: MakeUpOptions, members: readonly Member[]): Subject {
  const { faker, locale, known } = options;
  const isKnown = known !== undefined && known.path.join('/') === place.path.join('/');
  const given = givenTexts(declaredTexts(members), isKnown ? known.texts : new Map());
  return createSubject({ faker, locale, given, seed: (part) => void seedFor(place, options, part) });
}

/** By the words of their names; what is known of the object wins. */
function givenTexts(...texts: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> {
  const all = texts.flatMap((one) => [...one]);
  return new Map(all.map(([name, text]) => [propertyWords(name).join(''), text] as const));
}

function declaredTexts(members: readonly Member[]): ReadonlyMap<string, string> {
  return new Map(
    members.flatMap(([name, value, schema]) =>
      typeof value === 'string' && schema !== undefined && isDeclaredValue(value, flattenSchema(schema))
        ? [[name, value] as const]
        : [],
    ),
  );
}
