/** Caches for values computed from contracts and schemas, which never change but are needed for every request. */

/** Caches one value per object, held weakly. */
export function memoize<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  const cache = new WeakMap<Key, { readonly seen: T }>();
  return (key) => {
    const entry = cache.get(key);
    if (entry !== undefined) return entry.seen;
    const value = compute(key);
    cache.set(key, { seen: value });
    return value;
  };
}

/** Caches the value of the last object only. */
export function memoizeLast<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  let last: { readonly key: Key; readonly seen: T } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, seen: compute(key) };
    return last.seen;
  };
}

/** Caches one value per pair of objects; the second may be undefined. Entries are held weakly by the first. */
export function memoizePair<First extends object, Second extends object | undefined, T>(
  compute: (first: First, second: Second) => T,
): (first: First, second: Second) => T {
  const cache = memoize((_first: First) => new WeakMap<object, { readonly seen: T }>());
  return (first, second) => {
    const entries = cache(first);
    const entry = entries.get(second ?? absentKey);
    if (entry !== undefined) return entry.seen;
    const value = compute(first, second);
    entries.set(second ?? absentKey, { seen: value });
    return value;
  };
}

const absentKey = {};

/** Caches one value per list of identical objects, even if the list itself is a new array. */
export function memoizeList<Key extends object, T>(compute: (keys: readonly Key[]) => T): (keys: readonly Key[]) => T {
  const root = createListNode<Key, T>();
  return (keys) => {
    let node = root;
    for (const key of keys) node = node.next(key);
    node.result ??= { seen: compute(keys) };
    return node.result.seen;
  };
}

interface ListNode<Key extends object, T> {
  readonly next: (key: Key) => ListNode<Key, T>;
  result: { readonly seen: T } | undefined;
}

function createListNode<Key extends object, T>(): ListNode<Key, T> {
  return { next: memoize(() => createListNode<Key, T>()), result: undefined };
}

/** Caches one value per text, for names and templates of contracts, which are few. */
export function memoizeString<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, { readonly seen: T }>();
  return (text) => {
    const entry = cache.get(text);
    if (entry !== undefined) return entry.seen;
    const value = compute(text);
    // Names in requests come from clients, so their number and length are unlimited.
    if (cache.size >= MAX_STRINGS) cache.clear();
    if (text.length <= MAX_STRING_LENGTH) cache.set(text, { seen: value });
    return value;
  };
}

/** More than the paths of the largest public contracts. */
const MAX_STRINGS = 40_000;
const MAX_STRING_LENGTH = 200;
