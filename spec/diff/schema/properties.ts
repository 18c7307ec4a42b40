/** One property of an object, by its name: declared in both, in one of the two, or required alone. */
import type { ObjectDemands } from '../demands/demands.ts';
import { isAnything } from '../demands/gather.ts';
import { declaredNames, isClosed, propertyWhole } from '../demands/shapes.ts';
import type { Whole } from '../demands/whole.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { below, type Comparison, type Difference, differenceOf, keepsAll, type Pair } from './difference.ts';
import { propertyPath } from './words.ts';

export function compareProperty(name: string, pair: Pair, comparison: Comparison): readonly Difference[] {
  const [was, is] = [pair.before.object, pair.after.object];
  const [wasHidden, isHidden] = [was.hidden.has(name), is.hidden.has(name)];
  if (wasHidden && isHidden) return [];
  const property: Property = {
    name,
    pair,
    comparison,
    before: propertyWhole(was, name, comparison.wholeOf),
    after: propertyWhole(is, name, comparison.wholeOf),
  };
  if (isHidden) return hidden(property);
  if (wasHidden) return shown(property);
  return compareVisible(property);
}

interface Property {
  readonly name: string;
  readonly pair: Pair;
  readonly comparison: Comparison;
  readonly before: Whole;
  readonly after: Whole;
}

function hidden(property: Property): readonly Difference[] {
  const { name, pair, comparison } = property;
  const declared = declaredNames(pair.before.object).has(name);
  if (!declared && !isRequired(pair.before.object, name)) return [];
  if (comparison.direction === 'request') return [tell(property, 'property-became-read-only', 'readOnly')];
  const kind = isRequired(pair.before.object, name)
    ? 'required-property-became-write-only'
    : 'optional-property-became-write-only';
  return [tell(property, kind, 'writeOnly')];
}

function shown(property: Property): readonly Difference[] {
  const { name, pair, comparison } = property;
  if (comparison.direction === 'response')
    return declaredNames(pair.after.object).has(name)
      ? [tell(property, 'property-became-not-write-only', 'writeOnly')]
      : [];
  if (isRequired(pair.after.object, name)) return [tell(property, 'property-became-required', 'required')];
  return declaredNames(pair.after.object).has(name)
    ? [tell(property, 'property-became-not-read-only', 'readOnly')]
    : [];
}

function compareVisible(property: Property): readonly Difference[] {
  const { name, pair, comparison } = property;
  const [was, is] = [pair.before.object, pair.after.object];
  const [wasDeclared, isDeclared] = [declaredNames(was).has(name), declaredNames(is).has(name)];
  const inside = comparison.compare(property.before, property.after);
  if (isDeclared && !wasDeclared && !isRequired(was, name)) return added(property, inside);
  if (wasDeclared && !isDeclared && !isRequired(is, name)) return removed(property, inside);
  return [...compareRequired(property), ...below(propertyPath(name), inside)];
}

function compareRequired(property: Property): readonly Difference[] {
  const { name, pair } = property;
  const [was, is] = [isRequired(pair.before.object, name), isRequired(pair.after.object, name)];
  if (was === is) return [];
  return [tell(property, is ? 'property-became-required' : 'property-became-optional', 'required')];
}

function added(property: Property, inside: readonly Difference[]): readonly Difference[] {
  const { name, pair, comparison, before, after } = property;
  const [was, is] = [pair.before.object, pair.after.object];
  const isOpen = isAnything(before, comparison.demandsOf);
  const isNew = isOpen || isNothing(before);
  if (isRequired(is, name)) {
    const judged = isNew ? [] : below(propertyPath(name), inside);
    return [tell(property, 'required-property-added', 'required'), ...closedToo(property), ...judged];
  }
  if (inside.length === 0) return [];
  // Said to be of no kind at all: that is no offer, but a ban.
  if (isNothing(after)) return below(propertyPath(name), inside);
  if (isClosed(was) && isNothing(before))
    return [tell(property, 'property-added-to-closed-object', 'properties')];
  if (!isOpen) return below(propertyPath(name), inside);
  return [tell(property, 'optional-property-added', 'properties')];
}

function closedToo(property: Property): readonly Difference[] {
  const { pair, before, comparison } = property;
  const wasRefused = isClosed(pair.before.object) && isNothing(before);
  return wasRefused && comparison.direction === 'response'
    ? [tell(property, 'property-added-to-closed-object', 'properties')]
    : [];
}

function removed(property: Property, inside: readonly Difference[]): readonly Difference[] {
  const { name, pair, comparison, before } = property;
  const wasRequired = isRequired(pair.before.object, name);
  if (isNothing(before)) return below(propertyPath(name), inside);
  if (inside.length === 0) return wasRequired ? [tell(property, 'property-became-optional', 'required')] : [];
  if (comparison.direction === 'response')
    return [
      tell(property, wasRequired ? 'required-property-removed' : 'optional-property-removed', 'properties'),
    ];
  return [
    tell(
      property,
      keepsAll(inside) ? 'property-removed' : 'property-removed-from-closed-object',
      'properties',
    ),
  ];
}

function isRequired({ required }: ObjectDemands, name: string): boolean {
  return required.has(name);
}

function isNothing({ parts }: Whole): boolean {
  return parts.some(({ possible }) => !possible);
}

function tell(property: Property, kind: SchemaKind, keyword: string): Difference {
  const { name, pair, before, after } = property;
  const told = differenceOf(pair, {
    kind,
    keyword,
    path: propertyPath(name),
    was: describe(pair.before.object, name),
    is: describe(pair.after.object, name),
  });
  if (keyword === 'required') return told;
  return {
    ...told,
    before: before.parts[0]?.place ?? told.before,
    after: after.parts[0]?.place ?? told.after,
  };
}

function describe(object: ObjectDemands, name: string): string {
  if (object.hidden.has(name)) return 'not part of it';
  if (object.required.has(name)) return 'required';
  return declaredNames(object).has(name) ? 'optional' : 'not declared';
}
