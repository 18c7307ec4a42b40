/** What the discriminators of one side say, property by property: which value leads to which alternative. */
import { canonicalText, type Json } from '../../json/exact-json.ts';
import type { Schema } from '../../model/schema.ts';
import { remembered } from '../../remembered.ts';
import type { Demands } from '../demands/demands.ts';
import { propertyWhole } from '../demands/shapes.ts';
import type { Comparison } from './difference.ts';

export interface ValueKinds {
  readonly propertyName: string;
  /** By the value; of alternatives that pin the property the values that they allow there, whatever the mapping says. */
  readonly targets: ReadonlyMap<string, Target>;
}

export interface Target {
  readonly schema: Schema;
  /** Not beside the discriminator, where the comparison of the alternatives sees it: it extends the schema. */
  readonly isHeir: boolean;
  /** Whether the property has a list of values there, which the comparison of the alternatives sees. */
  readonly isPinned: boolean;
}

/** By the names of their properties. */
export function kindsOf(demands: Demands, comparison: Comparison): ReadonlyMap<string, ValueKinds> {
  const named = new Map<string, ReadonlyMap<string, Schema>>();
  for (const { propertyName, values } of discriminatorsOf(demands))
    named.set(propertyName, new Map([...(named.get(propertyName) ?? []), ...values]));
  return new Map([
    ...heirsOf(demands, comparison),
    ...[...named]
      // One that leads to no alternative, as where these are inline, says nothing that could change.
      .filter(([, values]) => values.size > 0)
      .map(
        ([propertyName, values]) =>
          [propertyName, { propertyName, targets: targetsOf(propertyName, values, comparison) }] as const,
      ),
  ]);
}

function heirsOf(demands: Demands, comparison: Comparison): readonly (readonly [string, ValueKinds])[] {
  return demands.object.discriminators.flatMap(({ propertyName, heirs = new Map() }) => {
    if (heirs.size === 0 || isHeir(demands, heirs)) return [];
    return [[propertyName, { propertyName, targets: heirTargets(propertyName, heirs, comparison) }] as const];
  });
}

/** One value that an heir has alone is its own, whatever the mapping says; a list may be that of all of them. */
function heirTargets(
  name: string,
  heirs: ReadonlyMap<string, Schema>,
  comparison: Comparison,
): ValueKinds['targets'] {
  const alternatives = [...heirs].map(([value, schema]) => {
    const targets = [...targetsOf(name, new Map([[value, schema]]), comparison)];
    const [only, ...others] = targets;
    const own = only !== undefined && others.length === 0 ? only[0] : value;
    return [own, { schema, isHeir: true, isPinned: false }] as const;
  });
  return new Map(alternatives);
}

/** What extends the schema of a discriminator has it too, and is not chosen by it. */
function isHeir({ whole }: Demands, heirs: ReadonlyMap<string, Schema>): boolean {
  const others = [...heirs.values()].filter(({ discriminator }) => discriminator?.heirs !== heirs);
  return others.some((schema) => whole.parts.includes(schema));
}

/** The inner ones last, as they say it more closely; each once, by however many ways it is reached. */
function discriminatorsOf(demands: Demands): Demands['object']['discriminators'] {
  const met = new Set<Demands>();
  const collect = (one: Demands): Demands['object']['discriminators'] => {
    if (met.has(one)) return [];
    met.add(one);
    const inner = one.choices.flatMap(({ options }) => options.flatMap(collect));
    return [...one.object.discriminators, ...inner];
  };
  return collect(demands);
}

function targetsOf(
  name: string,
  values: ReadonlyMap<string, Schema>,
  { wholeOf, demandsOf }: Comparison,
): ValueKinds['targets'] {
  return new Map(
    [...values].flatMap(([value, schema]) => {
      const demands = demandsOf(wholeOf([schema]), 'object');
      const pinned = demands === undefined ? [] : pinnedTo(name, demands, { wholeOf, demandsOf });
      const target: Target = { schema, isHeir: false, isPinned: pinned !== undefined };
      return pinned === undefined
        ? [[value, target] as const]
        : pinned.map((one) => [typeof one === 'string' ? one : canonicalText(one), target] as const);
    }),
  );
}

/** The values of a property, by the object itself or by each of its alternatives; undefined where any will do. */
function pinnedTo(name: string, demands: Demands, comparison: Gathering): readonly Json[] | undefined {
  const known = knownPinned(demands);
  const found = known.get(name) ?? { values: pinnedBy(name, demands, comparison) };
  known.set(name, found);
  return found.values;
}

type Gathering = Pick<Comparison, 'wholeOf' | 'demandsOf'>;

/** Demands are those of one direction. */
const knownPinned = remembered(
  (_demands: Demands) => new Map<string, { readonly values: readonly Json[] | undefined }>(),
);

function pinnedBy(
  name: string,
  { object, choices }: Demands,
  comparison: Gathering,
): readonly Json[] | undefined {
  const { wholeOf, demandsOf } = comparison;
  const own = demandsOf(propertyWhole(object, name, wholeOf), 'string');
  if (own?.values !== undefined) return own.values;
  const lists = choices
    .map(({ options }) => options.map((option) => pinnedTo(name, option, comparison)))
    .find((some) => !some.includes(undefined));
  const all = lists?.flatMap((list) => list ?? []);
  return all && [...new Map(all.map((value) => [canonicalText(value), value])).values()];
}
