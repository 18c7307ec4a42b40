/**
 * Masks the values of secret fields in text of any kind (JSON, forms, queries, markup, multipart): the media type may
 * be wrong and the text truncated.
 */
import { MASK } from '../../authentication/credential-locations.ts';
import { decodeFormValue } from '../../http/request-target.ts';
import { secretMemberRanges } from './json-members.ts';
import { replaceRanges, type SecretNames, type SecretRange } from './secret-names.ts';

export interface MaskedText {
  readonly text: string;
  /** The masked values. */
  readonly values: readonly string[];
}

const noValues: readonly string[] = [];

export function maskNamedFields(text: string, names: SecretNames, isForm = false): MaskedText {
  if (!names.mayOccurIn(text)) return { text, values: noValues };
  if (text.includes('\0')) return maskUtf16(text, names);
  const ranges = secretRanges(text, withPointerNames(text, names), isForm);
  const values = ranges.flatMap((range) => range.secrets);
  return ranges.length === 0 ? { text, values } : { text: replaceRanges(text, ranges), values };
}

function secretRanges(text: string, names: SecretNames, isForm: boolean): readonly SecretRange[] {
  return [
    ...secretMemberRanges(text, names),
    ...secretFieldRanges(text, names, isForm),
    ...secretMultipartParts(text, names),
    ...secretElementRanges(text, names),
  ];
}

/**
 * UTF-16 text was decoded as UTF-8: without the NUL bytes its values can be found but not located, so the whole text is
 * masked.
 */
function maskUtf16(text: string, names: SecretNames): MaskedText {
  const { values } = maskNamedFields(text.replaceAll('\0', ''), names);
  return { text: values.length === 0 ? text : MASK, values };
}

/** Handles `{"op": "replace", "path": "/password", "value": "..."}` and `{"name": "password", "value": "..."}`. */
function withPointerNames(text: string, names: SecretNames): SecretNames {
  const pointers = text.matchAll(/["'](?:path|name|key|field)["']\s*:\s*["'](?:[^"'\\/]*\/)*([^"'\\/]+)["']/g);
  if (!pointers.some(([, last = '']) => names.has(last))) return names;
  return { ...names, has: (name) => name === 'value' || names.has(name) };
}

/** In a form only `&` ends a value; in other text more characters do. */
export function* secretFieldRanges(text: string, names: SecretNames, isForm: boolean): Generator<SecretRange> {
  const end = isForm ? /[^&]*/y : /[^&#\s"'<>]*/y;
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    if (!isSecretField(nameBefore(text, at), names)) continue;
    const range = fieldValueRange(text, at + 1, end);
    if (range === undefined) continue;
    yield range;
    at = range.to - 1;
  }
}

const MAX_NAME_LENGTH = 200;

const NAME_CHARACTER = /[^&?;,\s"'<>{}=]/;

function nameBefore(text: string, at: number): string {
  let from = at;
  while (from > Math.max(0, at - MAX_NAME_LENGTH) && NAME_CHARACTER.test(text.charAt(from - 1))) from--;
  const name = text.slice(from, at);
  return decodeFormValue(name) ?? name;
}

/** Includes `user[password]` and `user.password`. */
function isSecretField(name: string, names: SecretNames): boolean {
  return names.has(name) || name.split(/[[\].]+/).some((part) => part !== '' && names.has(part));
}

function fieldValueRange(text: string, at: number, end: RegExp): SecretRange | undefined {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    return createRange(text, at + 1, close < 0 ? text.length : close);
  }
  end.lastIndex = at;
  const [value = ''] = end.exec(text) ?? [];
  return createRange(text, at, at + value.length);
}

function createRange(text: string, from: number, to: number): SecretRange | undefined {
  const raw = text.slice(from, to);
  return raw === '' ? undefined : { from, to, secrets: [decodeFormValue(raw) ?? raw], replacement: MASK };
}

const START_TAG = /<([\p{L}_][\p{L}\p{N}_.:-]*)([^<>]*)>/gu;

/** Secret elements of XML, well-formed or not. Attributes are handled as fields. */
function* secretElementRanges(text: string, names: SecretNames): Generator<SecretRange> {
  let searchFrom = 0;
  for (const { 0: tag, 1: name = '', 2: rest = '', index } of text.matchAll(START_TAG)) {
    if (index < searchFrom || rest.endsWith('/') || !names.has(name.slice(name.indexOf(':') + 1))) continue;
    const from = index + tag.length;
    const close = text.indexOf(`</${name}`, from);
    const to = close < 0 ? text.length : close;
    searchFrom = to;
    if (to > from) yield { from, to, secrets: elementTexts(text.slice(from, to)), replacement: MASK };
  }
}

/** The text between tags and in CDATA sections. */
function elementTexts(content: string): readonly string[] {
  const plain = content.replaceAll(/<!\[CDATA\[|\]\]>/g, '');
  return plain.split(/<[^<>]*>/).map(decodeEntities);
}

function decodeEntities(text: string): string {
  return text.trim().replaceAll(/&(amp|apos|gt|lt|quot);/g, (_all, name: string) => entities[name] ?? '');
}

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

const DISPOSITION = /^content-disposition:[^\r\n]*?\bname=(?:"([^"\r\n]*)"?|([^\s;"]+))[^\r\n]*/gim;

/** Secret parts of a multipart form (RFC 7578), complete or truncated. */
function* secretMultipartParts(text: string, names: SecretNames): Generator<SecretRange> {
  const [boundary = '--'] = /^--[^\r\n]+/m.exec(text) ?? [];
  let searchFrom = 0;
  for (const found of text.matchAll(DISPOSITION)) {
    if (found.index < searchFrom || !names.has(found[1] ?? found[2] ?? '')) continue;
    const from = contentStart(text, found.index + found[0].length);
    if (from === undefined) continue;
    const to = partEnd(text, from, boundary);
    searchFrom = to;
    if (to > from) yield { from, to, secrets: [text.slice(from, to)], replacement: MASK };
  }
}

/** The index after the empty line that ends the part's headers. */
function contentStart(text: string, at: number): number | undefined {
  const blank = /\r?\n\r?\n/g;
  blank.lastIndex = at;
  return blank.test(text) ? blank.lastIndex : undefined;
}

function partEnd(text: string, from: number, boundary: string): number {
  const next = text.indexOf(`\n${boundary}`, from - 1);
  if (next < 0) return text.length;
  return Math.max(from, text[next - 1] === '\r' ? next - 1 : next);
}
