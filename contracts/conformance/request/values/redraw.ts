/** Other texts of the same pattern: for stores that refuse a number plate, a serial or a code that they have already. */
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';

/** Fewer texts than these would come again within a run. */
const FEWEST = 100_000;
/** So many that no longer ones are needed. */
const ENOUGH = 100_000_000;

/** The text with its free characters replaced by what `number` is in them; as it was where a pattern leaves no room. */
export function redrawn(text: string, schema: Schema, number: () => number): string {
  const { pattern, enum: values, const: only } = flatten(schema);
  if (pattern === undefined || values !== undefined || only !== undefined) return text;
  const free = freeCharacters(text, schema);
  const given = number();
  const longer = capacityOf(free) < ENOUGH ? lengthened(text, free, { schema, number: given }) : undefined;
  if (longer !== undefined || capacityOf(free) < FEWEST) return longer ?? text;
  const other = written(text, free, given);
  return isValid(schema, other, 'request') ? other : text;
}

/** For each character those that may stand in its place, itself alone where none may. */
type Free = readonly (readonly string[])[];

const known = new WeakMap<Schema, Map<string, Free>>();

function freeCharacters(text: string, schema: Schema): Free {
  const before = known.get(schema)?.get(text);
  if (before !== undefined) return before;
  const characters = [...text];
  const free = characters.map((character, index) => {
    const others = classes.find((one) => one.includes(character)) ?? [character];
    return others.filter((one) => isValid(schema, characters.with(index, one).join(''), 'request'));
  });
  known.set(schema, (known.get(schema) ?? new Map()).set(text, free));
  return free;
}

const classes = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'].map((letters) => [
  ...letters,
]);

function capacityOf(free: Free): number {
  return free.reduce((product, { length }) => product * Math.max(length, 1), 1);
}

/** From the last to the first, each with as many digits as it has characters to choose from. */
function written(text: string, free: Free, number: number): string {
  let left = number;
  const characters = [...text].map((character, index, all) => {
    const place = all.length - 1 - index;
    const choice = free[place] ?? [];
    const chosen = choice[left % Math.max(choice.length, 1)];
    left = Math.floor(left / Math.max(choice.length, 1));
    return chosen ?? all[place] ?? character;
  });
  return characters.toReversed().join('');
}

/** Where a run of digits may be longer than it is. */
function lengthened(
  text: string,
  free: Free,
  { schema, number }: { readonly schema: Schema; readonly number: number },
): string | undefined {
  const last = free.findLastIndex(({ length }) => length > 1);
  const characters = [...text];
  const longer = [...characters.slice(0, last), String(number), ...characters.slice(last + 1)].join('');
  return last >= 0 && isValid(schema, longer, 'request') ? longer : undefined;
}
