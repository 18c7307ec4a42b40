/**
 * Discriminators, which judge no value and yet say what a value is read as. Where the property is pinned in an alternative
 * by `enum` or `const`, the comparison of the alternatives has told what changed.
 */
import type { Schema } from '../../model/schema.ts';
import type { DiscriminatorKind } from '../rules/schema-discriminators.ts';
import { type Comparison, type Difference, differenceOf, type Pair } from './difference.ts';
import { kindsOf, type Target, type ValueKinds } from './discriminator-values.ts';

/** `found`: what the comparison of the alternatives has told. */
export function* compareDiscriminators(
  pair: Pair,
  comparison: Comparison,
  found: readonly Difference[],
): Generator<Difference> {
  const [before, after] = [kindsOf(pair.before, comparison), kindsOf(pair.after, comparison)];
  for (const [name, was] of before) {
    const is = after.get(name);
    if (is === undefined) continue;
    yield* compareTargets(pair, { was, is, found, comparison });
    yield* compareHeirs({ was, is, found, comparison });
  }
  const removed = [...before.values()].filter(({ propertyName }) => !after.has(propertyName));
  const added = [...after.values()].filter(({ propertyName }) => !before.has(propertyName));
  const [was, is] = [removed[0], added[0]];
  if (was !== undefined && is !== undefined) yield* renamed(pair, was, is, comparison);
  else yield* comeOrGone(pair, removed, added);
}

/** By the property that the other side does not know as such: where that is pinned, nothing hangs on the discriminator. */
function* renamed(
  pair: Pair,
  was: ValueKinds,
  is: ValueKinds,
  { direction }: Comparison,
): Generator<Difference> {
  if (isAllPinned(direction === 'request' ? is : was)) return;
  const words = { was: wordsOf(was), is: wordsOf(is) };
  yield tell(pair, 'discriminator-property-name-changed', words);
}

function* comeOrGone(
  pair: Pair,
  removed: readonly ValueKinds[],
  added: readonly ValueKinds[],
): Generator<Difference> {
  const none = 'no discriminator';
  for (const kinds of removed.filter((one) => !isAllPinned(one)))
    yield tell(pair, 'discriminator-removed', { was: wordsOf(kinds), is: none });
  for (const kinds of added.filter((one) => !isAllPinned(one)))
    yield tell(pair, 'discriminator-added', { was: none, is: wordsOf(kinds) });
}

function isAllPinned({ targets }: ValueKinds): boolean {
  return [...targets.values()].every(({ isPinned }) => isPinned);
}

function wordsOf({ propertyName }: ValueKinds): string {
  return `told apart by ${JSON.stringify(propertyName)}`;
}

interface Sides {
  readonly was: ValueKinds;
  readonly is: ValueKinds;
  readonly found: readonly Difference[];
  readonly comparison: Comparison;
}

function* compareTargets(pair: Pair, { was, is, found, comparison }: Sides): Generator<Difference> {
  const counterparts = counterpartsIn({ before: schemasOf(was), after: schemasOf(is) }, comparison);
  const [name, none] = [was.propertyName, 'leads to no alternative'];
  for (const [value, old] of was.targets) {
    const now = is.targets.get(value);
    const words = {
      was: leading(name, value, old),
      is: now === undefined ? none : leading(name, value, now),
    };
    if (now === undefined) {
      const isTold = isSeen(old, counterparts.ofBefore(old.schema), is) || isGone(old, found);
      if (!isTold) yield tell(pair, 'discriminator-value-removed', words);
    } else if (
      isOtherHeir(old, now) &&
      !(old.isPinned && now.isPinned) &&
      leadsElsewhere(old.schema, now.schema, counterparts)
    )
      yield tell(pair, 'discriminator-value-changed', words);
  }
  for (const [value, now] of is.targets) {
    if (was.targets.has(value)) continue;
    const isTold = isSeen(now, counterparts.ofAfter(now.schema), was) || isNew(now, found);
    const words = { was: none, is: leading(name, value, now) };
    if (!isTold) yield tell(pair, 'discriminator-value-added', words);
  }
}

/** What the values lead to beyond the schema itself, of which all that changed was told. */
function* compareHeirs({ was, is, found, comparison }: Sides): Generator<Difference> {
  const told = new Set(found.map(placesOf));
  for (const [value, old] of was.targets) {
    const now = is.targets.get(value);
    if (!old.isHeir || now?.isHeir !== true) continue;
    const { compare, wholeOf } = comparison;
    for (const difference of compare(wholeOf([old.schema]), wholeOf([now.schema]))) {
      if (told.has(placesOf(difference))) continue;
      told.add(placesOf(difference));
      yield difference;
    }
  }
}

function placesOf({ kind, before, after }: Difference): string {
  return [kind, before?.file, before?.pointer, after?.file, after?.pointer].join('\n');
}

function schemasOf({ targets }: ValueKinds): readonly Schema[] {
  return [...new Set([...targets.values()].map(({ schema }) => schema))];
}

/** What changed in an heir of the same name is told of it, so that it need not be compared with all the others. */
function isOtherHeir(old: Target, now: Target): boolean {
  return !(old.isHeir && now.isHeir) || nameOf(old.schema) !== nameOf(now.schema);
}

/** Two that have no counterpart at all are one that was changed and renamed. */
function leadsElsewhere(old: Schema, now: Schema, { ofBefore, ofAfter }: Counterparts): boolean {
  const [after, before] = [ofBefore(old), ofAfter(now)];
  return (after.length > 0 && !after.includes(now)) || (before.length > 0 && !before.includes(old));
}

/** Whether the values that the property has in the alternatives show it. */
function isSeen(target: Target, counterparts: readonly Schema[], other: ValueKinds): boolean {
  if (counterparts.length === 0) return target.isPinned;
  const pinned = new Set([...other.targets.values()].flatMap((one) => (one.isPinned ? [one.schema] : [])));
  return counterparts.every((schema) => pinned.has(schema));
}

function isGone({ schema }: Target, found: readonly Difference[]): boolean {
  return found.some(({ kind, before }) => /^(one|any)-of-removed$/.test(kind) && before === schema.place);
}

function isNew({ schema }: Target, found: readonly Difference[]): boolean {
  return found.some(({ kind, after }) => /^(one|any)-of-added$/.test(kind) && after === schema.place);
}

function leading(name: string, value: string, { schema }: Target): string {
  return `${name} ${JSON.stringify(value)} leads to ${nameOf(schema)}`;
}

function tell(
  pair: Pair,
  kind: DiscriminatorKind,
  words: { readonly was: string; readonly is: string },
): Difference {
  return differenceOf(pair, { kind, keyword: 'discriminator', ...words });
}

/** The alternatives of both sides, each once. */
interface Alternatives {
  readonly before: readonly Schema[];
  readonly after: readonly Schema[];
}

interface Counterparts {
  /** Those that say the same, the one of the same name if it does, else that one unless it is another one renamed. */
  ofBefore(schema: Schema): readonly Schema[];
  ofAfter(schema: Schema): readonly Schema[];
}

function counterpartsIn({ before, after }: Alternatives, { wholeOf, compare }: Comparison): Counterparts {
  const isSame = (old: Schema, now: Schema) => compare(wholeOf([old]), wholeOf([now])).length === 0;
  const find = (one: Schema, own: readonly Schema[], others: readonly Schema[], same: typeof isSame) => {
    const namesake = others.find((other) => nameOf(other) === nameOf(one));
    if (namesake !== undefined && same(one, namesake)) return [namesake];
    const equals = others.filter((other) => same(one, other));
    if (equals.length > 0 || namesake === undefined) return equals;
    return own.some((other) => same(other, namesake)) ? [] : [namesake];
  };
  return {
    ofBefore: (one) => find(one, before, after, isSame),
    ofAfter: (one) => find(one, after, before, (now, old) => isSame(old, now)),
  };
}

/** `Cat` of `#/components/schemas/Cat`; the file where the schema is all of it. */
function nameOf({ place: { file, pointer } }: Schema): string {
  return pointer.split('/').at(-1) || (file.split('/').at(-1) ?? '');
}
