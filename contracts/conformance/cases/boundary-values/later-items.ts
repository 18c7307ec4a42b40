/** Invalid values in the second item of an array: many implementations check the first alone. */
import { isJsonArray, type Json } from '../../../../spec/json/exact-json.ts';
import { formatPath } from '../../../../spec/validation/validate.ts';
import type { BaselineBody } from '../../request/baseline-request.ts';
import { findLocations, replaceAt, rootLocation, type ValueLocation } from '../../request/values/value-locations.ts';
import { allowsValue } from '../shared/allowed-changes.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';
import { itemsOfCount } from './arrays.ts';
import { boundaryProbes, type ClassifiedProbe } from './boundary-probes.ts';

export interface LaterItemProbe {
  readonly point: MutationPoint;
  readonly probe: ClassifiedProbe;
}

/** More properties of one item find no other error. */
const MAX_PROPERTIES = 12;

/** One for each value in the second item of each array. */
export function* laterItemProbes(body: BaselineBody): Generator<LaterItemProbe> {
  for (const array of [rootLocation(body.schema, body.full), ...findLocations(body.schema, body.full)]) {
    const points = pointsInSecondItem(body, array).map((point) => ({ point, probe: invalidProbe(point) }));
    for (const { point, probe } of points.slice(0, MAX_PROPERTIES)) if (probe !== undefined) yield { point, probe };
  }
}

/** In a body whose array has two items. */
function pointsInSecondItem(body: BaselineBody, { path, flat, value }: ValueLocation): readonly MutationPoint[] {
  const { items, prefixItems } = flat;
  if (!isJsonArray(value) || value.length === 0 || items === undefined || prefixItems.length > 0) return [];
  const pair = itemsOfCount(flat, value.slice(0, 1), 2);
  const second = pair?.[1];
  if (pair === undefined || second === undefined || !allowsValue({ body, path }, pair)) return [];
  const other: BaselineBody = { ...body, full: replaceAt(body.full, path, pair) };
  const itemPath = [...path, 1];
  const inner = [...findLocations(items, second, { path: itemPath })];
  const item = { ...rootLocation(items, second), path: itemPath, name: formatPath(itemPath) };
  return [item, ...inner]
    .filter(({ value: part }) => typeof part !== 'object')
    .map((location) => ({ ...location, body: other }));
}

/** Beyond a bound; of a wrong type where it has none. */
function invalidProbe(point: MutationPoint): ClassifiedProbe | undefined {
  const beyond = boundaryProbes(point).find(({ side }) => side === 'beyond');
  return beyond ?? wrongValues.map(wrongTypeProbe).find(({ value }) => !allowsValue(point, value));
}

const wrongValues: readonly Json[] = [{ value: 7 }, 'seven'];

function wrongTypeProbe(value: Json): ClassifiedProbe {
  return { keyword: 'type', name: 'a value of another type', value, side: 'beyond' };
}
