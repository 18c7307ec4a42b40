/** What the discriminators of one side say, property by property: which value leads to which alternative. */
import { canonicalText, type Json } from '../../exact-json.ts';
import type { Schema } from '../../schema.ts';
import type { Demands } from './demands.ts';
import type { Comparison } from './difference.ts';
import { propertyWhole } from './shapes.ts';

export interface Kinds {
  readonly propertyName: string;
  /** By the value; of alternatives that pin the property the values that they allow there, whatever the mapping says. */
  readonly targets: ReadonlyMap<string, Target>;
}

export interface Target {
  readonly schema: Schema;
  /** Whether the property has a list of values there, which the comparison of the alternatives sees. */
  readonly isPinned: boolean;
}

/** By the names of their properties. */
export function kindsOf(demands: Demands, comparison: Comparison): ReadonlyMap<string, Kinds> {
  const named = new Map<string, ReadonlyMap<string, Schema>>();
  for (const { propertyName, values } of discriminatorsOf(demands))
    named.set(propertyName, new Map([...(named.get(propertyName) ?? []), ...values]));
  return new Map(
    [...named]
      // One that leads to no alternative, as where these are inline, says nothing that could change.
      .filter(([, values]) => values.size > 0)
      .map(([propertyName, values]) => [
        propertyName,
        { propertyName, targets: targetsOf(propertyName, values, comparison) },
      ]),
  );
}

/** The inner ones last, as they say it more closely. */
function discriminatorsOf({ object, choices }: Demands): Demands['object']['discriminators'] {
  const inner = choices.flatMap(({ options }) => options.flatMap(discriminatorsOf));
  return [...object.discriminators, ...inner];
}

function targetsOf(
  name: string,
  values: ReadonlyMap<string, Schema>,
  { wholeOf, demandsOf }: Comparison,
): Kinds['targets'] {
  return new Map(
    [...values].flatMap(([value, schema]) => {
      const demands = demandsOf(wholeOf([schema]), 'object');
      const pinned = demands === undefined ? [] : pinnedTo(name, demands, { wholeOf, demandsOf });
      const target: Target = { schema, isPinned: pinned !== undefined };
      return pinned === undefined
        ? [[value, target] as const]
        : pinned.map((one) => [typeof one === 'string' ? one : canonicalText(one), target] as const);
    }),
  );
}

/** The values of a property, by the object itself or by each of its alternatives; undefined where any will do. */
function pinnedTo(
  name: string,
  { object, choices }: Demands,
  comparison: Pick<Comparison, 'wholeOf' | 'demandsOf'>,
): readonly Json[] | undefined {
  const { wholeOf, demandsOf } = comparison;
  const own = demandsOf(propertyWhole(object, name, wholeOf), 'string');
  if (own?.values !== undefined) return own.values;
  const lists = choices
    .map(({ options }) => options.map((option) => pinnedTo(name, option, comparison)))
    .find((some) => !some.includes(undefined));
  return lists?.flatMap((list) => list ?? []);
}
