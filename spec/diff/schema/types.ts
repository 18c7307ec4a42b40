/** Which types of values are allowed at all; null is told by its own name. */

import { type Demands, noDemands, type Type } from '../demands/demands.ts';
import { allTypes } from '../demands/read.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { type Difference, differenceOf, type Wholes } from './difference.ts';
import { describeTypes } from './words.ts';

type Types = ReadonlyMap<Type, Demands>;

export function* compareTypes(wholes: Wholes, was: Types, is: Types): Generator<Difference> {
  const lost = [...was.keys()].filter((type) => !is.has(type));
  const gained = [...is.keys()].filter((type) => !was.has(type));
  const words = { keyword: 'type', was: describeTypes(was), is: describeTypes(is) };
  const pair = {
    before: noDemands('null', wholes.before),
    after: noDemands('null', wholes.after),
  };
  const isNullTold = [was, is].every((types) => hasOthers(types) && types.size < allTypes.length);
  if (isNullTold && lost.includes('null'))
    yield differenceOf(pair, { kind: 'became-not-nullable', ...words });
  if (isNullTold && gained.includes('null')) yield differenceOf(pair, { kind: 'became-nullable', ...words });
  const kind = kindOf(isNullTold ? withoutNull(lost) : lost, isNullTold ? withoutNull(gained) : gained);
  if (kind !== undefined) yield differenceOf(pair, { kind, ...words });
}

function hasOthers(types: Types): boolean {
  return [...types.keys()].some((type) => type !== 'null');
}

function withoutNull(types: readonly Type[]): readonly Type[] {
  return types.filter((type) => type !== 'null');
}

function kindOf(lost: readonly Type[], gained: readonly Type[]): SchemaKind | undefined {
  if (lost.length === 0 && gained.length === 0) return undefined;
  if (lost.length === 0) return 'type-generalized';
  return gained.length === 0 ? 'type-specialized' : 'type-changed';
}
