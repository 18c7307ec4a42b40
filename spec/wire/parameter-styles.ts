/** Serializes a value in the style of its parameter: the expansions of RFC 6570, section 3.2, with OpenAPI's names. */
import { percentEncode } from '../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../json/exact-json.ts';
import type { Parameter } from '../model/contract.ts';

interface ParameterStyle {
  /** Before the whole value. */
  readonly prefix: string;
  /** Between exploded parts. */
  readonly separator: string;
  /** Between the items of a list that is not exploded. */
  readonly delimiter: string;
  /** Whether the name precedes the value. */
  readonly isNamed: boolean;
}

const formStyle: ParameterStyle = { prefix: '', separator: '&', delimiter: ',', isNamed: true };
const simpleStyle: ParameterStyle = { prefix: '', separator: ',', delimiter: ',', isNamed: false };

const styles: ReadonlyMap<string, ParameterStyle> = new Map([
  ['simple', simpleStyle],
  ['label', { prefix: '.', separator: '.', delimiter: ',', isNamed: false }],
  ['matrix', { prefix: ';', separator: ';', delimiter: ',', isNamed: true }],
  ['form', formStyle],
  ['spaceDelimited', { ...formStyle, delimiter: '%20' }],
  ['pipeDelimited', { ...formStyle, delimiter: '%7C' }],
]);

/** In a query or a cookie with the name, in a path or a header as the style defines. */
export function serializeParameter(parameter: Parameter, value: Json): string {
  const encode = createEncoder(parameter);
  const name = encode(parameter.name);
  if (parameter.style === 'deepObject' && (isJsonObject(value) || isNested(value)))
    return deepObjectPairs(name, value, encode).join('&');
  const style = findStyle(parameter);
  const namePrefix = style.isNamed ? `${name}=` : '';
  if (parameter.explode && isJsonObject(value)) {
    const members = encodedPairs(value, encode).map(([key, part]) => `${key}=${part}`);
    return `${style.prefix}${members.join(style.separator)}`;
  }
  if (parameter.explode && isJsonArray(value)) {
    const items = value.map((item) => `${namePrefix}${encode(plainText(item))}`);
    return `${style.prefix}${items.join(style.separator)}`;
  }
  return `${style.prefix}${namePrefix}${joinUnexploded(value, encode, style.delimiter)}`;
}

/** Whether documents and implementations agree on the serialization of a value in this style. */
export function isUnambiguous(parameter: Parameter, value: Json): boolean {
  const { style, explode, in: location } = parameter;
  if (!isJsonArray(value) && !isJsonObject(value)) return true;
  if (isNested(value)) return false;
  if (Object.values(value).some((part) => containsSeparator(parameter, plainText(part)))) return false;
  // OpenAPI 3.0 uses dots where RFC 6570 and later versions use commas.
  if (style === 'label') return explode || (isJsonArray(value) && value.length === 1);
  if (style === 'deepObject') return isJsonObject(value);
  if (style === 'spaceDelimited' || style === 'pipeDelimited') return isJsonArray(value) && !explode;
  return location !== 'cookie' || !explode;
}

/** Whether it contains lists or objects. */
function isNested(value: Json): boolean {
  if (!isJsonArray(value) && !isJsonObject(value)) return false;
  return Object.values(value).some((part) => isJsonArray(part) || isJsonObject(part));
}

/** `at[x]=1`; nested values, which OpenAPI leaves undefined, in the most common way: `lines[0][size]=2`. */
function deepObjectPairs(name: string, value: Json, encode: Encode): readonly string[] {
  if (!isJsonArray(value) && !isJsonObject(value)) return [`${name}=${encode(plainText(value))}`];
  return Object.entries(value).flatMap(([key, part]) => deepObjectPairs(`${name}%5B${encode(key)}%5D`, part, encode));
}

/**
 * Whether a text contains the separator of the style: space and pipe are also encoded between items, and a dot has no
 * percent-encoding.
 */
function containsSeparator({ style, explode }: Parameter, text: string): boolean {
  if (style === 'spaceDelimited') return text.includes(' ');
  if (style === 'pipeDelimited') return text.includes('|');
  return style === 'label' && explode && text.includes('.');
}

type Encode = (text: string) => string;

/** Header values are not encoded; in other locations reserved characters are. */
function createEncoder({ in: location }: Parameter): Encode {
  return location === 'header' ? (text) => text : percentEncode;
}

function findStyle({ style, in: location }: Parameter): ParameterStyle {
  const declared = styles.get(style) ?? (location === 'path' || location === 'header' ? simpleStyle : formStyle);
  return location === 'cookie' ? { ...declared, separator: '; ' } : declared;
}

function joinUnexploded(value: Json, encode: Encode, delimiter: string): string {
  if (isJsonArray(value)) return value.map((item) => encode(plainText(item))).join(delimiter);
  if (isJsonObject(value)) return encodedPairs(value, encode).flat().join(delimiter);
  return encode(plainText(value));
}

function encodedPairs(value: { readonly [key: string]: Json }, encode: Encode): readonly (readonly [string, string])[] {
  return Object.entries(value).map(([key, part]) => [encode(key), encode(plainText(part))] as const);
}

/** The text of a value, without quotes. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
