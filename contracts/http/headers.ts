/** Header fields as they stand on the wire, in order, repeated ones apart, and what their texts stand for by a schema. */
import { type Json, numberFromSource } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { countChoices, flatten } from '../../spec/sampling/flatten.ts';
import { isValid } from '../../spec/validation/validate.ts';

export type HeaderLine = readonly [name: string, value: string];

/** All values of that name, whatever its case, joined as RFC 9110 (section 5.2) has it. */
export function headerOf(headers: readonly HeaderLine[], name: string): string | undefined {
  let joined: string | undefined;
  const wanted = name.toLowerCase();
  for (const [key, value] of headers)
    if (isNamed(key, wanted)) joined = joined === undefined ? value : `${joined}, ${value}`;
  return joined;
}

/** A flat list of names and values, as Node and undici give it, as pairs. */
export function pairs(raw: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index < raw.length; index += 2) lines.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return lines;
}

/** All values of that name apart, whatever its case: `Set-Cookie` cannot be joined. */
export function headersOf(headers: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of headers) if (isNamed(key, wanted)) values.push(value);
  return values;
}

/** `wanted` is in lower case. */
function isNamed(key: string, wanted: string): boolean {
  return key.length === wanted.length && key.toLowerCase() === wanted;
}

/** One line of cookies, as RFC 6265 (section 5.4) asks: what is there already stays in front. */
export function withCookie(headers: readonly HeaderLine[], cookies: string): readonly HeaderLine[] {
  const before = headersOf(headers, 'cookie');
  const others = headers.filter(([key]) => key.toLowerCase() !== 'cookie');
  return [...others, ['Cookie', [...before, cookies].join('; ')]];
}

/** The reading that is valid, else the one that the schema is most likely to mean. */
export function readHeader(schema: Schema, text: string): Json {
  const choices = Array.from({ length: countChoices(schema) }, (_one, choice) => flatten(schema, choice));
  const readings = choices.flatMap((flat) => readingsBy(flat, text));
  return readings.find((reading) => isValid(schema, reading, 'response')) ?? readings[0] ?? text;
}

function readingsBy(flat: Schema, text: string): readonly Json[] {
  const may = (type: 'array' | 'object' | 'integer' | 'number' | 'boolean' | 'null') =>
    flat.types === undefined || flat.types.has(type);
  const isNumber = /^-?\d{1,400}(\.\d{1,400})?([eE][+-]?\d{1,3})?$/.test(text);
  const words: ReadonlyMap<string, Json> = new Map([
    ['true', true],
    ['false', false],
  ]);
  const readings: readonly (Json | undefined)[] = [
    may('array') ? listFrom(flat, text) : undefined,
    ...(may('object') ? objectsFrom(flat, text) : []),
    (may('integer') || may('number')) && isNumber ? numberFromSource(text) : undefined,
    may('boolean') ? words.get(text) : undefined,
    may('null') && text === '' ? null : undefined,
  ];
  const special = readings.filter((reading) => reading !== undefined);
  // Where no type is said, text is the likeliest meaning of text.
  return flat.types === undefined ? [text, ...special] : [...special, text];
}

function listFrom({ items }: Schema, text: string): Json {
  return membersOf(text).map((item) => (items === undefined ? item : readHeader(items, item)));
}

/** `R=100,G=200` where it is exploded, else `R,100,G,200`; whichever it is tells the text itself. */
function objectsFrom(flat: Schema, text: string): readonly Json[] {
  const members = membersOf(text);
  const read = (name: string, value: string): [string, Json] => {
    const schema = flat.properties.get(name);
    return [name, schema === undefined ? value : readHeader(schema, value)];
  };
  const exploded = members.map((member) => {
    const [name = '', ...value] = member.split('=');
    return read(name, value.join('='));
  });
  const alternating = members.flatMap((name, index) =>
    index % 2 === 0 ? [read(name, members[index + 1] ?? '')] : [],
  );
  const likeliest = text.includes('=') ? [exploded, alternating] : [alternating, exploded];
  return likeliest.map((one) => Object.fromEntries(one));
}

/** RFC 9110, section 5.6.1: empty ones do not count. */
function membersOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}
