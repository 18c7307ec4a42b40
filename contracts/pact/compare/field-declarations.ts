/** Finds the properties of a value that its schema does not declare or leaves optional. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import type { Place } from '../../../spec/source/source-file.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { exampleSchema } from './example-schema.ts';
import { allParts, applicableParts } from './schema-parts.ts';

/**
 * `undeclared`: no schema of the object declares the property, although properties are declared; `additional`: not
 * declared either, but the contract allows additional properties or declares none; `optional`: declared, but a response
 * may omit it; `wrong direction`: declared only for the other direction (readOnly, writeOnly); `no alternative`: a
 * discriminator with a value that selects none.
 */
export type FieldDeclaration = 'undeclared' | 'additional' | 'optional' | 'wrong direction' | 'no alternative';

export interface FieldUse {
  readonly kind: FieldDeclaration;
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** The schema that declares the property or should declare it. */
  readonly place: Place;
}

export interface FieldLookup {
  readonly direction: Direction;
  /** Additional names that a schema allows: the properties of schemas that extend it by a discriminator. */
  readonly inheritedProperties: (schema: Schema) => ReadonlySet<string>;
}

/** If the contract forbids additional properties, validation already reports them, so they are skipped here. */
export function findFields(schema: Schema, value: Json, lookup: FieldLookup): readonly FieldUse[] {
  const seen = new Set<string>();
  // Reports a field once for all items of an array.
  return [...visitValue({ schemas: [schema], value, path: [], isOptional: false }, lookup)].filter(({ kind, path }) => {
    const key = JSON.stringify([kind, path.map((step) => (typeof step === 'number' ? 0 : step))]);
    return !seen.has(key) && seen.add(key);
  });
}

interface ValueContext {
  readonly schemas: readonly Schema[];
  readonly value: Json;
  readonly path: readonly (string | number)[];
  /** An enclosing property was already reported as optional. */
  readonly isOptional: boolean;
}

function* visitValue(context: ValueContext, lookup: FieldLookup): Generator<FieldUse> {
  const { value } = context;
  const parts = [...allParts(context.schemas)];
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) {
      const schemas = parts.flatMap((part) => part.prefixItems[index] ?? part.items ?? []);
      if (schemas.length > 0)
        yield* visitValue({ ...context, schemas, value: item, path: [...context.path, index] }, lookup);
    }
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) yield* visitProperty({ ...context, value }, parts, name, lookup);
    yield* visitDiscriminators({ ...context, value });
  }
}

/** OpenAPI: validation should fail where no mapping and no name of a schema matches. */
function* visitDiscriminators({ schemas, value, path }: ObjectContext): Generator<FieldUse> {
  for (const { discriminator, place } of applicableParts(schemas)) {
    if (discriminator === undefined) continue;
    const { propertyName: name, values, subtypes, unresolved } = discriminator;
    const selected = value[name];
    if (typeof selected !== 'string') continue;
    // A schema in the mapping keeps its own name too.
    const names = [...values.values()].map((option) => splitPointer(option.place.pointer).at(-1));
    if (names.includes(selected) || [values, subtypes, unresolved].some((known) => known?.has(selected) === true))
      continue;
    yield { kind: 'no alternative', path: [...path, name], name, place };
  }
}

interface ObjectContext extends ValueContext {
  readonly value: JsonObject;
}

function* visitProperty(
  context: ObjectContext,
  parts: readonly Schema[],
  name: string,
  lookup: FieldLookup,
): Generator<FieldUse> {
  const schemas = parts.flatMap((part) => propertySchemas(part, name));
  const at = [...context.path, name];
  if (schemas.length === 0) {
    if (parts.some((part) => lookup.inheritedProperties(part).has(name)) || areClosed(context.schemas)) return;
    yield { kind: undeclaredKind(parts), path: at, name, place: schemaPlace(parts) };
    return;
  }
  const place = schemas[0]?.place ?? schemaPlace(parts);
  const flag = lookup.direction === 'request' ? 'readOnly' : 'writeOnly';
  if (schemas.some((schema) => schema[flag])) yield { kind: 'wrong direction', path: at, name, place };
  const isOptional = lookup.direction === 'response' && !context.isOptional && !isRequired(context, name);
  if (isOptional) yield { kind: 'optional', path: at, name, place };
  const below = {
    schemas,
    value: context.value[name] ?? null,
    path: at,
    isOptional: context.isOptional || isOptional,
  };
  yield* visitValue(below, lookup);
}

/** The schemas of a property in one schema; additionalProperties counts if it constrains the value. */
function propertySchemas(part: Schema, name: string): readonly Schema[] {
  const declaredProperty = part.properties.get(name);
  const matching = part.patternProperties.filter(({ pattern }) => pattern.test(name)).map(({ schema }) => schema);
  const known = declaredProperty === undefined ? matching : [declaredProperty, ...matching];
  if (known.length > 0) return known;
  const additional = [part.additionalProperties, part.unevaluatedProperties];
  return additional.filter((rest) => rest !== undefined).filter((rest) => rest.isSatisfiable && !isUnconstrained(rest));
}

/** `true` or `{}` */
function isUnconstrained(schema: Schema): boolean {
  const { types, format, enum: options, const: only, properties, items, allOf, anyOf, oneOf } = schema;
  const values = [types, format, options, only, items, schema.additionalProperties, schema.pattern];
  return (
    values.every((value) => value === undefined) && properties.size + allOf.length + anyOf.length + oneOf.length === 0
  );
}

function undeclaredKind(parts: readonly Schema[]): 'undeclared' | 'additional' {
  const declaresNothing = parts.every(
    ({ properties, patternProperties }) => properties.size + patternProperties.length === 0,
  );
  const allowsAdditional = parts.some(
    ({ additionalProperties, unevaluatedProperties }) =>
      additionalProperties?.isSatisfiable === true || unevaluatedProperties?.isSatisfiable === true,
  );
  return declaresNothing || allowsAdditional ? 'additional' : 'undeclared';
}

function schemaPlace(parts: readonly Schema[]): Place {
  const [first] = parts;
  const owner = parts.find(({ properties }) => properties.size > 0) ?? first;
  return owner?.place ?? { file: '', pointer: '', line: 1 };
}

/** Whether additional properties are forbidden, by one of the schemas or by all of its alternatives. */
function areClosed(schemas: readonly Schema[]): boolean {
  const applicable = [...applicableParts(schemas)];
  if (applicable.some(forbidsAdditional)) return true;
  return applicable.some(({ anyOf, oneOf }) =>
    [anyOf, oneOf].some((parts) => parts.length > 0 && parts.every((part) => isClosed(part))),
  );
}

function isClosed(schema: Schema): boolean {
  return [...applicableParts([schema])].some(forbidsAdditional);
}

function forbidsAdditional({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties?.isSatisfiable === false || unevaluatedProperties?.isSatisfiable === false;
}

function isRequired({ schemas, value }: ValueContext, name: string): boolean {
  const requirementLookup: RequirementLookup = { name, value, cache: new Map() };
  return schemas.some((schema) => isPropertyRequired(schema, requirementLookup));
}

interface RequirementLookup {
  readonly name: string;
  readonly value: Json;
  /** Results by schema, since a schema can be reached in many ways. */
  readonly cache: Map<Schema, boolean>;
}

/**
 * Required by the schema itself, by a part of its `allOf`, by every alternative that the example matches, by the branch
 * that it takes of a condition, or by another property that it has.
 */
function isPropertyRequired(schema: Schema, requirementLookup: RequirementLookup): boolean {
  const found = requirementLookup.cache.get(schema) ?? computeRequired(schema, requirementLookup);
  requirementLookup.cache.set(schema, found);
  return found;
}

function computeRequired(schema: Schema, requirementLookup: RequirementLookup): boolean {
  if (
    schema.required.has(requirementLookup.name) ||
    schema.allOf.some((part) => isPropertyRequired(part, requirementLookup))
  )
    return true;
  if (isRequiredByBranch(schema, requirementLookup) || isRequiredByProperty(schema, requirementLookup)) return true;
  return [schema.anyOf, schema.oneOf].some((parts) => {
    const validParts = parts.filter((part) => isValid(exampleSchema(part), requirementLookup.value, 'response'));
    return validParts.length > 0 && validParts.every((part) => isPropertyRequired(part, requirementLookup));
  });
}

/** An example that lacks what the condition is about decides nothing, so both branches have to require the property. */
function isRequiredByBranch({ if: condition, then, else: other }: Schema, lookup: RequirementLookup): boolean {
  if (condition === undefined) return false;
  const requires = (branch: Schema | undefined) => branch !== undefined && isPropertyRequired(branch, lookup);
  if (isValid(condition, lookup.value, 'response')) return hasAllNames(condition, lookup) && requires(then);
  // The condition may fail only because the example leaves a part out.
  return requires(other) && (requires(then) || !isValid(exampleSchema(condition), lookup.value, 'response'));
}

/** Whether the example has the properties that the condition is about. */
function hasAllNames({ properties }: Schema, { value }: RequirementLookup): boolean {
  return [...properties.keys()].every((name) => isJsonObject(value) && Object.hasOwn(value, name));
}

function isRequiredByProperty({ dependentRequired, dependentSchemas }: Schema, lookup: RequirementLookup): boolean {
  const { name, value } = lookup;
  const isPresent = (other: string) => other !== name && isJsonObject(value) && Object.hasOwn(value, other);
  return (
    [...dependentRequired].some(([other, names]) => isPresent(other) && names.includes(name)) ||
    [...dependentSchemas].some(([other, part]) => isPresent(other) && isPropertyRequired(part, lookup))
  );
}
