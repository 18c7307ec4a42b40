/** What the text of a header may stand for by its schema: OpenAPI writes it in the style `simple`. */
import { type Json, numberFromSource } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { countChoices, flatten } from '../../spec/sampling/flatten.ts';
import { isValid } from '../../spec/validation/validate.ts';

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
  const pairs = members.flatMap((name, index) =>
    index % 2 === 0 ? [read(name, members[index + 1] ?? '')] : [],
  );
  const likeliest = text.includes('=') ? [exploded, pairs] : [pairs, exploded];
  return likeliest.map((one) => Object.fromEntries(one));
}

/** RFC 9110, section 5.6.1: empty ones do not count. */
function membersOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}
