/** Collects the constraints of a schema set on one type of values; combinators are merged as far as possible. */
import { canonicalJson, type Json } from '../../json/exact-json.ts';
import { memoize } from '../../memoize.ts';
import type { Direction, Schema } from '../../model/schema.ts';
import { isValid } from '../../validation/validate.ts';
import { spendSteps } from '../step-budget.ts';
import {
  type AlternativeChoice,
  type Constraints,
  intersectConstraints,
  noConstraints,
  type Tuple,
  type ValueType,
} from './constraints.ts';
import { normalizeConstraints } from './normalize.ts';
import { allowsType, allTypes, readConstraints } from './read-constraints.ts';
import type { SchemaSet, ToSchemaSet } from './schema-set.ts';

/** Undefined if no value of the type is allowed. */
export type ConstraintsOf = (schemaSet: SchemaSet, type: ValueType) => Constraints | undefined;

export function createConstraintCollector(toSchemaSet: ToSchemaSet, direction: Direction): ConstraintsOf {
  const cacheOf = memoize((_schemaSet: SchemaSet) => new Map<ValueType, Constraints | undefined>());

  function constraintsOf(schemaSet: SchemaSet, type: ValueType): Constraints | undefined {
    const cache = cacheOf(schemaSet);
    if (cache.has(type)) return cache.get(type);
    spendSteps();
    const constraints = collect(schemaSet, type);
    cache.set(type, constraints);
    return constraints;
  }

  function collect(schemaSet: SchemaSet, type: ValueType): Constraints | undefined {
    const none: Constraints = {
      ...noConstraints(type, schemaSet),
      values: type === 'null' ? [null] : undefined,
    };
    let all: Constraints | undefined = type === 'boolean' ? { ...none, values: [true, false] } : none;
    for (const part of schemaSet.parts) {
      if (!allowsType(part, type)) return undefined;
      all = intersectOptional(all, constraintsOfPart(part, type, schemaSet));
      if (all === undefined) return undefined;
    }
    return finalizeConstraints(all, direction);
  }

  function constraintsOfPart(part: Schema, type: ValueType, schemaSet: SchemaSet): Constraints | undefined {
    const ownConstraints = readConstraints(part, type, schemaSet, direction);
    const anyOf = applyAlternatives('anyOf', part.anyOf, ownConstraints);
    const oneOf = applyAlternatives('oneOf', part.oneOf, ownConstraints);
    return [
      anyOf,
      oneOf,
      exclude(part, ownConstraints),
      applyCondition(part, ownConstraints),
      applyUnevaluated(part, ownConstraints),
    ].reduce<Constraints | undefined>(intersectOptional, ownConstraints);
  }

  function applyAlternatives(
    keyword: AlternativeChoice['keyword'],
    parts: readonly Schema[],
    { type, schemaSet }: Constraints,
  ): Constraints | undefined {
    const none = noConstraints(type, schemaSet);
    if (parts.length === 0) return none;
    const all = optionsOf(parts, type);
    // In `anyOf`, duplicate alternatives have no effect.
    const options = keyword === 'anyOf' ? [...new Set(all)] : all;
    const [first, ...others] = options;
    if (first === undefined || others.length === 0) return first;
    const values = listCommonValues(keyword, options);
    if (values !== undefined) return { ...none, values };
    const unconstrained = options.filter(isUnconstrained);
    if (unconstrained.length === 0) return { ...none, choices: [{ keyword, options }] };
    if (keyword === 'anyOf') return none;
    // In `oneOf`, an alternative that always matches must be the only match.
    const exceptions = options.filter((option) => !isUnconstrained(option)).map((option) => option.schemaSet.combined);
    return unconstrained.length > 1
      ? undefined
      : { ...none, nots: exceptions.filter((schema) => schema !== undefined) };
  }

  function optionsOf(parts: readonly Schema[], type: ValueType): readonly Constraints[] {
    return parts.map((part) => constraintsOf(toSchemaSet([part]), type)).filter((option) => option !== undefined);
  }

  function exclude({ not }: Schema, { type, schemaSet }: Constraints): Constraints | undefined {
    const none = noConstraints(type, schemaSet);
    const excluded = not === undefined ? undefined : constraintsOf(toSchemaSet([not]), type);
    if (not === undefined || excluded === undefined) return none;
    if (isUnconstrained(excluded)) return undefined;
    const [inner, ...others] = excluded.nots;
    const isDoubleNot = inner !== undefined && others.length === 0 && isUnconstrained({ ...excluded, nots: [] });
    return isDoubleNot ? constraintsOf(toSchemaSet([inner]), type) : { ...none, nots: [not] };
  }

  function applyCondition(part: Schema, { type, schemaSet }: Constraints): Constraints | undefined {
    const none = noConstraints(type, schemaSet);
    if (part.if === undefined) return none;
    const condition = constraintsOf(toSchemaSet([part.if]), type);
    const branch = (schema: Schema | undefined) =>
      schema === undefined ? none : constraintsOf(toSchemaSet([schema]), type);
    if (condition === undefined) return branch(part.else);
    if (isUnconstrained(condition)) return branch(part.then);
    const [thenBranch, elseBranch] = [branch(part.then), branch(part.else)];
    if (
      thenBranch !== undefined &&
      elseBranch !== undefined &&
      isUnconstrained(thenBranch) &&
      isUnconstrained(elseBranch)
    )
      return none;
    return { ...none, conditions: [{ if: part.if, then: part.then, else: part.else }] };
  }

  /** `unevaluated*` applies to what the schema and all others that apply to the same value leave unevaluated. */
  function applyUnevaluated(part: Schema, { type, schemaSet }: Constraints): Constraints {
    const none = noConstraints(type, schemaSet);
    const unevaluated = { object: part.unevaluatedProperties, array: part.unevaluatedItems };
    const schema = type === 'object' || type === 'array' ? unevaluated[type] : undefined;
    if (schema === undefined) return none;
    const applied = schemasAppliedTo(part, type);
    if (applied === undefined) return { ...none, unresolvedUnevaluated: [part] };
    if (type === 'object') {
      if (applied.some((one) => one.additionalProperties !== undefined)) return none;
      if (applied.some((one) => one !== part && one.unevaluatedProperties !== undefined)) return none;
      const properties = new Map(applied.flatMap((one) => [...one.properties.keys()].map((name) => [name, undefined])));
      const patterns = applied.flatMap((one) => one.patternProperties);
      return {
        ...none,
        object: { ...none.object, propertySchemas: [{ properties, patterns, additional: schema }] },
      };
    }
    if (applied.some((one) => one.items !== undefined || (one !== part && one.unevaluatedItems !== undefined)))
      return none;
    if (applied.some((one) => one.contains !== undefined)) return { ...none, unresolvedUnevaluated: [part] };
    const length = Math.max(...applied.map((one) => one.prefixItems.length));
    const tuple: Tuple = { first: Array.from({ length }, () => undefined), rest: schema };
    return { ...none, array: { ...none.array, tuples: [tuple] } };
  }

  /** Undefined if the set depends on the value. */
  function schemasAppliedTo(start: Schema, type: ValueType): readonly Schema[] | undefined {
    const applied = new Set([start]);
    // Iterating over a Set includes elements added during the loop.
    for (const part of applied) {
      if (part.if !== undefined || part.dependentSchemas.size > 0) return undefined;
      for (const options of [part.anyOf, part.oneOf]) {
        const relevant = options.filter((option) => constraintsOf(toSchemaSet([option]), type) !== undefined);
        if (relevant.length > 1) return undefined;
        for (const option of relevant) applied.add(option);
      }
      for (const next of part.allOf) applied.add(next);
    }
    return [...applied];
  }

  return constraintsOf;
}

function intersectOptional(a: Constraints | undefined, b: Constraints | undefined): Constraints | undefined {
  return a === undefined || b === undefined ? undefined : intersectConstraints(a, b);
}

/** If the values can be listed, validating each of them replaces all other constraints. */
export function finalizeConstraints(constraints: Constraints, direction: Direction): Constraints | undefined {
  const { values, schemaSet, type, sources, chosenAlternatives } = constraints;
  if (values === undefined) return normalizeConstraints(constraints);
  const valid = values.filter((value) => satisfiesConstraints(value, constraints, direction));
  return valid.length === 0
    ? undefined
    : { ...noConstraints(type, schemaSet), sources, chosenAlternatives, values: valid };
}

/** Whether the value is valid by the whole schema set and by the chosen alternatives. */
export function satisfiesConstraints(
  value: Json,
  { schemaSet, chosenAlternatives }: Constraints,
  direction: Direction,
): boolean {
  return [schemaSet, ...chosenAlternatives].every(
    ({ combined }) => combined === undefined || isValid(combined, value, direction),
  );
}

function listCommonValues(
  keyword: AlternativeChoice['keyword'],
  options: readonly Constraints[],
): readonly Json[] | undefined {
  const counts = new Map<string, { readonly value: Json; readonly count: number }>();
  for (const { values } of options) {
    if (values === undefined) return undefined;
    for (const value of values) {
      const key = canonicalJson(value);
      counts.set(key, { value, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].filter(({ count }) => keyword === 'anyOf' || count === 1).map(({ value }) => value);
}

/** Whether every value of the type is allowed. */
export const isUnconstrained = memoize(({ type, ...constraints }: Constraints): boolean => {
  if (constraints.values !== undefined)
    return constraints.values.length === (type === 'null' ? 1 : type === 'boolean' ? 2 : -1);
  const { number, string, array, object } = constraints;
  const isAnyNumber = number.lower === undefined && number.upper === undefined && number.multipleOf === undefined;
  const isAnyString = string.min === 0 && string.max === Infinity && string.patterns.length === 0;
  const isAnyArray = array.min === 0 && array.max === Infinity && !array.isUnique && array.tuples.length === 0;
  const isAnyObject = object.min === 0 && object.max === Infinity && object.propertySchemas.length === 0;
  return (
    constraints.formats.size + constraints.nots.length + constraints.conditions.length + constraints.choices.length ===
      0 &&
    constraints.unresolvedUnevaluated.length + array.contains.length + object.propertyNames.length === 0 &&
    object.dependentRequired.size + object.dependentSchemas.size + object.required.size === 0 &&
    isAnyNumber &&
    isAnyString &&
    isAnyArray &&
    isAnyObject
  );
});

/** Whether every value of every type is allowed. */
export function acceptsAnything(schemaSet: SchemaSet, constraintsOf: ConstraintsOf): boolean {
  return allTypes.every((type) => {
    const constraints = constraintsOf(schemaSet, type);
    return constraints !== undefined && isUnconstrained(constraints);
  });
}
