import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isJsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { rawRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { swapCase } from '../request/values/alternative-values.ts';
import { freshen } from '../request/values/freshen.ts';
import { replaceAt, valueAt } from '../request/values/value-locations.ts';
import { allowsValue } from './shared/allowed-changes.ts';
import { findKeywordPlace } from './shared/keyword-place.ts';
import { allMutationPoints, type MemberEntry, type MutationPoint, memberEntries } from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';

/** An additional property at every depth: ignored where the contract allows it, otherwise rejected. */
export const extraProperties: TestCategory = {
  name: 'extra-properties',
  summary: 'undeclared properties are ignored, or rejected where the contract forbids them',
  *generate({ baseline }): Generator<TestCase> {
    if (baseline.body === undefined) return;
    for (const point of allMutationPoints(baseline.body)) {
      const { value, flat, path } = point;
      if (!isJsonObject(value)) continue;
      for (const extraProperty of extrasForEveryObject) yield extraPropertyCase(baseline, point, extraProperty);
      const more = path.length === 0 && allowsExtraProperties(point) ? extrasForBody(value, flat) : [];
      for (const extraProperty of more) yield extraPropertyCase(baseline, point, extraProperty);
      for (const extraProperty of entryExtras(point)) yield extraPropertyCase(baseline, point, extraProperty);
    }
  },
};

/** Members to add to an object. */
interface ExtraProperty {
  /** Unique within the object; empty for the simplest one. */
  readonly name: string;
  /** Completes "the object has". */
  readonly description: string;
  readonly members: JsonObject;
  /** Members of the object that are left out. */
  readonly omitted?: readonly string[];
  /** The keyword under test, unless it is the one that closes the object. */
  readonly keyword?: string;
  /** Why a declared client error is tolerated, where the contract leaves that open. */
  readonly toleratedBecause?: string;
}

/** Added to every object, at every depth. */
const extrasForEveryObject: readonly ExtraProperty[] = [
  { name: '', description: 'an extra property', members: { 'x-unknown': 'not declared' } },
  {
    name: '__proto__',
    description: 'an extra property "__proto__"',
    members: Object.fromEntries([['__proto__', { 'x-unknown': 'not declared' }]]),
  },
];

function allowsExtraProperties(point: MutationPoint): boolean {
  return isValid(point.body.schema, addMembers(point, point.body.full, { 'x-unknown': '' }), 'request');
}

function extraPropertyCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  { name, description, members, keyword, omitted = [], toleratedBecause }: ExtraProperty,
): TestCase {
  const { body } = point;
  const edit = (whole: Json) => addMembers(point, whole, members, omitted);
  const valid = isValid(body.schema, edit(body.full), 'request');
  // Undeclared properties need not be returned.
  const isDeclared = keyword !== undefined;
  return createCase(baseline, {
    category: 'extra-properties',
    name: name === '' ? point.name : `${point.name}/${name}`,
    topic: valid ? `${point.name} with more` : point.name,
    expectation: valid ? 'accept' : 'reject',
    mutation: `${point.name} has ${description}${valid ? '' : ' that the contract does not allow'}`,
    place: findKeywordPlace(point.schema, keyword ?? closingKeyword(point.flat)),
    tolerated: valid ? toleratedResponses(point, toleratedBecause) : [],
    buildRequest: (fresh) => {
      const whole = freshen(body.full, body.schema, fresh);
      const value = isDeclared ? edit(whole) : addMembers(point, whole, {}, omitted);
      return rawRequestSpec(baseline, { content: stringifyJson(edit(whole)), jsonValue: value });
    },
  });
}

/** Appends members to the object at the path; `__proto__` becomes an ordinary property. */
function addMembers(
  { path }: Pick<MutationPoint, 'path'>,
  whole: Json,
  members: JsonObject,
  omitted: readonly string[] = [],
): Json {
  const object = valueAt(whole, path);
  const kept = isJsonObject(object) ? Object.entries(object).filter(([name]) => !omitted.includes(name)) : [];
  return replaceAt(whole, path, Object.fromEntries([...kept, ...Object.entries(members)]));
}

function closingKeyword(schema: Schema): string {
  return schema.unevaluatedProperties === undefined ? 'additionalProperties' : 'unevaluatedProperties';
}

/** JSON Schema allows properties that it does not name, but few documents rely on it deliberately. */
function toleratedResponses({ flat }: MutationPoint, specificReason: string | undefined): readonly ToleratedResponse[] {
  const additionalPropertiesUnstated = 'the schema does not specify whether it accepts other properties';
  const reason = specificReason ?? (flat.additionalProperties === undefined ? additionalPropertiesUnstated : undefined);
  return reason === undefined ? [] : [{ status: 'declared client error', reason }];
}

/**
 * Members for `patternProperties`, `additionalProperties` and `propertyNames`: valid, invalid, and with names that do
 * not match.
 */
function* entryExtras(point: MutationPoint): Generator<ExtraProperty> {
  const { flat } = point;
  for (const entry of memberEntries(flat)) {
    const keyword = flat.patternProperties.some(({ schema }) => schema === entry.schema)
      ? 'patternProperties'
      : 'additionalProperties';
    if (allowsMember(point, entry.name, entry.value)) yield* validAndInvalidEntry(point, entry, keyword);
    if (keyword === 'patternProperties') yield* nearMissNames(point, entry);
  }
  for (const name of flat.propertyNames === undefined ? [] : ['!', 'AN entry', 'x'.repeat(200)]) {
    const [{ value } = { value: 'not declared' }] = memberEntries(flat);
    if (allowsMember(point, name, value)) continue;
    const description = `a property named ${JSON.stringify(name.slice(0, 20))}`;
    yield { name: description, description, members: { [name]: value }, keyword: 'propertyNames' };
  }
}

function* validAndInvalidEntry(
  point: MutationPoint,
  { name, schema, value }: MemberEntry,
  keyword: string,
): Generator<ExtraProperty> {
  const description = `a property ${JSON.stringify(name)}`;
  yield {
    name: `${name} that is valid`,
    description: `a valid property ${JSON.stringify(name)}`,
    members: { [name]: value },
    keyword,
  };
  const invalid = invalidCandidates.find((one) => !isValid(schema, one, 'request') && !allowsMember(point, name, one));
  if (invalid === undefined) return;
  yield {
    name: `${name} that is invalid`,
    description: `${description} with an invalid value`,
    members: { [name]: invalid },
    keyword,
  };
  const longName = `${name}${'x'.repeat(300)}`;
  if (keyword === 'patternProperties' || !allowsMember(point, longName, value)) return;
  const toleratedBecause = 'a long property name may be rejected';
  yield {
    name: `${name} with a long name`,
    description: 'a property with a long name',
    members: { [longName]: value },
    keyword,
    toleratedBecause,
  };
  yield {
    name: 'no name',
    description: 'a property with an empty name',
    members: { '': value },
    keyword,
    toleratedBecause,
  };
}

const LONG_NAME_LENGTH = 60;

/** Names that the pattern does not match but a looser one would: in another case, or longer. */
function* nearMissNames(point: MutationPoint, { name, value }: MemberEntry): Generator<ExtraProperty> {
  const longer = name.repeat(Math.ceil(LONG_NAME_LENGTH / Math.max(name.length, 1)));
  for (const [other, variation, label] of [
    [swapCase(name), 'in another case', 'in swapped case'],
    [longer, 'over and over', 'repeated'],
  ] as const) {
    if (other === name || allowsMember(point, other, value)) continue;
    yield {
      name: `${name} ${variation}`,
      description: `a property with the name ${JSON.stringify(name)} ${label}`,
      members: { [other]: value },
    };
  }
}

const invalidCandidates: readonly Json[] = [null, 7, 'seven', { value: null }, [[]], true];

function allowsMember(point: MutationPoint, name: string, value: Json): boolean {
  const members = isJsonObject(point.value) ? Object.entries(point.value) : [];
  return allowsValue(point, Object.fromEntries([...members, [name, value]]));
}

const unusualNameTolerated = 'an unusual property name may be rejected';

/** Names with a special meaning in programming languages, or that are easily confused with a declared name. */
function* extrasForBody(value: JsonObject, flat: Schema): Generator<ExtraProperty> {
  yield extraNamed('constructor', { prototype: { 'x-unknown': true } });
  yield extraNamed('toString', 'not declared');
  yield extraNamed('', 'not declared', ['an empty name', 'an empty name'], unusualNameTolerated);
  yield extraNamed(
    'x'.repeat(1_000),
    'not declared',
    ['a long name', 'a name of 1,000 characters'],
    unusualNameTolerated,
  );
  yield { ...extraNamed('$ref', '#/'), toleratedBecause: unusualNameTolerated };
  for (const [name, part] of firstMemberOfEachType(value)) {
    yield extraNamed(`${name} `, differentValueOfSameType(part), [
      `${name} and a space`,
      `the name ${JSON.stringify(name)} plus a space`,
    ]);
    yield extraNamed(swapCase(name), differentValueOfSameType(part), [
      `${name} in another case`,
      `the name ${JSON.stringify(name)} in swapped case`,
    ]);
  }
  yield* inheritedFromPrototype(value, flat);
}

/** `alias` replaces a name that is long or easily misread: in the case id, and in the description. */
function extraNamed(
  name: string,
  value: Json,
  [alias, nameText]: readonly [alias?: string, nameText?: string] = [],
  toleratedBecause?: string,
): ExtraProperty {
  const description =
    nameText === undefined ? `an extra property ${JSON.stringify(name)}` : `an extra property with ${nameText}`;
  return {
    name: alias ?? name,
    description,
    members: { [name]: value },
    ...(toleratedBecause === undefined ? {} : { toleratedBecause }),
  };
}

/** One member of each type is enough: the others would test the same again. */
function firstMemberOfEachType(value: JsonObject): readonly (readonly [string, Json])[] {
  const seen = new Map<string, readonly [string, Json]>();
  for (const [name, part] of Object.entries(value)) {
    if (!seen.has(typeof part) && swapCase(name) !== name) seen.set(typeof part, [name, part]);
  }
  return [...seen.values()];
}

/** Of the same type, so that it could replace the valid value unnoticed. */
function differentValueOfSameType(value: Json): Json {
  if (typeof value === 'string') return 'not declared';
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' || typeof value === 'bigint' ? 7 : null;
}

/** Optional properties exist only on the prototype: merging objects makes them appear. */
function* inheritedFromPrototype(value: JsonObject, { required }: Schema): Generator<ExtraProperty> {
  const optional = Object.entries(value).filter(([name]) => !required.has(name));
  if (optional.length === 0) return;
  yield {
    name: 'optional under __proto__',
    description: 'its optional properties only under "__proto__"',
    members: Object.fromEntries([['__proto__', Object.fromEntries(optional)]]),
    omitted: optional.map(([name]) => name),
  };
}
