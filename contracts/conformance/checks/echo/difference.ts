/** Whether a value came back as it was sent, and from where on it did not. */
import {
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  sameJson,
} from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { describeValue, isValid } from '../../../../spec/validation/validate.ts';
import type { BodyPath } from '../../../http/body-path.ts';
import { isIdentifier } from '../../request/values/names.ts';
import { isAsDescribed, mannerOf, withoutNeedlessDigits } from './described.ts';
import { own, type SharedProperty } from './shared-properties.ts';

/** The first part that is not as it was sent, as noun phrases; `from`: the first character of a text that differs. */
export interface EchoDifference {
  readonly path: BodyPath;
  readonly from?: number | undefined;
  readonly expected: string;
  readonly received: string;
  /** In which way; undefined where nothing was sent, or nothing came back. */
  readonly manner?: string;
}

/** Undefined for what came back as it was sent, or may differ. What a PATCH leaves out stays as it was. */
export function differenceOf(property: SharedProperty, method: string): EchoDifference | undefined {
  const { at, name, schema, sent, returned, isAlwaysThere, isMerge } = property;
  const path = [...at, name];
  if (isMerge && sent === null) return leftBy(property, path);
  // Where nobody names it, the store does.
  if (sent === null && isIdentifier(name)) return undefined;
  // Nothing and null are one to many a store; an answer that has to show it is judged by its schema.
  if (sent === null && returned === undefined) return undefined;
  const said = flatten(property.asked).description ?? '';
  if (sent !== undefined) return parting({ sent, returned, schema, path, isMerge, said });
  const isDefault = flatten(property.asked).default !== undefined;
  const mayBeThere = isAlwaysThere || isDefault || method === 'PATCH' || isTheirsToChoose(name, schema);
  if (isNothing(returned, schema) || mayBeThere) return undefined;
  return { path, expected: 'nothing, as none was sent', received: describeValue(returned) };
}

/** What has no value may be shown as null where the schema allows it. */
function isNothing(returned: Json | undefined, schema: Schema): returned is undefined | null {
  return returned === undefined || (returned === null && isValid(schema, null, 'response'));
}

/** Where the answer has no null for it, and may not go without it, something has to take its place. */
function leftBy({ name, schema, returned, isAlwaysThere }: SharedProperty, path: BodyPath) {
  const hasNull = isValid(schema, null, 'response');
  const mayBeReset = flatten(schema).default !== undefined || (!hasNull && isTheirsToChoose(name, schema));
  if (isNothing(returned, schema) || mayBeReset || (isAlwaysThere && !hasNull)) return undefined;
  const expected = 'nothing or null, as null takes it away in a merge patch (RFC 7396)';
  return { path, expected, received: describeValue(returned), manner: 'otherwise' };
}

interface Pair {
  readonly sent: Json;
  readonly returned: Json | undefined;
  readonly schema: Schema;
  readonly path: BodyPath;
  readonly isMerge: boolean;
  /** What else is said of it: by the request, or of the list that it stands in. */
  readonly said: string;
}

/** Unless it is what its description makes of it. */
function parting(pair: Pair): EchoDifference | undefined {
  const parted = partingAsSent(pair);
  return parted !== undefined && isAsDescribed(pair.sent, pair.returned, wordsOf(pair)) ? undefined : parted;
}

function wordsOf({ schema, said }: Pair): string {
  return `${said} ${flatten(schema).description ?? ''}`.trim();
}

/** An object inside may have gained members of the implementation's own, such as an id. */
function partingAsSent(pair: Pair): EchoDifference | undefined {
  const { sent, returned, schema, isMerge } = pair;
  const flat = flatten(schema);
  if (isJsonArray(sent)) return partingItem(sent, pair, flat);
  if (isJsonObject(sent) && isJsonObject(returned)) {
    const parts = Object.entries(sent).filter(
      ([name, part]) =>
        mayComeBack(flat.properties.get(name)) &&
        (isShown(flat, name) || own(returned, name) !== undefined) &&
        !(part === null && (isMerge || own(returned, name) === undefined)),
    );
    return firstOf(parts.values(), ([name, part]) =>
      parting({
        sent: part,
        returned: own(returned, name),
        schema: flat.properties.get(name) ?? schema,
        path: [...pair.path, name],
        isMerge,
        said: '',
      }),
    );
  }
  const isSame = returned !== undefined && (sameJson(sent, returned) || sameMeaning(sent, returned, flat));
  return isSame ? undefined : told(pair);
}

/** Beside what a schema declares, nothing has to be there; one that declares nothing shows all there is. */
function isShown({ properties, additionalProperties, patternProperties }: Schema, name: string): boolean {
  if (properties.has(name) || properties.size === 0) return true;
  return additionalProperties?.possible === true || patternProperties.length > 0;
}

/** What clients alone give, as a password, is not for answers; what the store alone gives is not taken from a request. */
function mayComeBack(schema: Schema | undefined): boolean {
  return schema === undefined || !(schema.writeOnly || schema.readOnly);
}

function partingItem(
  sent: readonly Json[],
  pair: Pair,
  { items = pair.schema }: Schema,
): EchoDifference | undefined {
  const { returned, path } = pair;
  const said = wordsOf(pair);
  if (!isJsonArray(returned)) return told({ sent, returned, path });
  const parted = firstOf(sent.entries(), ([index, item]) =>
    parting({
      sent: item,
      returned: returned[index],
      schema: items,
      path: [...path, index],
      isMerge: false,
      said,
    }),
  );
  if (parted !== undefined || sent.length === returned.length) return parted;
  return {
    path,
    expected: `${sent.length} items, as sent`,
    received: `${returned.length} items`,
    manner: 'in its length',
  };
}

function firstOf<T>(
  parts: Iterator<T>,
  look: (part: T) => EchoDifference | undefined,
): EchoDifference | undefined {
  return Iterator.from(parts)
    .map(look)
    .find((found) => found !== undefined);
}

/** One value may have several spellings, of which a store keeps one; numbers that are not integers are doubles to all. */
function sameMeaning(sent: Json, returned: Json, { format, types }: Schema): boolean {
  if (isNumeric(sent) && isNumeric(returned) && types?.has('integer') !== true)
    return keptNumber(sent, format) === keptNumber(returned, format);
  if (typeof sent !== 'string' || typeof returned !== 'string') return false;
  return spellings.get(format ?? '')?.(sent) === (spellings.get(format ?? '')?.(returned) ?? NaN);
}

/** Single precision keeps no more. */
function keptNumber(value: number | bigint, format: string | undefined): number {
  return format === 'float' ? Math.fround(Number(value)) : Number(value);
}

const inSmallLetters = (text: string) => text.toLowerCase();

/** What is the same for all spellings of a value; by format. */
const spellings: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['date-time', (text) => Date.parse(text)],
  ['time', (text) => Date.parse(`2000-01-01T${text}`)],
  ['uuid', inSmallLetters],
  ['hostname', inSmallLetters],
  // Most stores fold the part before the @ too.
  ['email', inSmallLetters],
  ['decimal', withoutNeedlessDigits],
  ['byte', (text) => Buffer.from(text, 'base64').toString('base64')],
]);

/**
 * A property that was not sent may be filled in by the implementation where that is what it is for: identifiers,
 * states, dates, numbers, anything with a default. A free text that nobody wrote is made up.
 */
function isTheirsToChoose(name: string, schema: Schema): boolean {
  const flat = flatten(schema);
  const types = [...(flat.types ?? [])].filter((type) => type !== 'null');
  const isFreeText = types.length === 1 && types[0] === 'string';
  const isConstrained = [flat.enum, flat.const, flat.format, flat.pattern, flat.default].some(
    (keyword) => keyword !== undefined,
  );
  return !isFreeText || isConstrained || isIdentifier(name);
}

/** Characters on either side; escaped they still fit a line. */
const SHOWN = 4;

/** Two texts that look alike are shown from where they part, with what cannot be seen escaped. */
function told({ sent, returned, path }: Pick<Pair, 'sent' | 'returned' | 'path'>): EchoDifference {
  const expected = `${describeValue(sent)}, as sent`;
  const received = describeValue(returned);
  const manner = mannerOf(sent, returned);
  if (typeof sent !== 'string' || typeof returned !== 'string') return { path, expected, received, manner };
  const at = partingOf(sent, returned);
  const from = charactersIn(sent.slice(0, at));
  // A character has one unit or two.
  const before = [...returned.slice(Math.max(0, at - 2 * SHOWN), at)].slice(-SHOWN);
  const after = [...returned.slice(at, at + 2 * SHOWN)].slice(0, SHOWN);
  const excerpt = [...before, ...after].join('');
  return {
    path,
    from,
    expected,
    manner,
    received: `${received}; they part at character ${from}: ...${escaped(excerpt)}...`,
  };
}

/** The index where they part, in UTF-16 units; not within a character. Either may be megabytes long. */
function partingOf(sent: string, returned: string): number {
  let at = 0;
  while (at < sent.length && sent.charCodeAt(at) === returned.charCodeAt(at)) at++;
  const isWithin = [sent, returned].some((text) => (text.codePointAt(at - 1) ?? 0) > 0xffff);
  return isWithin ? at - 1 : at;
}

function charactersIn(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

function escaped(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
