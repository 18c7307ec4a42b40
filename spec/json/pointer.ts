/** JSON Pointers (RFC 6901). */

/** Appends one token to a pointer. */
export function joinPointer(pointer: string, key: string | number): string {
  return `${pointer}/${typeof key === 'string' && needsEscaping.test(key) ? escapeKey(key) : key}`;
}

const needsEscaping = /[~/]/;

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function splitPointer(pointer: string): string[] {
  const [, ...parts] = pointer.split('/');
  return pointer.includes('~') ? parts.map(unescapeKey) : parts;
}

function unescapeKey(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
