/** What the discriminators of one side say, property by property: which value leads to which alternative. */
import { canonicalJson, type Json } from '../../json/exact-json.ts';
import { memoize } from '../../memoize.ts';
import type { Schema } from '../../model/schema.ts';
import type { Constraints } from '../constraints/constraints.ts';
import { propertySchemaSet } from '../constraints/property-schemas.ts';
import type { Comparison } from './difference.ts';

export interface DiscriminatorMapping {
  readonly propertyName: string;
  /** By the value; of alternatives that pin the property the values that they allow there, whatever the mapping says. */
  readonly targets: ReadonlyMap<string, DiscriminatorTarget>;
}

export interface DiscriminatorTarget {
  readonly schema: Schema;
  /** Not beside the discriminator, where the comparison of the alternatives sees it: it extends the schema. */
  readonly isSubtype: boolean;
  /** Whether the property has a list of values there, which the comparison of the alternatives sees. */
  readonly hasFixedValues: boolean;
}

/** By the names of their properties. */
export function readMappings(
  constraints: Constraints,
  comparison: Comparison,
): ReadonlyMap<string, DiscriminatorMapping> {
  const named = new Map<string, ReadonlyMap<string, Schema>>();
  for (const { propertyName, values } of collectDiscriminators(constraints))
    named.set(propertyName, new Map([...(named.get(propertyName) ?? []), ...values]));
  return new Map([
    ...subtypeMappings(constraints, comparison),
    ...[...named]
      // One that leads to no alternative, as where these are inline, says nothing that could change.
      .filter(([, values]) => values.size > 0)
      .map(
        ([propertyName, values]) =>
          [propertyName, { propertyName, targets: findTargets(propertyName, values, comparison) }] as const,
      ),
  ]);
}

function subtypeMappings(
  constraints: Constraints,
  comparison: Comparison,
): readonly (readonly [string, DiscriminatorMapping])[] {
  return constraints.object.discriminators.flatMap(({ propertyName, subtypes = new Map() }) => {
    if (subtypes.size === 0 || isSubtypeOf(constraints, subtypes)) return [];
    return [[propertyName, { propertyName, targets: subtypeTargets(propertyName, subtypes, comparison) }] as const];
  });
}

/** One value that an heir has alone is its own, whatever the mapping says; a list may be that of all of them. */
function subtypeTargets(
  name: string,
  subtypes: ReadonlyMap<string, Schema>,
  comparison: Comparison,
): DiscriminatorMapping['targets'] {
  const alternatives = [...subtypes].map(([value, schema]) => {
    const targets = [...findTargets(name, new Map([[value, schema]]), comparison)];
    const [only, ...others] = targets;
    const own = only !== undefined && others.length === 0 ? only[0] : value;
    return [own, { schema, isSubtype: true, hasFixedValues: false }] as const;
  });
  return new Map(alternatives);
}

/** What extends the schema of a discriminator has it too, and is not chosen by it. */
function isSubtypeOf({ schemaSet }: Constraints, subtypes: ReadonlyMap<string, Schema>): boolean {
  const others = [...subtypes.values()].filter(({ discriminator }) => discriminator?.subtypes !== subtypes);
  return others.some((schema) => schemaSet.parts.includes(schema));
}

/** The inner ones last, as they say it more closely; each once, by however many ways it is reached. */
function collectDiscriminators(constraints: Constraints): Constraints['object']['discriminators'] {
  const visited = new Set<Constraints>();
  const collect = (one: Constraints): Constraints['object']['discriminators'] => {
    if (visited.has(one)) return [];
    visited.add(one);
    const inner = one.choices.flatMap(({ options }) => options.flatMap(collect));
    return [...one.object.discriminators, ...inner];
  };
  return collect(constraints);
}

function findTargets(
  name: string,
  values: ReadonlyMap<string, Schema>,
  { toSchemaSet, constraintsOf }: Comparison,
): DiscriminatorMapping['targets'] {
  return new Map(
    [...values].flatMap(([value, schema]) => {
      const constraints = constraintsOf(toSchemaSet([schema]), 'object');
      const fixed = constraints === undefined ? [] : fixedValues(name, constraints, { toSchemaSet, constraintsOf });
      const target: DiscriminatorTarget = { schema, isSubtype: false, hasFixedValues: fixed !== undefined };
      return fixed === undefined
        ? [[value, target] as const]
        : fixed.map((one) => [typeof one === 'string' ? one : canonicalJson(one), target] as const);
    }),
  );
}

/** The values of a property, by the object itself or by each of its alternatives; undefined where any will do. */
function fixedValues(
  name: string,
  constraints: Constraints,
  comparison: ConstraintLookup,
): readonly Json[] | undefined {
  const cache = fixedValuesCache(constraints);
  const found = cache.get(name) ?? { values: computeFixedValues(name, constraints, comparison) };
  cache.set(name, found);
  return found.values;
}

type ConstraintLookup = Pick<Comparison, 'toSchemaSet' | 'constraintsOf'>;

/** Demands are those of one direction. */
const fixedValuesCache = memoize(
  (_constraints: Constraints) => new Map<string, { readonly values: readonly Json[] | undefined }>(),
);

function computeFixedValues(
  name: string,
  { object, choices }: Constraints,
  comparison: ConstraintLookup,
): readonly Json[] | undefined {
  const { toSchemaSet, constraintsOf } = comparison;
  const own = constraintsOf(propertySchemaSet(object, name, toSchemaSet), 'string');
  if (own?.values !== undefined) return own.values;
  const lists = choices
    .map(({ options }) => options.map((option) => fixedValues(name, option, comparison)))
    .find((some) => !some.includes(undefined));
  const all = lists?.flatMap((list) => list ?? []);
  return all && [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
}
