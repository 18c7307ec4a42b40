import type { Json } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import { isValid } from '../../../../spec/validate.ts';
import { isAgreed, plainText } from '../../request/parameters/parameter-styles.ts';
import { isValidText } from '../../request/parameters/parameters.ts';
import { arrayProbes } from '../limits/arrays.ts';
import { canCarry, type ParameterProbe, unusual } from './probe.ts';
import { type Scalar, wrongTexts } from './scalars.ts';

export interface List extends Omit<Scalar, 'value'> {
  readonly value: readonly Json[];
}

/** An array: its limits, one wrong item, and an item that holds what separates items. */
export function* listProbes(list: List): Generator<ParameterProbe> {
  yield* atLimits(list);
  yield* wrongItems(list);
  yield* separators(list);
}

function* atLimits({ parameter, schema, flat, value }: List): Generator<ParameterProbe> {
  for (const { keyword, words, value: items, side } of arrayProbes(flat, value)) {
    const valid = isValid(schema, items, 'request');
    // A list without items cannot be told from no list, and items without a type not from text.
    if (!Array.isArray(items) || items.length === 0 || valid !== (side === 'within')) continue;
    if (!items.every((item) => canCarry(parameter, plainText(item)))) continue;
    if ((keyword === 'uniqueItems' || keyword === 'items') && valid) continue;
    const expectation = isAgreed(parameter, items) ? (valid ? 'accept' : 'reject') : 'silent';
    // Words of an enum mean what they say.
    const isClosed = flat.items !== undefined && flatten(flat.items).enum !== undefined;
    const open = valid && !isClosed ? unusual : [];
    yield { name: `${keyword}/${words}`, words, expectation, value: items, open, keyword };
  }
}

function* wrongItems({ parameter, flat, value }: List): Generator<ParameterProbe> {
  const { items, maxItems = Infinity } = flat;
  if (items === undefined) return;
  const [first] = value;
  for (const text of [...wrongTexts(flatten(items)).slice(0, 2), 'none-of-these']) {
    if (isValidText(items, text)) continue;
    const list = first === undefined || maxItems < 2 ? [text] : [first, text];
    const expectation = isAgreed(parameter, list) ? 'reject' : 'silent';
    const words = `a list with the item ${text}`;
    yield { name: `wrong item ${text}`, words, expectation, value: list, keyword: 'items' };
  }
}

/** Percent-encoded, a separator is part of an item; who decodes before splitting takes one for two. */
function* separators({ parameter, schema }: List): Generator<ParameterProbe> {
  for (const [name, item] of [
    ['a comma', 'Green,box'],
    ['a space', 'Green box'],
    ['a bar', 'Green|box'],
    ['an ampersand', 'Green&box'],
  ] as const) {
    if (parameter.in === 'header' || !canCarry(parameter, item) || !isValid(schema, [item], 'request'))
      continue;
    const expectation = isAgreed(parameter, [item]) ? 'accept' : 'silent';
    yield {
      name: `item with ${name}`,
      words: `a list of one item with ${name}`,
      expectation,
      value: [item],
      open: unusual,
    };
  }
}
