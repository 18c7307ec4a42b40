import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { swapCase } from '../../request/values/alternative-values.ts';

/** A test value at a bound of a schema or just beyond it. */
export interface BoundaryProbe {
  readonly keyword: string;
  /** Unique within the keyword; completes "the value is". */
  readonly description: string;
  readonly value: Json;
  /** The intended side of the bound; a value that another keyword puts on the other side is not sent. */
  readonly side?: 'within' | 'beyond';
  /** Why a declared client error is tolerated, where the contract leaves that open. */
  readonly toleratedBecause?: string;
}

/** Each declared value, and near misses. */
export function* enumProbes(keyword: 'enum' | 'const', values: readonly Json[]): Generator<BoundaryProbe> {
  for (const value of values) {
    yield { keyword, description: `the declared value ${stringifyJson(value)}`, value, side: 'within' };
  }
  yield { keyword, description: 'none of the declared values', value: 'none-of-these', side: 'beyond' };
  for (const [description, value] of enumNearMisses(values)) yield { keyword, description, value, side: 'beyond' };
}

/** Near misses of one text and one number: a loose comparison is loose for all values. */
function* enumNearMisses(values: readonly Json[]): Generator<readonly [string, Json]> {
  const text = values.find((value) => typeof value === 'string' && value.length > 1);
  if (typeof text === 'string') {
    yield ['a declared value in another case', swapCase(text)];
    yield ['a declared value with a space before', ` ${text}`];
    yield ['a declared value with a space behind', `${text} `];
    yield ['a declared value cut by one', text.slice(0, -1)];
    yield ['a declared value and a letter more', `${text}x`];
    yield ['two declared values with a comma', `${text},${text}`];
    yield ['an empty text', ''];
  }
  const number = values.find((value) => typeof value === 'number');
  if (typeof number !== 'number') return;
  const numbers = values.filter((value) => typeof value === 'number');
  yield ['a declared number as text', `${number}`];
  yield ['a number beside the declared ones', Math.max(...numbers) + 1];
  yield ['a declared number and a fraction', number + 0.5];
}
