/** One value as the style of its parameter writes it: the expansions of RFC 6570, section 3.2, under OpenAPI's names. */
import { percentEncode } from '../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../json/exact-json.ts';
import type { Parameter } from '../model/contract.ts';

interface ParameterStyle {
  /** Before everything. */
  readonly prefix: string;
  /** Between exploded parts. */
  readonly separator: string;
  /** Between the items of a list that is not exploded. */
  readonly delimiter: string;
  /** The name stands before the value. */
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

/** In a query and a cookie with the name, in a path and a header as the style says. */
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

/** Whether documents and implementations agree on how a value looks in this style. */
export function isUnambiguous(parameter: Parameter, value: Json): boolean {
  const { style, explode, in: where } = parameter;
  if (!isJsonArray(value) && !isJsonObject(value)) return true;
  if (isNested(value)) return false;
  if (Object.values(value).some((part) => containsSeparator(parameter, plainText(part)))) return false;
  // OpenAPI 3.0 had dots where RFC 6570 and later versions have commas.
  if (style === 'label') return explode || (isJsonArray(value) && value.length === 1);
  if (style === 'deepObject') return isJsonObject(value);
  if (style === 'spaceDelimited' || style === 'pipeDelimited') return isJsonArray(value) && !explode;
  return where !== 'cookie' || !explode;
}

/** Lists or objects in one another. */
function isNested(value: Json): boolean {
  if (!isJsonArray(value) && !isJsonObject(value)) return false;
  return Object.values(value).some((part) => isJsonArray(part) || isJsonObject(part));
}

/** `at[x]=1`; what is nested, of which OpenAPI says nothing, as most write and read it: `lines[0][size]=2`. */
function deepObjectPairs(name: string, value: Json, encode: Encode): readonly string[] {
  if (!isJsonArray(value) && !isJsonObject(value)) return [`${name}=${encode(plainText(value))}`];
  return Object.entries(value).flatMap(([key, part]) => deepObjectPairs(`${name}%5B${encode(key)}%5D`, part, encode));
}

/** A text with the separator of the style in it: these two stand encoded between the items too, and a dot has no code of its own. */
function containsSeparator({ style, explode }: Parameter, text: string): boolean {
  if (style === 'spaceDelimited') return text.includes(' ');
  if (style === 'pipeDelimited') return text.includes('|');
  return style === 'label' && explode && text.includes('.');
}

type Encode = (text: string) => string;

/** Headers are text as it is; in the other places all that has a meaning there is encoded. */
function createEncoder({ in: where }: Parameter): Encode {
  return where === 'header' ? (text) => text : percentEncode;
}

function findStyle({ style, in: where }: Parameter): ParameterStyle {
  const declared = styles.get(style) ?? (where === 'path' || where === 'header' ? simpleStyle : formStyle);
  return where === 'cookie' ? { ...declared, separator: '; ' } : declared;
}

function joinUnexploded(value: Json, encode: Encode, delimiter: string): string {
  if (isJsonArray(value)) return value.map((item) => encode(plainText(item))).join(delimiter);
  if (isJsonObject(value)) return encodedPairs(value, encode).flat().join(delimiter);
  return encode(plainText(value));
}

function encodedPairs(value: { readonly [key: string]: Json }, encode: Encode): readonly (readonly [string, string])[] {
  return Object.entries(value).map(([key, part]) => [encode(key), encode(plainText(part))] as const);
}

/** A value without quotes, where only its text is left of it. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
