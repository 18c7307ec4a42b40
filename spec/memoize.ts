/** What is worked out of contracts and schemas, which never change, is worked out once: every request asks the same. */

/** The same for the same object always; forgotten with it. */
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

/** The same for an object as long as it is asked about that one alone. */
export function memoizeLast<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  let last: { readonly key: Key; readonly seen: T } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, seen: compute(key) };
    return last.seen;
  };
}

/** The same for the same two objects always, the second of which may be lacking; forgotten with the first. */
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

/** The same for a list of the same objects, however often the list is made anew. */
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

/** The same for the same text; for the names and templates of contracts, of which there are not very many. */
export function memoizeString<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, { readonly seen: T }>();
  return (text) => {
    const entry = cache.get(text);
    if (entry !== undefined) return entry.seen;
    const value = compute(text);
    // Requests have names too, as many and as long as they like.
    if (cache.size >= MAX_STRINGS) cache.clear();
    if (text.length <= MAX_STRING_LENGTH) cache.set(text, { seen: value });
    return value;
  };
}

const MAX_STRINGS = 10_000;
const MAX_STRING_LENGTH = 200;
