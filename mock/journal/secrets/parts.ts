/** Secret parts of a multipart form (RFC 7578), whole or cut off. */
import { MASK } from '../../authenticate/credential-places.ts';
import type { SecretNames } from './names.ts';
import type { SecretRange } from './ranges.ts';

const DISPOSITION = /^content-disposition:[^\r\n]*?\bname=(?:"([^"\r\n]*)"?|([^\s;"]+))[^\r\n]*/gim;

export function* secretParts(text: string, names: SecretNames): Generator<SecretRange> {
  const [boundary = '--'] = /^--[^\r\n]+/m.exec(text) ?? [];
  let free = 0;
  for (const found of text.matchAll(DISPOSITION)) {
    if (found.index < free || !names.has(found[1] ?? found[2] ?? '')) continue;
    const from = contentBehind(text, found.index + found[0].length);
    if (from === undefined) continue;
    const to = endOf(text, from, boundary);
    free = to;
    if (to > from) yield { from, to, values: [text.slice(from, to)], shown: MASK };
  }
}

/** Behind the empty line that ends the header. */
function contentBehind(text: string, at: number): number | undefined {
  const blank = /\r?\n\r?\n/g;
  blank.lastIndex = at;
  return blank.test(text) ? blank.lastIndex : undefined;
}

function endOf(text: string, from: number, boundary: string): number {
  const next = text.indexOf(`\n${boundary}`, from - 1);
  if (next < 0) return text.length;
  return Math.max(from, text[next - 1] === '\r' ? next - 1 : next);
}
