import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { swapCase } from '../../request/values/alternative-values.ts';

/** A test value at a bound of a schema or just beyond it. */
export interface BoundaryProbe {
  readonly keyword: string;
  /** Unique within the keyword; part of the case id. */
  readonly name: string;
  /** Completes "the value is"; by default the name. */
  readonly description?: string;
  readonly value: Json;
  /** The intended side of the bound; a value that another keyword puts on the other side is not sent. */
  readonly side?: 'within' | 'beyond';
  /** Why a declared client error is tolerated, where the contract leaves that open. */
  readonly toleratedBecause?: string;
}

/** Completes "the value is". */
export function describeProbe({ name, description = name }: BoundaryProbe): string {
  return description;
}

/** ` (maximum 100)`; empty where the schema does not have the keyword. */
export function boundText(keyword: BoundKeyword, bound: number | bigint | undefined): string {
  return bound === undefined ? '' : ` (${boundNames[keyword]} ${bound})`;
}

type BoundKeyword = keyof typeof boundNames;

const boundNames = {
  minimum: 'minimum',
  maximum: 'maximum',
  exclusiveMinimum: 'exclusive minimum',
  exclusiveMaximum: 'exclusive maximum',
  minLength: 'minimum',
  maxLength: 'maximum',
  minItems: 'minimum',
  maxItems: 'maximum',
  minProperties: 'minimum',
  maxProperties: 'maximum',
} as const;

/** Each declared value, and near misses. */
export function* enumProbes(keyword: 'enum' | 'const', values: readonly Json[]): Generator<BoundaryProbe> {
  for (const value of values) {
    yield { keyword, name: `the declared value ${stringifyJson(value)}`, value, side: 'within' };
  }
  yield { keyword, name: 'none of the declared values', value: 'none-of-these', side: 'beyond' };
  for (const [name, value, description = name] of enumNearMisses(values))
    yield { keyword, name, description, value, side: 'beyond' };
}

/** They look like the Latin ones. */
const cyrillicLetters: ReadonlyMap<string, string> = new Map([
  ...[...'aceopxyACEHKMOPTX'].map((latin, index) => [latin, [...'асеорхуАСЕНКМОРТХ'][index] ?? latin] as const),
]);

/** Near misses of one string and one number: a loose comparison is loose for all values. */
function* enumNearMisses(
  values: readonly Json[],
): Generator<readonly [name: string, value: Json, description?: string]> {
  const text = values.find((value) => typeof value === 'string' && value.length > 1);
  if (typeof text === 'string') {
    yield ['a declared value in another case', swapCase(text)];
    yield ['a declared value with a space before', ` ${text}`, 'a declared value with a leading space'];
    yield ['a declared value with a space behind', `${text} `, 'a declared value with a trailing space'];
    yield ['a declared value cut by one', text.slice(0, -1), 'a declared value without its last character'];
    yield ['a declared value and a letter more', `${text}x`, 'a declared value with an extra letter'];
    yield ['two declared values with a comma', `${text},${text}`, 'two declared values separated by a comma'];
    yield ['an empty text', '', 'an empty string'];
    const lookAlike = text.replace(/[aceopxyACEHKMOPTX]/, (letter) => cyrillicLetters.get(letter) ?? letter);
    yield ['a declared value with a letter of another script', lookAlike, 'a declared value with a Cyrillic letter'];
  }
  const number = values.find((value) => typeof value === 'number');
  if (typeof number !== 'number') return;
  const numbers = values.filter((value) => typeof value === 'number');
  yield ['a declared number as text', `${number}`, 'a declared number as a string'];
  yield ['a number beside the declared ones', Math.max(...numbers) + 1, 'an undeclared number'];
  yield ['a declared number and a fraction', number + 0.5, 'a declared number plus a fraction'];
}
