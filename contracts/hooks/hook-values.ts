/** What hooks give and return, which no type guarantees. */

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without its content, which may be a secret. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The first key that is none of the known ones. */
export function findUnknownKey(value: object, known: readonly string[]): string | undefined {
  return Object.keys(value).find((key) => !known.includes(key));
}
