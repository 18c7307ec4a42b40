/**
 * Compares discriminators, which validate nothing but select how a value is interpreted. If alternatives restrict the
 * property by `enum` or `const`, the comparison of alternatives already reports the changes.
 */
import type { Schema } from '../../model/schema.ts';
import type { DiscriminatorKind } from '../rules/schema-discriminators.ts';
import { type Comparison, type ConstraintsPair, createDifference, type Difference } from './difference.ts';
import { type DiscriminatorMapping, type DiscriminatorTarget, readMappings } from './discriminator-mapping.ts';

/** `found`: the differences from the comparison of alternatives. */
export function* compareDiscriminators(
  pair: ConstraintsPair,
  comparison: Comparison,
  found: readonly Difference[],
): Generator<Difference> {
  const [before, after] = [readMappings(pair.before, comparison), readMappings(pair.after, comparison)];
  for (const [name, was] of before) {
    const is = after.get(name);
    if (is === undefined) continue;
    yield* compareTargets(pair, { was, is, found, comparison });
    yield* compareSubtypes({ was, is, found, comparison });
  }
  const removed = [...before.values()].filter(({ propertyName }) => !after.has(propertyName));
  const added = [...after.values()].filter(({ propertyName }) => !before.has(propertyName));
  const [was, is] = [removed[0], added[0]];
  if (was !== undefined && is !== undefined) yield* propertyRenamed(pair, was, is, comparison);
  else yield* addedOrRemoved(pair, removed, added);
}

/**
 * If the side that does not declare the property restricts it by `enum` or `const`, the discriminator has no effect.
 */
function* propertyRenamed(
  pair: ConstraintsPair,
  was: DiscriminatorMapping,
  is: DiscriminatorMapping,
  { direction }: Comparison,
): Generator<Difference> {
  if (hasOnlyFixedValues(direction === 'request' ? is : was)) return;
  const text = { was: describeMapping(was), is: describeMapping(is) };
  yield discriminatorDifference(pair, 'discriminator-property-name-changed', text);
}

function* addedOrRemoved(
  pair: ConstraintsPair,
  removed: readonly DiscriminatorMapping[],
  added: readonly DiscriminatorMapping[],
): Generator<Difference> {
  const none = 'no discriminator';
  for (const mapping of removed.filter((one) => !hasOnlyFixedValues(one)))
    yield discriminatorDifference(pair, 'discriminator-removed', { was: describeMapping(mapping), is: none });
  for (const mapping of added.filter((one) => !hasOnlyFixedValues(one)))
    yield discriminatorDifference(pair, 'discriminator-added', { was: none, is: describeMapping(mapping) });
}

function hasOnlyFixedValues({ targets }: DiscriminatorMapping): boolean {
  return [...targets.values()].every(({ hasFixedValues }) => hasFixedValues);
}

function describeMapping({ propertyName }: DiscriminatorMapping): string {
  return `discriminator ${JSON.stringify(propertyName)}`;
}

interface MappingSides {
  readonly was: DiscriminatorMapping;
  readonly is: DiscriminatorMapping;
  readonly found: readonly Difference[];
  readonly comparison: Comparison;
}

function* compareTargets(pair: ConstraintsPair, { was, is, found, comparison }: MappingSides): Generator<Difference> {
  const counterparts = findCounterparts({ before: targetSchemas(was), after: targetSchemas(is) }, comparison);
  const [name, none] = [was.propertyName, 'selects no alternative'];
  for (const [value, oldTarget] of was.targets) {
    const newTarget = is.targets.get(value);
    const text = {
      was: describeTarget(name, value, oldTarget),
      is: newTarget === undefined ? none : describeTarget(name, value, newTarget),
    };
    if (newTarget === undefined) {
      const isReported =
        isShownByValues(oldTarget, counterparts.ofBefore(oldTarget.schema), is) || isReportedRemoved(oldTarget, found);
      if (!isReported) yield discriminatorDifference(pair, 'discriminator-value-removed', text);
    } else if (
      isOtherSubtype(oldTarget, newTarget) &&
      !(oldTarget.hasFixedValues && newTarget.hasFixedValues) &&
      hasOtherTarget(oldTarget.schema, newTarget.schema, counterparts)
    )
      yield discriminatorDifference(pair, 'discriminator-value-changed', text);
  }
  for (const [value, newTarget] of is.targets) {
    if (was.targets.has(value)) continue;
    const isReported =
      isShownByValues(newTarget, counterparts.ofAfter(newTarget.schema), was) || isReportedAdded(newTarget, found);
    const text = { was: none, is: describeTarget(name, value, newTarget) };
    if (!isReported) yield discriminatorDifference(pair, 'discriminator-value-added', text);
  }
}

/** Compares subtypes, beyond the differences that were already reported for the schema itself. */
function* compareSubtypes({ was, is, found, comparison }: MappingSides): Generator<Difference> {
  const reported = new Set(found.map(differenceKey));
  for (const [value, oldTarget] of was.targets) {
    const newTarget = is.targets.get(value);
    if (!oldTarget.isSubtype || newTarget?.isSubtype !== true) continue;
    const { compare, toSchemaSet } = comparison;
    for (const difference of compare(toSchemaSet([oldTarget.schema]), toSchemaSet([newTarget.schema]))) {
      if (reported.has(differenceKey(difference))) continue;
      reported.add(differenceKey(difference));
      yield difference;
    }
  }
}

function differenceKey({ kind, before, after }: Difference): string {
  return [kind, before?.file, before?.pointer, after?.file, after?.pointer].join('\n');
}

function targetSchemas({ targets }: DiscriminatorMapping): readonly Schema[] {
  return [...new Set([...targets.values()].map(({ schema }) => schema))];
}

/** Subtypes with the same name are compared directly, so they need not be compared with all others. */
function isOtherSubtype(oldTarget: DiscriminatorTarget, newTarget: DiscriminatorTarget): boolean {
  return !(oldTarget.isSubtype && newTarget.isSubtype) || schemaName(oldTarget.schema) !== schemaName(newTarget.schema);
}

/** If neither has a counterpart, the target was changed and renamed. */
function hasOtherTarget(oldTarget: Schema, newTarget: Schema, { ofBefore, ofAfter }: Counterparts): boolean {
  const [after, before] = [ofBefore(oldTarget), ofAfter(newTarget)];
  return (after.length > 0 && !after.includes(newTarget)) || (before.length > 0 && !before.includes(oldTarget));
}

/** Whether the allowed values of the property in the alternatives already show the change. */
function isShownByValues(
  target: DiscriminatorTarget,
  counterparts: readonly Schema[],
  other: DiscriminatorMapping,
): boolean {
  if (counterparts.length === 0) return target.hasFixedValues;
  const withFixedValues = new Set(
    [...other.targets.values()].flatMap((one) => (one.hasFixedValues ? [one.schema] : [])),
  );
  return counterparts.every((schema) => withFixedValues.has(schema));
}

function isReportedRemoved({ schema }: DiscriminatorTarget, found: readonly Difference[]): boolean {
  return found.some(({ kind, before }) => /^(one|any)-of-removed$/.test(kind) && before === schema.place);
}

function isReportedAdded({ schema }: DiscriminatorTarget, found: readonly Difference[]): boolean {
  return found.some(({ kind, after }) => /^(one|any)-of-added$/.test(kind) && after === schema.place);
}

function describeTarget(name: string, value: string, { schema }: DiscriminatorTarget): string {
  return `${name} ${JSON.stringify(value)} selects ${schemaName(schema)}`;
}

function discriminatorDifference(
  pair: ConstraintsPair,
  kind: DiscriminatorKind,
  text: { readonly was: string; readonly is: string },
): Difference {
  return createDifference(pair, { kind, keyword: 'discriminator', ...text });
}

/** The alternatives of both sides, without duplicates. */
interface AlternativeSchemas {
  readonly before: readonly Schema[];
  readonly after: readonly Schema[];
}

interface Counterparts {
  /**
   * Returns the schema of the same name if it is equal, else all equal ones, else the one of the same name unless it is
   * another one renamed.
   */
  ofBefore(schema: Schema): readonly Schema[];
  ofAfter(schema: Schema): readonly Schema[];
}

function findCounterparts({ before, after }: AlternativeSchemas, { toSchemaSet, compare }: Comparison): Counterparts {
  const isSame = (oldTarget: Schema, newTarget: Schema) =>
    compare(toSchemaSet([oldTarget]), toSchemaSet([newTarget])).length === 0;
  const find = (one: Schema, siblings: readonly Schema[], others: readonly Schema[], same: typeof isSame) => {
    const sameNamed = others.find((other) => schemaName(other) === schemaName(one));
    if (sameNamed !== undefined && same(one, sameNamed)) return [sameNamed];
    const equals = others.filter((other) => same(one, other));
    if (equals.length > 0 || sameNamed === undefined) return equals;
    return siblings.some((other) => same(other, sameNamed)) ? [] : [sameNamed];
  };
  return {
    ofBefore: (one) => find(one, before, after, isSame),
    ofAfter: (one) => find(one, after, before, (newTarget, oldTarget) => isSame(oldTarget, newTarget)),
  };
}

/** `Cat` of `#/components/schemas/Cat`; the file name if the schema is the whole file. */
function schemaName({ place: { file, pointer } }: Schema): string {
  return pointer.split('/').at(-1) || (file.split('/').at(-1) ?? '');
}
