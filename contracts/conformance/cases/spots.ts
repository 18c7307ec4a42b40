/** The values of a body that families put others in place of, each with the body that it stands in. */
import { isJsonObject, type Json, sameJson } from '../../../spec/exact-json.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Fresh } from '../case.ts';
import { freshen } from '../fresh.ts';
import { replaceAt, type Site, siteOfBody, sitesBelow } from '../sites.ts';
import type { TwinBody } from '../twin.ts';
import { otherAlternatives } from './spots/alternatives.ts';
import { withEntries } from './spots/entries.ts';

export interface Spot extends Site {
  readonly body: TwinBody;
}

const known = new WeakMap<TwinBody, readonly Spot[]>();

/**
 * Every property and first item below the body, an entry of each object that takes any name, and what is below the
 * alternatives that the body does not take; found once for a body.
 */
export function spotsOf(body: TwinBody): readonly Spot[] {
  const spots = known.get(body) ?? findSpots(body);
  known.set(body, spots);
  return spots;
}

/** The body itself, then all below it. */
export function* allSpotsOf(body: TwinBody): Generator<Spot> {
  yield { ...siteOfBody(body.schema, body.full), body };
  yield* spotsOf(body);
}

/** Whether the contract allows the body with another value in this place. */
export function allows(spot: Spot, value: Json): boolean {
  return isValid(spot.body.schema, bodyWith(spot, value), 'request');
}

/** The body with another value in this place; all else as it is in the accepted request. */
export function bodyWith({ body, path }: Spot, value: Json): Json {
  return replaceAt(body.full, path, value);
}

/** The same with fresh values around it. */
export function freshWith({ body, path }: Spot, value: Json, fresh: Fresh): Json {
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

function findSpots(body: TwinBody): readonly Spot[] {
  const sites = [...sitesBelow(body.schema, body.full)];
  const known = new Set(sites.map(({ name }) => name));
  const widened = withEntries(body);
  const entries = widened === undefined ? [] : [...sitesBelow(body.schema, widened.full)];
  return [
    ...sites.map((site) => ({ ...site, body })),
    ...entries.filter(({ name }) => !known.has(name)).map((site) => ({ ...site, body: widened ?? body })),
    ...alternativeSpots(body, [siteOfBody(body.schema, body.full), ...sites]),
  ];
}

/** Below each alternative that the value does not take, in a body that has it there. */
function* alternativeSpots(body: TwinBody, sites: readonly Site[]): Generator<Spot> {
  const known = new Set(sites.map(({ name }) => name));
  for (const site of sites) {
    for (const { number, value } of otherAlternatives(site)) {
      const other: TwinBody = { ...body, full: replaceAt(body.full, site.path, value) };
      if (!isValid(body.schema, other.full, 'request')) continue;
      for (const below of sitesBelow(site.schema, value, site.path)) {
        const name = unlike(known, below.name, number);
        known.add(name);
        yield { ...below, name, body: other };
      }
    }
  }
}

/** The same property of several alternatives is as many places. */
function unlike(known: ReadonlySet<string>, name: string, number: number): string {
  if (!known.has(name)) return name;
  const named = `${name} of alternative ${number}`;
  return known.has(named) ? unlike(known, named, number) : named;
}
