/** The values of a body that test categories replace, each with its body. */
import { isEqualJson, isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { BaselineBody } from '../../request/baseline-request.ts';
import { sampleWithSchemas } from '../../request/values/alternative-values.ts';
import { withOrderedBounds } from '../../request/values/bound-pairs.ts';
import { freshen, unlikelyFreshValues } from '../../request/values/freshen.ts';
import {
  findLocations,
  flattenSchemaFor,
  memberSchema,
  replaceAt,
  rootLocation,
  type ValueLocation,
  valueAt,
} from '../../request/values/value-locations.ts';
import {
  type BranchName,
  branchProperties,
  type ConditionBranch,
  conditionBranches,
  isInBranch,
  valueInBranch,
} from './condition-branches.ts';

export interface MutationPoint extends ValueLocation {
  readonly body: BaselineBody;
}

const pointCache = new WeakMap<BaselineBody, readonly MutationPoint[]>();

/**
 * Every property and first item below the body, an entry of each object with arbitrary keys, and the values in
 * alternatives and branches of conditions that the body does not use. Cached by body.
 */
export function mutationPoints(body: BaselineBody): readonly MutationPoint[] {
  const points = pointCache.get(body) ?? findPoints(body);
  pointCache.set(body, points);
  return points;
}

/** The body itself, then all points below it. */
export function* allMutationPoints(body: BaselineBody): Generator<MutationPoint> {
  yield { ...rootLocation(body.schema, body.full), body };
  yield* mutationPoints(body);
}

/** Whether the accepted request has this value in every run, so that sending it again would test nothing new. */
export function isConstantPoint({ body, path, value }: MutationPoint): boolean {
  const freshened = freshenedCache.get(body) ?? freshen(body.full, body.schema, unlikelyFreshValues);
  freshenedCache.set(body, freshened);
  const sent = valueAt(freshened, path);
  return sent !== undefined && isEqualJson(sent, value);
}

/** Computed once for the many properties of a body. */
const freshenedCache = new WeakMap<BaselineBody, Json>();

/** The body with this value and fresh values elsewhere. */
export function freshBodyWith({ body, path }: MutationPoint, value: Json, fresh: FreshValues): Json {
  const freshened = freshen(body.full, body.schema, fresh);
  if (path.length === 0) return freshenShared(value, body.full, freshened);
  return withOrderedBounds(replaceAt(freshened, path, value), body.schema, path);
}

/** Copies fresh values into the members that the value shares with the accepted body. */
function freshenShared(value: Json, full: Json, freshened: Json): Json {
  if (!isJsonObject(value) || !isJsonObject(full) || !isJsonObject(freshened)) return value;
  const members = Object.entries(value).map(([name, part]) => {
    const isShared = Object.hasOwn(full, name) && isEqualJson(part, full[name] ?? null);
    return [name, isShared ? (freshened[name] ?? null) : part] as const;
  });
  return Object.fromEntries(members);
}

function findPoints(body: BaselineBody): readonly MutationPoint[] {
  const locations = [...findLocations(body.schema, body.full)];
  const known = new Set(locations.map(({ name }) => name));
  const bodyWithEntries = withEntries(body);
  const entries = bodyWithEntries === undefined ? [] : [...findLocations(body.schema, bodyWithEntries.full)];
  return [
    ...locations.map((location) => ({ ...location, body })),
    ...entries
      .filter(({ name }) => !known.has(name))
      .map((location) => ({ ...location, body: bodyWithEntries ?? body })),
    ...otherBodiesPoints(body, locations),
  ];
}

function* otherBodiesPoints(body: BaselineBody, locations: readonly ValueLocation[]): Generator<MutationPoint> {
  const all = [rootLocation(body.schema, body.full), ...locations];
  const names = new Set(locations.map(({ name }) => name));
  yield* alternativePoints(body, all, { names, schemas: new Set() });
  for (const { body: other, location } of bodiesOfOtherBranches(body, all)) {
    for (const one of findLocations(location.schema, valueAt(other.full, location.path) ?? null, {
      path: location.path,
    })) {
      if (names.has(one.name)) continue;
      names.add(one.name);
      yield { ...one, body: other };
    }
  }
}

interface BranchBody {
  readonly body: BaselineBody;
  /** Of the object that has the condition. */
  readonly location: ValueLocation;
  readonly branch: ConditionBranch;
}

/** A body for each branch of a condition that does not apply to this one. */
function* bodiesOfOtherBranches(body: BaselineBody, locations: readonly ValueLocation[]): Generator<BranchBody> {
  for (const location of locations) {
    for (const branch of conditionBranches(location.schema)) {
      if (isInBranch(branch, location.value)) continue;
      const value = valueInBranch(location.schema, location.value, branch);
      const full = value === undefined ? undefined : replaceAt(body.full, location.path, value);
      if (full !== undefined && isValid(body.schema, full, 'request'))
        yield { body: { ...body, full }, location, branch };
    }
  }
}

/** A value that a branch of a condition constrains, with the schema that the branch states for it. */
export interface BranchPoint extends MutationPoint {
  readonly branchName: BranchName;
  readonly ownSchema: Schema;
}

/**
 * The properties whose constraints a branch states that does not apply to the body, in a body to which it applies. The
 * values themselves may be mutation points of the body already.
 */
export function* branchPoints(body: BaselineBody): Generator<BranchPoint> {
  const locations = [rootLocation(body.schema, body.full), ...findLocations(body.schema, body.full)];
  const known = new Set(locations.map(({ name }) => name));
  for (const { body: other, location, branch } of bodiesOfOtherBranches(body, locations)) {
    const own = branchProperties(branch);
    for (const one of findLocations(location.schema, valueAt(other.full, location.path) ?? null, {
      path: location.path,
    })) {
      const ownSchema = one.path.length === location.path.length + 1 ? own.get(String(one.path.at(-1))) : undefined;
      if (ownSchema !== undefined && known.has(one.name))
        yield { ...one, body: other, branchName: branch.name, ownSchema };
    }
  }
}

interface VisitedAlternatives {
  readonly names: Set<string>;
  /** Schemas whose alternatives were visited: schemas may be recursive. */
  readonly schemas: Set<Schema>;
}

/** Points below each alternative that the value does not use, in a body that uses it; recursively. */
function* alternativePoints(
  body: BaselineBody,
  locations: readonly ValueLocation[],
  found: VisitedAlternatives,
): Generator<MutationPoint> {
  for (const { schema } of locations) found.schemas.add(schema);
  for (const location of locations) {
    for (const { number, value } of otherAlternativeValues(location)) {
      const other: BaselineBody = { ...body, full: replaceAt(body.full, location.path, value) };
      if (!isValid(body.schema, other.full, 'request')) continue;
      const innerLocations = [...findLocations(location.schema, value, { path: location.path })];
      const unknown = innerLocations.filter(({ schema }) => !found.schemas.has(schema));
      for (const one of innerLocations) {
        const name = uniqueName(found.names, one.name, number);
        found.names.add(name);
        yield { ...one, name, body: other };
      }
      yield* alternativePoints(other, unknown, found);
    }
  }
}

/** The same property in several alternatives gets several names. */
function uniqueName(known: ReadonlySet<string>, name: string, number: number): string {
  if (!known.has(name)) return name;
  const named = `${name} of alternative ${number}`;
  return known.has(named) ? uniqueName(known, named, number) : named;
}

/**
 * Samples have no entries with arbitrary keys: this body has one in each object that declares a schema for them.
 * Undefined where there is no such object.
 */
function withEntries(body: BaselineBody): BaselineBody | undefined {
  const full = addEntries(body.schema, body.full);
  const isOther = !isEqualJson(full, body.full) && isValid(body.schema, full, 'request');
  return isOther ? { ...body, full } : undefined;
}

function addEntries(schema: Schema, value: Json): Json {
  const flat = flattenSchemaFor(schema, value);
  if (isJsonArray(value)) {
    return value.map((item, index) => addEntriesIfSchema(flat.prefixItems[index] ?? flat.items, item));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, part]) => [name, addEntriesIfSchema(memberSchema(flat, name), part)] as const,
  );
  const [entry] = memberEntries(flat).filter((one) => !Object.hasOwn(value, one.name) && constrainsValues(one));
  return Object.fromEntries(entry === undefined ? members : [...members, [entry.name, entry.value]]);
}

function addEntriesIfSchema(schema: Schema | undefined, value: Json): Json {
  return schema === undefined ? value : addEntries(schema, value);
}

/** `true` and `{}` allow every value, so no value is invalid. */
function constrainsValues({ schema, value }: MemberEntry): boolean {
  const { types, enum: enumValues, const: constValue } = flattenSchemaFor(schema, value);
  return types !== undefined || enumValues !== undefined || constValue !== undefined;
}

export interface MemberEntry {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json;
}

/** A valid member for each schema that an object declares for undeclared names. */
export function* memberEntries(flat: Schema): Generator<MemberEntry> {
  const { patternProperties, additionalProperties } = flat;
  const named = patternProperties.map(({ pattern, schema }) => [nameMatching(flat, pattern), schema] as const);
  const rest =
    additionalProperties?.isSatisfiable === true ? [[freeMemberName(flat), additionalProperties] as const] : [];
  for (const [name, schema] of [...named, ...rest]) {
    const value = name === undefined ? undefined : sampleValue(schema, 'request');
    if (name !== undefined && value !== undefined) yield { name, schema, value };
  }
}

function freeMemberName({ propertyNames }: Schema): string | undefined {
  if (propertyNames === undefined || isValid(propertyNames, 'x-entry', 'request')) return 'x-entry';
  const name = sampleValue({ ...propertyNames, types: new Set(['string'] as const) }, 'request');
  return typeof name === 'string' ? name : undefined;
}

function nameMatching(flat: Schema, pattern: RegExp): string | undefined {
  const { properties, patternProperties, additionalProperties, propertyNames, required, ...rest } = flat;
  const asText: Schema = {
    ...rest,
    ...{ properties: new Map(), patternProperties: [], required: new Set<string>(), examples: [] },
    ...{ additionalProperties: undefined, propertyNames: undefined, default: undefined, format: undefined },
    ...{ types: new Set(['string'] as const), pattern, minLength: 1, maxLength: 40, enum: undefined },
    ...{ unevaluatedProperties: undefined, const: undefined, not: undefined, if: undefined },
  };
  const name = sampleValue(asText, 'request');
  return typeof name === 'string' ? name : undefined;
}

/** More alternatives find no additional errors. */
const MAX_ALTERNATIVES = 10;

interface AlternativeValue {
  /** From 1, in the order of the document. */
  readonly number: number;
  readonly value: Json;
}

/** Values of the alternatives that the value at this location does not match. */
function* otherAlternativeValues({ schema, value }: ValueLocation): Generator<AlternativeValue> {
  for (const [index, alternative] of schemaAlternatives(schema).slice(0, MAX_ALTERNATIVES).entries()) {
    if (isValid(alternative, value, 'request')) continue;
    const other = sampleWithSchemas(schema, [alternative]);
    if (other !== undefined) yield { number: index + 1, value: other };
  }
}

/** The alternatives of the schema, then those of the parts of its `allOf`, each once. */
export function schemaAlternatives(schema: Schema): readonly Schema[] {
  const [parts, found] = [new Set<Schema>(), new Set<Schema>()];
  const visit = (part: Schema): void => {
    if (parts.has(part)) return;
    parts.add(part);
    for (const alternative of [...part.oneOf, ...part.anyOf]) found.add(alternative);
    for (const next of part.allOf) visit(next);
  };
  visit(schema);
  return [...found];
}
