/** A query as a pact holds it: names and values without their encoding, which the verifier puts on again. */
import type { HeaderLine } from '../../../http/headers.ts';

/** Undefined where something would be lost: a name without `=`, or bytes that are no text. */
export function readQuery(search: string | undefined): readonly HeaderLine[] | undefined {
  const fields = search === undefined || search === '' ? [] : search.split('&');
  const pairs = fields.map(readField);
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

function readField(field: string): HeaderLine | undefined {
  const at = field.indexOf('=');
  if (at < 1) return undefined;
  const [name, value] = [field.slice(0, at), field.slice(at + 1)].map(decoded);
  return name === undefined || value === undefined ? undefined : [name, value];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
