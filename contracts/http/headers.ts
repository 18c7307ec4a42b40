/** Header fields as they stand on the wire, in order, repeated ones apart, and what their texts stand for by a schema. */
import { type Json, numberFromSource } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../spec/validation/validate.ts';

export type HeaderLine = readonly [name: string, value: string];

/** All values of that name, whatever its case, joined as RFC 9110 (section 5.2) has it. */
export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  let joined: string | undefined;
  const lowerCaseName = name.toLowerCase();
  for (const [key, value] of headers)
    if (isSameName(key, lowerCaseName)) joined = joined === undefined ? value : `${joined}, ${value}`;
  return joined;
}

/** A flat list of names and values, as Node and undici give it, as pairs. */
export function headerPairs(raw: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index < raw.length; index += 2) lines.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return lines;
}

/** All values of that name apart, whatever its case: `Set-Cookie` cannot be joined. */
export function headerValues(headers: readonly HeaderLine[], name: string): readonly string[] {
  const lowerCaseName = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of headers) if (isSameName(key, lowerCaseName)) values.push(value);
  return values;
}

/** `wanted` is in lower case. */
function isSameName(key: string, lowerCaseName: string): boolean {
  return key.length === lowerCaseName.length && key.toLowerCase() === lowerCaseName;
}

/** One line of cookies, as RFC 6265 (section 5.4) asks: what is there already stays in front. */
export function addCookies(headers: readonly HeaderLine[], cookies: string): readonly HeaderLine[] {
  const before = headerValues(headers, 'cookie');
  const others = headers.filter(([key]) => key.toLowerCase() !== 'cookie');
  return [...others, ['Cookie', [...before, cookies].join('; ')]];
}

/** The reading that is valid, else the one that the schema is most likely to mean. */
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
  // Where no type is said, text is the likeliest meaning of text.
  return flat.types === undefined ? [text, ...typedCandidates] : [...typedCandidates, text];
}

function parseList({ items }: Schema, text: string): Json {
  return splitList(text).map((item) => (items === undefined ? item : parseHeader(items, item)));
}

/** `R=100,G=200` where it is exploded, else `R,100,G,200`; whichever it is tells the text itself. */
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
  return orderedCandidates.map((one) => Object.fromEntries(one));
}

/** RFC 9110, section 5.6.1: empty ones do not count. */
function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}
