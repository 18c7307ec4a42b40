/** The entries of `values:`, and those that concern an operation. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { createMatcher } from '../../options/permitted-operations.ts';

export interface ValueEntry {
  readonly kind: 'parameter' | 'property' | 'body';
  /** Of the parameter or property; empty for a body. */
  readonly name: string;
  readonly given: Json;
  readonly pointer: string;
  /** The pattern of its operations; undefined for an entry that concerns all. */
  readonly pattern: string | undefined;
  readonly concerns: (operation: Operation) => boolean;
}

/** Those of single operations first: they win over the general ones. `values`: what stands under that key. */
export function readEntries(values: JsonObject): readonly ValueEntry[] {
  const operations = Object.entries(objectAt(values, 'operations'));
  return [
    ...operations.flatMap(([pattern, given]) => {
      const pointer = joinPointer('/values/operations', pattern);
      return isJsonObject(given) ? entriesIn(given, { pointer, pattern, concerns: createMatcher(pattern) }) : [];
    }),
    ...entriesIn(values, { pointer: '/values', pattern: undefined, concerns: () => true }),
  ];
}

function entriesIn(
  container: JsonObject,
  { pointer, ...scope }: Pick<ValueEntry, 'pointer' | 'pattern' | 'concerns'>,
): readonly ValueEntry[] {
  const named = (kind: 'parameter' | 'property', key: string) =>
    Object.entries(objectAt(container, key)).map(([name, given]) => ({
      ...scope,
      ...{ kind, name, given, pointer: joinPointer(joinPointer(pointer, key), name) },
    }));
  const body = container['body'];
  return [
    ...named('parameter', 'parameters'),
    ...named('property', 'properties'),
    ...(body === undefined
      ? []
      : [{ ...scope, kind: 'body' as const, name: '', given: body, pointer: joinPointer(pointer, 'body') }]),
  ];
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const part = value[key] ?? null;
  return isJsonObject(part) ? part : {};
}
