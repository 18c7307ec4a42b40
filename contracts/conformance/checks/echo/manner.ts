/** In which way a value was changed, where that can be told: what tells one cause from another. */
import type { Json } from '../../../../spec/json/exact-json.ts';

/** `in another case`; of texts that nothing is known of, and of all other values, `otherwise`. */
export function mannerOf(sent: Json, returned: Json | undefined): string {
  if (returned === undefined) return 'without a part';
  if (typeof sent !== typeof returned) return 'of another type';
  if (typeof sent !== 'string' || typeof returned !== 'string') return 'otherwise';
  return manners.find(([, isSo]) => isSo(sent, returned))?.[0] ?? 'otherwise';
}

/** The first that fits. */
const manners: readonly (readonly [string, (sent: string, returned: string) => boolean])[] = [
  ['in another case', isSameBy((text) => text.toLowerCase())],
  ['in another case', isSameBy((text) => text.toUpperCase())],
  ['in white space', isSameBy((text) => text.replaceAll(/\s+/g, ''))],
  ['normalised', isSameBy((text) => text.normalize('NFKC'))],
  ['cut', (sent, returned) => sent.startsWith(returned)],
];

function isSameBy(reduced: (text: string) => string) {
  return (sent: string, returned: string) => reduced(sent) === reduced(returned);
}
