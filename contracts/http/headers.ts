/** Header fields as sent on the wire: in order, repeated fields separate. Also parses field values by their schemas. */
import { type Json, numberFromSource } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../spec/validation/validate.ts';

export type HeaderLine = readonly [name: string, value: string];

/** All values of a field name (case-insensitive), joined as RFC 9110, section 5.2, defines. */
export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  let joined: string | undefined;
  const lowerCaseName = name.toLowerCase();
  for (const [key, value] of headers)
    if (isSameName(key, lowerCaseName)) joined = joined === undefined ? value : `${joined}, ${value}`;
  return joined;
}

/** Pairs from a flat list of names and values, as Node and undici provide it. */
export function headerPairs(raw: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index < raw.length; index += 2) lines.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return lines;
}

/** All values of a field name (case-insensitive), not joined: `Set-Cookie` cannot be joined. */
export function headerValues(headers: readonly HeaderLine[], name: string): readonly string[] {
  const lowerCaseName = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of headers) if (isSameName(key, lowerCaseName)) values.push(value);
  return values;
}

/** Ignores case; `lowerCaseName` is already in lower case. */
function isSameName(key: string, lowerCaseName: string): boolean {
  return key.length === lowerCaseName.length && key.toLowerCase() === lowerCaseName;
}

/**
 * All cookies in one header field, as RFC 6265, section 5.4, requires; existing cookies come first. A cookie replaces
 * one of the same name.
 */
export function addCookies(headers: readonly HeaderLine[], cookies: string): readonly HeaderLine[] {
  const isNew = new Set(cookies.split('; ').map(cookieName));
  const before = headerValues(headers, 'cookie')
    .flatMap((value) => value.split('; '))
    .filter((cookie) => !isNew.has(cookieName(cookie)));
  const others = headers.filter(([key]) => key.toLowerCase() !== 'cookie');
  return [...others, ['Cookie', [...before, cookies].join('; ')]];
}

function cookieName(cookie: string): string {
  return cookie.split('=')[0] ?? '';
}

/** The first interpretation that is valid by the schema, else the most likely one. */
export function parseHeader(schema: Schema, text: string): Json {
  const choices = Array.from({ length: countChoices(schema) }, (_unused, choice) => flattenSchema(schema, choice));
  const candidates = choices.flatMap((flat) => candidateValues(flat, text));
  return candidates.find((candidate) => isValid(schema, candidate, 'response')) ?? candidates[0] ?? text;
}

function candidateValues(flat: Schema, text: string): readonly Json[] {
  const allows = (type: 'array' | 'object' | 'integer' | 'number' | 'boolean' | 'null') =>
    flat.types === undefined || flat.types.has(type);
  const isNumber = /^-?\d{1,400}(\.\d{1,400})?([eE][+-]?\d{1,3})?$/.test(text);
  const booleans: ReadonlyMap<string, Json> = new Map([
    ['true', true],
    ['false', false],
  ]);
  const candidates: readonly (Json | undefined)[] = [
    allows('array') ? parseList(flat, text) : undefined,
    ...(allows('object') ? parseObjects(flat, text) : []),
    (allows('integer') || allows('number')) && isNumber ? numberFromSource(text) : undefined,
    allows('boolean') ? booleans.get(text) : undefined,
    allows('null') && text === '' ? null : undefined,
  ];
  const typedCandidates = candidates.filter((candidate) => candidate !== undefined);
  // Without a declared type, a string is the most likely interpretation.
  return flat.types === undefined ? [text, ...typedCandidates] : [...typedCandidates, text];
}

function parseList({ items }: Schema, text: string): Json {
  return splitList(text).map((item) => (items === undefined ? item : parseHeader(items, item)));
}

/** `R=100,G=200` if exploded, else `R,100,G,200`; the text itself shows which is more likely. */
function parseObjects(flat: Schema, text: string): readonly Json[] {
  const members = splitList(text);
  const parseMember = (name: string, value: string): [string, Json] => {
    const schema = flat.properties.get(name);
    return [name, schema === undefined ? value : parseHeader(schema, value)];
  };
  const exploded = members.map((member) => {
    const [name = '', ...value] = member.split('=');
    return parseMember(name, value.join('='));
  });
  const alternating = members.flatMap((name, index) =>
    index % 2 === 0 ? [parseMember(name, members[index + 1] ?? '')] : [],
  );
  const orderedCandidates = text.includes('=') ? [exploded, alternating] : [alternating, exploded];
  return orderedCandidates.map((entries) => Object.fromEntries(entries));
}

/** Empty list elements are ignored (RFC 9110, section 5.6.1). */
function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}
