/** Compares one property of an object by name: declared on both sides or one, or only required. */

import { acceptsAnything } from '../constraints/collect-constraints.ts';
import type { ObjectConstraints } from '../constraints/constraints.ts';
import { declaredNames, isClosedObject, propertySchemaSet } from '../constraints/property-schemas.ts';
import type { SchemaSet } from '../constraints/schema-set.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { propertyPath } from './describe.ts';
import {
  atSubpath,
  type Comparison,
  type ConstraintsPair,
  createDifference,
  type Difference,
  keepsAllValues,
} from './difference.ts';

export function compareProperty(name: string, pair: ConstraintsPair, comparison: Comparison): readonly Difference[] {
  const [was, is] = [pair.before.object, pair.after.object];
  const [wasHidden, isHidden] = [was.hidden.has(name), is.hidden.has(name)];
  if (wasHidden && isHidden) return [];
  const property: Property = {
    name,
    pair,
    comparison,
    before: propertySchemaSet(was, name, comparison.toSchemaSet),
    after: propertySchemaSet(is, name, comparison.toSchemaSet),
  };
  if (isHidden) return becameHidden(property);
  if (wasHidden) return becameVisible(property);
  return compareVisible(property);
}

interface Property {
  readonly name: string;
  readonly pair: ConstraintsPair;
  readonly comparison: Comparison;
  readonly before: SchemaSet;
  readonly after: SchemaSet;
}

function becameHidden(property: Property): readonly Difference[] {
  const { name, pair, comparison } = property;
  const declared = declaredNames(pair.before.object).has(name);
  if (!declared && !isRequired(pair.before.object, name)) return [];
  if (comparison.direction === 'request')
    return [propertyDifference(property, 'property-became-read-only', 'readOnly')];
  const kind = isRequired(pair.before.object, name)
    ? 'required-property-became-write-only'
    : 'optional-property-became-write-only';
  return [propertyDifference(property, kind, 'writeOnly')];
}

function becameVisible(property: Property): readonly Difference[] {
  const { name, pair, comparison } = property;
  if (comparison.direction === 'response')
    return declaredNames(pair.after.object).has(name)
      ? [propertyDifference(property, 'property-became-not-write-only', 'writeOnly')]
      : [];
  if (isRequired(pair.after.object, name))
    return [propertyDifference(property, 'property-became-required', 'required')];
  return declaredNames(pair.after.object).has(name)
    ? [propertyDifference(property, 'property-became-not-read-only', 'readOnly')]
    : [];
}

function compareVisible(property: Property): readonly Difference[] {
  const { name, pair, comparison } = property;
  const [was, is] = [pair.before.object, pair.after.object];
  const [wasDeclared, isDeclared] = [declaredNames(was).has(name), declaredNames(is).has(name)];
  const schemaDifferences = comparison.compare(property.before, property.after);
  if (isDeclared && !wasDeclared && !isRequired(was, name)) return propertyAdded(property, schemaDifferences);
  if (wasDeclared && !isDeclared && !isRequired(is, name)) return propertyRemoved(property, schemaDifferences);
  return [...compareRequired(property), ...atSubpath(propertyPath(name), schemaDifferences)];
}

function compareRequired(property: Property): readonly Difference[] {
  const { name, pair } = property;
  const [was, is] = [isRequired(pair.before.object, name), isRequired(pair.after.object, name)];
  if (was === is) return [];
  return [propertyDifference(property, is ? 'property-became-required' : 'property-became-optional', 'required')];
}

function propertyAdded(property: Property, schemaDifferences: readonly Difference[]): readonly Difference[] {
  const { name, pair, comparison, before, after } = property;
  const [was, is] = [pair.before.object, pair.after.object];
  const isOpen = acceptsAnything(before, comparison.constraintsOf);
  const isNew = isOpen || acceptsNothing(before);
  if (isRequired(is, name)) {
    const schemaChanges = isNew ? [] : atSubpath(propertyPath(name), schemaDifferences);
    return [
      propertyDifference(property, 'required-property-added', 'required'),
      ...addedToClosedObject(property),
      ...schemaChanges,
    ];
  }
  if (schemaDifferences.length === 0) return [];
  // A property whose schema rejects every value is forbidden, not added.
  if (acceptsNothing(after)) return atSubpath(propertyPath(name), schemaDifferences);
  if (isClosedObject(was) && acceptsNothing(before))
    return [propertyDifference(property, 'property-added-to-closed-object', 'properties')];
  if (!isOpen) return atSubpath(propertyPath(name), schemaDifferences);
  return [propertyDifference(property, 'optional-property-added', 'properties')];
}

function addedToClosedObject(property: Property): readonly Difference[] {
  const { pair, before, comparison } = property;
  const wasRejected = isClosedObject(pair.before.object) && acceptsNothing(before);
  return wasRejected && comparison.direction === 'response'
    ? [propertyDifference(property, 'property-added-to-closed-object', 'properties')]
    : [];
}

function propertyRemoved(property: Property, schemaDifferences: readonly Difference[]): readonly Difference[] {
  const { name, pair, comparison, before } = property;
  const wasRequired = isRequired(pair.before.object, name);
  if (acceptsNothing(before)) return atSubpath(propertyPath(name), schemaDifferences);
  if (schemaDifferences.length === 0)
    return wasRequired ? [propertyDifference(property, 'property-became-optional', 'required')] : [];
  if (comparison.direction === 'response')
    return [
      propertyDifference(
        property,
        wasRequired ? 'required-property-removed' : 'optional-property-removed',
        'properties',
      ),
    ];
  return [
    propertyDifference(
      property,
      keepsAllValues(schemaDifferences) ? 'property-removed' : 'property-removed-from-closed-object',
      'properties',
    ),
  ];
}

function isRequired({ required }: ObjectConstraints, name: string): boolean {
  return required.has(name);
}

function acceptsNothing({ parts }: SchemaSet): boolean {
  return parts.some(({ isSatisfiable }) => !isSatisfiable);
}

function propertyDifference(property: Property, kind: SchemaKind, keyword: string): Difference {
  const { name, pair, before, after } = property;
  const difference = createDifference(pair, {
    kind,
    keyword,
    path: propertyPath(name),
    was: describeProperty(pair.before.object, name),
    is: describeProperty(pair.after.object, name),
  });
  if (keyword === 'required') return difference;
  return {
    ...difference,
    before: before.parts[0]?.place ?? difference.before,
    after: after.parts[0]?.place ?? difference.after,
  };
}

function describeProperty(object: ObjectConstraints, name: string): string {
  if (object.hidden.has(name)) return 'not in the message';
  if (object.required.has(name)) return 'required';
  return declaredNames(object).has(name) ? 'optional' : 'not declared';
}
