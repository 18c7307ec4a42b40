/** The values of a body that families put others in place of, each with the body that it stands in. */
import { isJsonObject, type Json, sameJson } from '../../../../spec/exact-json.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Fresh } from '../../model/draft.ts';
import type { TwinBody } from '../../request/twin.ts';
import { freshen } from '../../request/values/fresh.ts';
import { replaceAt, type Site, siteOfBody, sitesBelow, valueAt } from '../../request/values/sites.ts';
import { unlikely } from '../../request/values/unlikely.ts';
import { otherAlternatives } from './mutation-points/alternatives.ts';
import { withEntries } from './mutation-points/entries.ts';

export interface MutationPoint extends Site {
  readonly body: TwinBody;
}

const known = new WeakMap<TwinBody, readonly MutationPoint[]>();

/**
 * Every property and first item below the body, an entry of each object that takes any name, and what is below the
 * alternatives that the body does not take; found once for a body.
 */
export function mutationPointsOf(body: TwinBody): readonly MutationPoint[] {
  const points = known.get(body) ?? findPoints(body);
  known.set(body, points);
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
  const widened = withEntries(body);
  const entries = widened === undefined ? [] : [...sitesBelow(body.schema, widened.full)];
  return [
    ...sites.map((site) => ({ ...site, body })),
    ...entries.filter(({ name }) => !known.has(name)).map((site) => ({ ...site, body: widened ?? body })),
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
function* alternativePoints(body: TwinBody, sites: readonly Site[], found: Found): Generator<MutationPoint> {
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
