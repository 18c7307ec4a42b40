/** The discriminator mappings of one side, by property: the alternative that each value selects. */
import { canonicalJson, type Json } from '../../json/exact-json.ts';
import { memoize } from '../../memoize.ts';
import type { Schema } from '../../model/schema.ts';
import type { Constraints } from '../constraints/constraints.ts';
import { propertySchemaSet } from '../constraints/property-schemas.ts';
import type { Comparison } from './difference.ts';

export interface DiscriminatorMapping {
  readonly propertyName: string;
  /** Keyed by value. If an alternative restricts the property to listed values, these replace the mapping's. */
  readonly targets: ReadonlyMap<string, DiscriminatorTarget>;
}

export interface DiscriminatorTarget {
  readonly schema: Schema;
  /** The target extends the schema with the discriminator, so the comparison of alternatives does not cover it. */
  readonly isSubtype: boolean;
  /** Whether the target lists the allowed values of the property, which the comparison of alternatives covers. */
  readonly hasFixedValues: boolean;
}

/** Returns the mappings by property name. */
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
      // A discriminator without targets, such as with inline alternatives, has nothing to compare.
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

/**
 * A subtype with a single allowed value uses it instead of the mapping's; a longer list may be shared by all subtypes.
 */
function subtypeTargets(
  name: string,
  subtypes: ReadonlyMap<string, Schema>,
  comparison: Comparison,
): DiscriminatorMapping['targets'] {
  const alternatives = [...subtypes].map(([value, schema]) => {
    const targets = [...findTargets(name, new Map([[value, schema]]), comparison)];
    const [only, ...others] = targets;
    const key = only !== undefined && others.length === 0 ? only[0] : value;
    return [key, { schema, isSubtype: true, hasFixedValues: false }] as const;
  });
  return new Map(alternatives);
}

/** A subtype also has the discriminator of its base schema, but is not selected by it. */
function isSubtypeOf({ schemaSet }: Constraints, subtypes: ReadonlyMap<string, Schema>): boolean {
  const others = [...subtypes.values()].filter(({ discriminator }) => discriminator?.subtypes !== subtypes);
  return others.some((schema) => schemaSet.parts.includes(schema));
}

/** Inner discriminators come last, since they are more specific; each once, however many paths lead to it. */
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

/** The values of a property, from the object or from each of its alternatives; undefined if any value is allowed. */
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

/** Constraints are specific to one direction. */
const fixedValuesCache = memoize(
  (_constraints: Constraints) => new Map<string, { readonly values: readonly Json[] | undefined }>(),
);

function computeFixedValues(
  name: string,
  { object, choices }: Constraints,
  comparison: ConstraintLookup,
): readonly Json[] | undefined {
  const { toSchemaSet, constraintsOf } = comparison;
  const ownConstraints = constraintsOf(propertySchemaSet(object, name, toSchemaSet), 'string');
  if (ownConstraints?.values !== undefined) return ownConstraints.values;
  const lists = choices
    .map(({ options }) => options.map((option) => fixedValues(name, option, comparison)))
    .find((list) => !list.includes(undefined));
  const all = lists?.flatMap((list) => list ?? []);
  return all && [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
}
