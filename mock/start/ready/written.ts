/** A value of a parameter, written as its style says. */

import { percentEncoded } from '../../../spec/http/percent.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';

export type Field = readonly [name: string, text: string];
type Encode = (text: string) => string;

export function inPath(parameter: Parameter): string {
  const value = givenValue(parameter);
  const { name, style } = parameter;
  if (style === 'label') return `.${joined(value, parameter, '.', percentEncoded)}`;
  if (style !== 'matrix') return joined(value, parameter, ',', percentEncoded);
  return fieldsFor(parameter, percentEncoded)
    .map(([field, text]) => `;${field === name ? percentEncoded(name) : field}=${text}`)
    .join('');
}

/** Names and values as they stand in the address. */
export function inQuery(parameter: Parameter): readonly Field[] {
  return fieldsFor(parameter, percentEncoded).map(([name, text]) => [percentEncoded(name), text]);
}

export function inCookies(parameter: Parameter): readonly string[] {
  return fieldsFor(parameter, String).map(([name, text]) => `${name}=${text}`);
}

export function inHeader(parameter: Parameter): string {
  return joined(givenValue(parameter), parameter, ',', String);
}

function givenValue({ schema, content, examples }: Parameter): Json {
  const [media] = content;
  const described = schema ?? media?.schema;
  const sample = described === undefined ? undefined : sampleOf(described, 'request');
  const value = examples[0]?.value ?? media?.examples[0]?.value ?? sample ?? 'sample';
  return media === undefined ? value : stringifyJson(value);
}

function fieldsFor(parameter: Parameter, encode: Encode): readonly Field[] {
  const { name, style, explode } = parameter;
  const value = givenValue(parameter);
  if (isJsonObject(value) && style === 'deepObject')
    return Object.entries(value).map(([key, member]) => [`${name}[${key}]`, encode(textOf(member))]);
  if (isJsonObject(value) && explode)
    return Object.entries(value).map(([key, member]) => [key, encode(textOf(member))]);
  if (isJsonArray(value) && explode) return value.map((item) => [name, encode(textOf(item))]);
  const delimiter = delimiters.get(style);
  return [[name, joined(value, parameter, delimiter === undefined ? ',' : encode(delimiter), encode)]];
}

const delimiters: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

function joined(value: Json, { explode }: Parameter, between: string, encode: Encode): string {
  // A label that is not exploded has commas between its parts all the same.
  const delimiter = between === '.' && !explode ? ',' : between;
  if (isJsonArray(value)) return value.map((item) => encode(textOf(item))).join(delimiter);
  if (!isJsonObject(value)) return encode(textOf(value));
  const sign = explode ? '=' : delimiter;
  return Object.entries(value)
    .map(([key, member]) => `${encode(key)}${sign}${encode(textOf(member))}`)
    .join(delimiter);
}

export function textOf(value: Json): string {
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}
