/** A Map that knows its oldest key. A new iterator would have to pass the places of all that have left before. */
export interface Aged<Value> {
  /** In the order of insertion; a key that is set again keeps its place. */
  readonly map: ReadonlyMap<string, Value>;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
  /** Undefined where it is empty. */
  oldest(): string | undefined;
}

export function createAged<Value>(): Aged<Value> {
  const map = new Map<string, Value>();
  /** Given up as soon as another one than the oldest leaves: until it moves on, it holds all that the map has held. */
  let keys: Iterator<string> | undefined;
  /** The last that `keys` gave, as long as it is there: all before it have left. */
  let oldest: string | undefined;
  const forget = (): void => {
    keys = undefined;
    oldest = undefined;
  };
  const next = (): string | undefined => {
    keys ??= map.keys();
    const { done, value } = keys.next();
    if (done !== true) return value;
    // One that has come to its end does not go on.
    keys = undefined;
    return undefined;
  };
  return {
    map,
    set: (key, value) => void map.set(key, value),
    delete: (key) => {
      map.delete(key);
      if (key === oldest) oldest = undefined;
      else forget();
    },
    clear: () => {
      map.clear();
      forget();
    },
    oldest: () => {
      oldest ??= next();
      return oldest;
    },
  };
}
