/** The query of an interaction and its cookies, decoded. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';

export interface QueryField {
  readonly name: string;
  readonly values: readonly string[];
  /** Into the pact. */
  readonly pointer: string;
}

/** Versions 1 and 2 of the Pact specification write one string, the others an object of lists. */
export function queryFields(query: Json | undefined, pointer: string): readonly QueryField[] {
  if (typeof query === 'string') {
    const params = new URLSearchParams(query);
    return [...new Set(params.keys())].map((name) => ({ name, values: params.getAll(name), pointer }));
  }
  if (!isJsonObject(query)) return [];
  return Object.entries(query).map(([name, value]) => ({
    name,
    values: (isJsonArray(value) ? value : [value]).map(text),
    pointer: joinPointer(pointer, name),
  }));
}

/** By exact name; the first of a name counts (RFC 6265). */
export function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(/[;,]/)) {
    const [name = '', ...value] = pair.trim().split('=');
    if (name !== '' && !cookies.has(name))
      cookies.set(name, decoded(value.join('=').replace(/^"(.*)"$/, '$1')));
  }
  return cookies;
}

/** What is no percent-encoding means itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function text(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}
