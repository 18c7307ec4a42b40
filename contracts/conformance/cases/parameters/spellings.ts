import type { Parameter } from '../../../../spec/contract.ts';
import type { Json } from '../../../../spec/exact-json.ts';
import { percentEncoded } from '../../../../spec/percent.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { expand } from '../../request/parameters/parameter-styles.ts';
import type { ParameterProbe } from './probe.ts';

/** Ways to write a parameter of a query of which no document says what they mean. */
export function* openSpellings(parameter: Parameter, flat: Schema, value: Json): Generator<ParameterProbe> {
  if (parameter.in !== 'query') return;
  const name = percentEncoded(parameter.name);
  yield silent('empty', 'empty', `${name}=`);
  yield silent('name alone', 'a name without a value', name);
  const isList = flat.types?.has('array') === true || flat.types?.has('object') === true;
  if (isList || parameter.content.length > 0) return;
  const once = expand(parameter, value);
  yield silent('twice', 'given twice', `${once}&${once}`);
  yield silent('with brackets', 'written as a list', once.replace(name, `${name}%5B%5D`));
  yield silent('bad percent-encoding', 'percent-encoded wrongly', `${name}=%E9%zz`);
  if (typeof value === 'number') {
    yield silent('point zero', 'a whole number written with point zero', `${name}=${value}.0`);
    yield silent('plus sign', 'a number with a plus sign', `${name}=%2B${value}`);
    yield silent('space before', 'a number with a space before', `${name}=%20${value}`);
  }
  if (typeof value === 'boolean') {
    for (const word of ['1', 'TRUE', 'yes'])
      yield silent(`the word ${word}`, `the word ${word}`, `${name}=${word}`);
  }
}

function silent(name: string, words: string, written: string): ParameterProbe {
  return { name, words, expectation: 'silent', value: null, written };
}
