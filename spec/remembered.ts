/** What is worked out of contracts and schemas, which never change, is worked out once: every request asks the same. */

/** The same for the same object always; forgotten with it. */
export function remembered<Key extends object, T>(view: (key: Key) => T): (key: Key) => T {
  const known = new WeakMap<Key, { readonly seen: T }>();
  return (key) => {
    const entry = known.get(key);
    if (entry !== undefined) return entry.seen;
    const seen = view(key);
    known.set(key, { seen });
    return seen;
  };
}

/** The same for an object as long as it is asked about that one alone. */
export function rememberedLast<Key extends object, T>(view: (key: Key) => T): (key: Key) => T {
  let last: { readonly key: Key; readonly seen: T } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, seen: view(key) };
    return last.seen;
  };
}

/** The same for the same two objects always, the second of which may be lacking; forgotten with the first. */
export function rememberedBoth<First extends object, Second extends object | undefined, T>(
  view: (first: First, second: Second) => T,
): (first: First, second: Second) => T {
  const known = remembered((_first: First) => new WeakMap<object, { readonly seen: T }>());
  return (first, second) => {
    const entries = known(first);
    const entry = entries.get(second ?? nothing);
    if (entry !== undefined) return entry.seen;
    const seen = view(first, second);
    entries.set(second ?? nothing, { seen });
    return seen;
  };
}

const nothing = {};

/** The same for a list of the same objects, however often the list is made anew. */
export function rememberedList<Key extends object, T>(
  view: (keys: readonly Key[]) => T,
): (keys: readonly Key[]) => T {
  const root = step<Key, T>();
  return (keys) => {
    let at = root;
    for (const key of keys) at = at.next(key);
    at.known ??= { seen: view(keys) };
    return at.known.seen;
  };
}

interface Step<Key extends object, T> {
  readonly next: (key: Key) => Step<Key, T>;
  known: { readonly seen: T } | undefined;
}

function step<Key extends object, T>(): Step<Key, T> {
  return { next: remembered(() => step<Key, T>()), known: undefined };
}

/** The same for the same text; for the names and templates of contracts, of which there are not very many. */
export function rememberedText<T>(view: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly seen: T }>();
  return (text) => {
    const entry = known.get(text);
    if (entry !== undefined) return entry.seen;
    const seen = view(text);
    // Requests have names too, as many and as long as they like.
    if (known.size >= MOST_TEXTS) known.clear();
    if (text.length <= LONGEST_TEXT) known.set(text, { seen });
    return seen;
  };
}

const MOST_TEXTS = 10_000;
const LONGEST_TEXT = 200;
