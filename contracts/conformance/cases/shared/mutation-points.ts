/** The values of a body that families put others in place of, each with the body that it stands in. */
import { isJsonArray, isJsonObject, type Json, sameJson } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Fresh } from '../../model/draft.ts';
import type { TwinBody } from '../../request/twin.ts';
import { sampleWith } from '../../request/values/choices.ts';
import { freshen, unlikely } from '../../request/values/fresh.ts';
import {
  flatFor,
  memberSchema,
  replaceAt,
  siteOfBody,
  sitesBelow,
  type ValueSite,
  valueAt,
} from '../../request/values/sites.ts';

export interface MutationPoint extends ValueSite {
  readonly body: TwinBody;
}

const knownPoints = new WeakMap<TwinBody, readonly MutationPoint[]>();

/**
 * Every property and first item below the body, an entry of each object that takes any name, and what is below the
 * alternatives that the body does not take; found once for a body.
 */
export function mutationPointsOf(body: TwinBody): readonly MutationPoint[] {
  const points = knownPoints.get(body) ?? findPoints(body);
  knownPoints.set(body, points);
  return points;
}

/** The body itself, then all below it. */
export function* allMutationPointsOf(body: TwinBody): Generator<MutationPoint> {
  yield { ...siteOfBody(body.schema, body.full), body };
  yield* mutationPointsOf(body);
}

/** Whether the accepted request has its value here in every run, so that to send it once more shows nothing. */
export function isConstant({ body, path, value }: MutationPoint): boolean {
  const renewed = knownRenewed.get(body) ?? freshen(body.full, body.schema, unlikely);
  knownRenewed.set(body, renewed);
  const sent = valueAt(renewed, path);
  return sent !== undefined && sameJson(sent, value);
}

/** Of a body with many properties, each asks for it. */
const knownRenewed = new WeakMap<TwinBody, Json>();

/** The same with fresh values around it. */
export function freshWith({ body, path }: MutationPoint, value: Json, fresh: Fresh): Json {
  const renewed = freshen(body.full, body.schema, fresh);
  return path.length === 0 ? refreshed(value, body.full, renewed) : replaceAt(renewed, path, value);
}

/** A body of its own takes from the fresh one what it has in common with the accepted one. */
function refreshed(value: Json, full: Json, renewed: Json): Json {
  if (!isJsonObject(value) || !isJsonObject(full) || !isJsonObject(renewed)) return value;
  const members = Object.entries(value).map(([name, part]) => {
    const isShared = Object.hasOwn(full, name) && sameJson(part, full[name] ?? null);
    return [name, isShared ? (renewed[name] ?? null) : part] as const;
  });
  return Object.fromEntries(members);
}

function findPoints(body: TwinBody): readonly MutationPoint[] {
  const sites = [...sitesBelow(body.schema, body.full)];
  const known = new Set(sites.map(({ name }) => name));
  const entered = withEntries(body);
  const entries = entered === undefined ? [] : [...sitesBelow(body.schema, entered.full)];
  return [
    ...sites.map((site) => ({ ...site, body })),
    ...entries.filter(({ name }) => !known.has(name)).map((site) => ({ ...site, body: entered ?? body })),
    ...alternativePoints(body, [siteOfBody(body.schema, body.full), ...sites], {
      names: new Set(known),
      schemas: new Set(),
    }),
  ];
}

interface Found {
  readonly names: Set<string>;
  /** Whose alternatives have been gone through: schemas may lead back to themselves. */
  readonly schemas: Set<Schema>;
}

/** Below each alternative that the value does not take, in a body that has it there; and below theirs in turn. */
function* alternativePoints(
  body: TwinBody,
  sites: readonly ValueSite[],
  found: Found,
): Generator<MutationPoint> {
  for (const { schema } of sites) found.schemas.add(schema);
  for (const site of sites) {
    for (const { number, value } of otherAlternatives(site)) {
      const other: TwinBody = { ...body, full: replaceAt(body.full, site.path, value) };
      if (!isValid(body.schema, other.full, 'request')) continue;
      const below = [...sitesBelow(site.schema, value, site.path)];
      const unknown = below.filter(({ schema }) => !found.schemas.has(schema));
      for (const one of below) {
        const name = unlike(found.names, one.name, number);
        found.names.add(name);
        yield { ...one, name, body: other };
      }
      yield* alternativePoints(other, unknown, found);
    }
  }
}

/** The same property of several alternatives is as many places. */
function unlike(known: ReadonlySet<string>, name: string, number: number): string {
  if (!known.has(name)) return name;
  const named = `${name} of alternative ${number}`;
  return known.has(named) ? unlike(known, named, number) : named;
}

/**
 * A sample leaves open what may be there under any name: this body has one entry in each object that declares a schema
 * for those. Undefined where there is no such object.
 */
function withEntries(body: TwinBody): TwinBody | undefined {
  const full = widened(body.schema, body.full);
  const isOther = !sameJson(full, body.full) && isValid(body.schema, full, 'request');
  return isOther ? { ...body, full } : undefined;
}

function widened(schema: Schema, value: Json): Json {
  const flat = flatFor(schema, value);
  if (isJsonArray(value)) {
    return value.map((item, index) => within(flat.prefixItems[index] ?? flat.items, item));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, part]) => [name, within(memberSchema(flat, name), part)] as const,
  );
  const [entry] = entriesOf(flat).filter((one) => !Object.hasOwn(value, one.name) && isTyped(one));
  return Object.fromEntries(entry === undefined ? members : [...members, [entry.name, entry.value]]);
}

function within(schema: Schema | undefined, value: Json): Json {
  return schema === undefined ? value : widened(schema, value);
}

/** `true` and `{}` let everything in: nothing there can be wrong. */
function isTyped({ schema, value }: MemberEntry): boolean {
  const { types, enum: options, const: only } = flatFor(schema, value);
  return types !== undefined || options !== undefined || only !== undefined;
}

export interface MemberEntry {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json;
}

/** A valid member for each schema that an object declares for members beyond its own. */
export function* entriesOf(flat: Schema): Generator<MemberEntry> {
  const { patternProperties, additionalProperties: others } = flat;
  const named = patternProperties.map(({ pattern, schema }) => [nameFor(flat, pattern), schema] as const);
  const rest = others?.possible === true ? [[anyName(flat), others] as const] : [];
  for (const [name, schema] of [...named, ...rest]) {
    const value = name === undefined ? undefined : sampleOf(schema, 'request');
    if (name !== undefined && value !== undefined) yield { name, schema, value };
  }
}

function anyName({ propertyNames: names }: Schema): string | undefined {
  if (names === undefined || isValid(names, 'x-entry', 'request')) return 'x-entry';
  const name = sampleOf({ ...names, types: new Set(['string'] as const) }, 'request');
  return typeof name === 'string' ? name : undefined;
}

function nameFor(flat: Schema, pattern: RegExp): string | undefined {
  const { properties, patternProperties, additionalProperties, propertyNames, required, ...rest } = flat;
  const asText: Schema = {
    ...rest,
    ...{ properties: new Map(), patternProperties: [], required: new Set<string>(), examples: [] },
    ...{ additionalProperties: undefined, propertyNames: undefined, default: undefined, format: undefined },
    ...{ types: new Set(['string'] as const), pattern, minLength: 1, maxLength: 40, enum: undefined },
    ...{ unevaluatedProperties: undefined, const: undefined, not: undefined, if: undefined },
  };
  const name = sampleOf(asText, 'request');
  return typeof name === 'string' ? name : undefined;
}

/** More are alike. */
const MOST_ALTERNATIVES = 10;

interface Alternative {
  /** From 1, in the order of the document. */
  readonly number: number;
  readonly value: Json;
}

/** Values of the alternatives that the value at the site is none of. */
function* otherAlternatives({ schema, value }: ValueSite): Generator<Alternative> {
  for (const [index, alternative] of alternativesOf(schema).slice(0, MOST_ALTERNATIVES).entries()) {
    if (isValid(alternative, value, 'request')) continue;
    const other = sampleWith(schema, [alternative]);
    if (other !== undefined) yield { number: index + 1, value: other };
  }
}

/** Those of the schema, then those of the parts of its `allOf`; each once, by however many ways it is reached. */
export function alternativesOf(schema: Schema): readonly Schema[] {
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
