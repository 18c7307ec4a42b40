/** What the properties of an object are judged by, over all the schemas that speak of them. */
import type { Schema } from '../../model/schema.ts';
import { remembered } from '../../remembered.ts';
import type { ObjectDemands, Shape } from './demands.ts';
import type { Whole, WholeOf } from './whole.ts';

/** The names that stand under `properties`. */
export const declaredNames = remembered(
  ({ shapes }: ObjectDemands): ReadonlySet<string> =>
    new Set(shapes.flatMap(({ properties }) => [...properties.keys()])),
);

/** What a property of this name is judged by, declared or not. */
export function propertyWhole(object: ObjectDemands, name: string, wholeOf: WholeOf): Whole {
  const known = knownProperties(object);
  const whole = known.get(name) ?? wholeOf(object.shapes.flatMap((shape) => judgesOf(shape, name)));
  known.set(name, whole);
  return whole;
}

const knownProperties = remembered((_object: ObjectDemands) => new Map<string, Whole>());

function judgesOf({ properties, patterns, rest }: Shape, name: string): readonly (Schema | undefined)[] {
  const matching = patterns.filter(({ pattern }) => pattern.test(name)).map(({ schema }) => schema);
  if (properties.has(name)) return [properties.get(name), ...matching];
  return matching.length > 0 ? matching : [rest];
}

/** What a property is judged by that nothing names; a pattern of one schema alone is no name for the others. */
export function restWhole({ shapes }: ObjectDemands, wholeOf: WholeOf): Whole {
  return wholeOf(shapes.map(({ rest }) => rest));
}

/** What a property whose name has the pattern is judged by. */
export function patternWhole({ shapes }: ObjectDemands, source: string, wholeOf: WholeOf): Whole {
  return wholeOf(
    shapes.flatMap(({ patterns, rest }) => {
      const same = patterns.filter(({ pattern }) => pattern.source === source).map(({ schema }) => schema);
      return same.length > 0 ? same : [rest];
    }),
  );
}

/** Whether no property is allowed that nothing names. */
export function isClosed({ shapes }: ObjectDemands): boolean {
  return shapes.some(({ rest }) => rest?.possible === false);
}

/** As many properties as there can be at all. */
export function mostNames({ shapes }: ObjectDemands): number {
  const closed = shapes.filter(({ rest, patterns }) => rest?.possible === false && patterns.length === 0);
  return Math.min(...closed.map(({ properties }) => properties.size));
}
