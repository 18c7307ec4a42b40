/** Records, rules and the initial state as arguments of an operation (operations.ts), and back. */
import type { JsonObject } from '../../spec/json/exact-json.ts';
import type { Rule } from '../scenario/rule.ts';
import type { InitialState } from './storage.ts';
import { nameOf, nameText, recordOf, recordText, ruleOf, ruleText } from './texts.ts';

/** id, record, size */
export function recordArgs(collection: string, id: string, text: string): readonly string[] {
  return [nameText(id), text, String(collection.length + id.length + text.length)];
}

/** collection, id, record, size, number to skip to */
export function newArgs(collection: string, id: string, value: JsonObject, last = 0): readonly string[] {
  return [nameText(collection), ...recordArgs(collection, id, recordText(value)), String(last)];
}

/** skip, times, rule */
export function ruleArgs(rule: Rule): readonly string[] {
  return [String(rule.skip ?? 0), String(rule.times ?? ''), ruleText(rule)];
}

export function rulesOf(args: readonly string[]): readonly Rule[] {
  return groupsIn(args, 3).map(([, , text = '']) => ruleOf(text));
}

/** How many records; collection, id, record, size of each; how many numbers; collection, number of each; the rules. */
export function initialArgs({ records, numbers, rules }: InitialState): readonly string[] {
  return [
    String(records.length),
    ...records.flatMap(({ collection, id, value }) => [
      nameText(collection),
      ...recordArgs(collection, id, recordText(value)),
    ]),
    String(numbers.length),
    ...numbers.flatMap(({ collection, last }) => [nameText(collection), String(last)]),
    ...rules.flatMap(ruleArgs),
  ];
}

export function initialOf(args: readonly string[]): InitialState {
  const numbersAt = 1 + 4 * Number(args[0]);
  const rulesAt = numbersAt + 1 + 2 * Number(args[numbersAt]);
  return {
    records: groupsIn(args.slice(1, numbersAt), 4).map(([collection = '', id = '', text = '']) => ({
      collection: nameOf(collection),
      id: nameOf(id),
      value: recordOf(text),
    })),
    numbers: groupsIn(args.slice(numbersAt + 1, rulesAt), 2).map(([collection = '', last]) => ({
      collection: nameOf(collection),
      last: Number(last),
    })),
    rules: rulesOf(args.slice(rulesAt)),
  };
}

function groupsIn(args: readonly string[], length: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.floor(args.length / length) }, (_unused, index) =>
    args.slice(index * length, (index + 1) * length),
  );
}
