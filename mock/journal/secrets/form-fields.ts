/** Secret fields of forms and queries, and attributes of markup: `name=value`, `name="value"`. */
import { MASK } from '../../authenticate/credential-places.ts';
import { decodeField } from '../../http/target.ts';
import type { SecretNames } from './names.ts';
import type { SecretRange } from './ranges.ts';

/** In a form only `&` ends a value; a text of another kind has more that cannot be part of one. */
export function* secretFields(text: string, names: SecretNames, isForm: boolean): Generator<SecretRange> {
  const end = isForm ? /[^&]*/y : /[^&#\s"'<>]*/y;
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    if (!isSecretField(nameBefore(text, at), names)) continue;
    const range = valueAt(text, at + 1, end);
    if (range === undefined) continue;
    yield range;
    at = range.to - 1;
  }
}

const LONGEST_NAME = 200;
const NAME_CHARACTER = /[^&?;,\s"'<>{}=]/;

function nameBefore(text: string, at: number): string {
  let from = at;
  while (from > Math.max(0, at - LONGEST_NAME) && NAME_CHARACTER.test(text.charAt(from - 1))) from--;
  const name = text.slice(from, at);
  return decodeField(name) ?? name;
}

/** `user[password]` and `user.password` as well. */
function isSecretField(name: string, names: SecretNames): boolean {
  return names.has(name) || name.split(/[[\].]+/).some((part) => part !== '' && names.has(part));
}

function valueAt(text: string, at: number, end: RegExp): SecretRange | undefined {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    return rangeOf(text, at + 1, close < 0 ? text.length : close);
  }
  end.lastIndex = at;
  const [value = ''] = end.exec(text) ?? [];
  return rangeOf(text, at, at + value.length);
}

function rangeOf(text: string, from: number, to: number): SecretRange | undefined {
  const raw = text.slice(from, to);
  return raw === '' ? undefined : { from, to, values: [decodeField(raw) ?? raw], shown: MASK };
}
