/** Work on the same thing in this process, one after the other. */

/** `scope` may be collected when nobody else holds it. */
export async function oneByOne<Result>(
  scope: object,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const line = lines.get(scope) ?? new Map<string, Promise<void>>();
  lines.set(scope, line);
  const before = line.get(key);
  const mine = Promise.withResolvers<void>();
  line.set(key, mine.promise);
  try {
    await before;
    return await work();
  } finally {
    mine.resolve();
    if (line.get(key) === mine.promise) line.delete(key);
  }
}

const lines = new WeakMap<object, Map<string, Promise<void>>>();
