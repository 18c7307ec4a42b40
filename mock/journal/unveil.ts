/** Finds secrets that are written with escapes, some characters of them or all: `%2D` in URLs and forms, `\/` in JSON. */
import type { Mask } from '../../secrets.ts';

/** Reads the words of a text as their readers will, and hides those that hold a secret. */
export function createUnveiling(mask: Mask): Mask {
  return (text) => {
    const masked = mask(text);
    return /[%\\]/.test(masked)
      ? separators.reduce((shown, one) => hideIn(shown, one, mask), masked)
      : masked;
  };
}

/** From short words to long ones, since a secret may have separators in it; at last the text as a whole. */
const separators = [/([\s"'<>&=?/#;,]+)/, /([\s"<>]+)/, undefined];

/** Asked of the whole first, since most texts with an escape hold no secret. */
function holdsHidden(text: string, mask: Mask): boolean {
  return readings(text).some((read) => mask(read) !== read);
}

function hideIn(text: string, separator: RegExp | undefined, mask: Mask): string {
  if (!holdsHidden(text, mask)) return text;
  const words = separator === undefined ? [text] : text.split(separator);
  return words.map((word) => (/[%\\]/.test(word) ? revealed(word, mask) : word)).join('');
}

/** Proxies encode what is encoded. */
const MOST_ROUNDS = 3;

function revealed(word: string, mask: Mask): string {
  const hidden = readings(word).find((read) => mask(read) !== read);
  return hidden === undefined ? word : mask(hidden);
}

/** Without one layer of escapes, without two, ... */
function readings(text: string): readonly string[] {
  const found: string[] = [];
  let read = text;
  for (let next = unescaped(read); next !== read && found.length < MOST_ROUNDS; next = unescaped(read)) {
    found.push(next);
    read = next;
  }
  return found;
}

/** A broken escape stays as it is. */
function unescaped(text: string): string {
  const plain = text
    .replaceAll('\\/', '/')
    .replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_all, wide = '', narrow = '') =>
      String.fromCharCode(Number.parseInt(`${wide}${narrow}`, 16)),
    );
  return plain.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
