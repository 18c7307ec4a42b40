/** Finds the kind of value for a property: by its format, by its name within its object, else by its type. */

import type { GeneratorName } from './generators.ts';
import { formatTable, type NameRow, nameTable } from './name-table.ts';
import { propertyWords } from './property-words.ts';

export interface NamedPlace {
  /** Undefined for the body itself. */
  readonly name: string | undefined;
  /** The names of its object and of those around it, the nearest first. */
  readonly objectNames: readonly string[];
}

interface IndexedRow {
  readonly within: ReadonlySet<string> | undefined;
  readonly value: GeneratorName;
}

const rowsByName = indexRows(nameTable);

/** The best first; the caller uses the first one whose value the schema accepts. */
export function findGenerators(place: NamedPlace, format: string | undefined): readonly GeneratorName[] {
  const byName = place.name === undefined ? [] : generatorsByName(propertyWords(place.name), place.objectNames);
  const byFormat = format === undefined || !Object.hasOwn(formatTable, format) ? undefined : formatTable[format];
  const byNameOrShorter = byName.flatMap((one) => [one, ...(shorterForms[one] ?? [])]);
  return byFormat === undefined ? byNameOrShorter : [...byNameOrShorter, byFormat];
}

/** Where the schema has no space for a name: a country of two letters is its code. */
const shorterForms: Partial<Record<GeneratorName, readonly GeneratorName[]>> = {
  country: ['countryCode'],
  state: ['stateCode'],
};

/** Of the longest end of the name that the table has. */
function generatorsByName(words: readonly string[], objectNames: readonly string[]): readonly GeneratorName[] {
  for (let from = 0; from < words.length; from++) {
    const rows = rowsByName.get(words.slice(from).join('')) ?? [];
    const context = [...words.slice(0, from).toReversed(), ...objectNames.flatMap(wordsFromEnd)];
    const row = nearestRow(rows, context) ?? rows.find(({ within }) => within === undefined);
    if (row !== undefined) return [row.value];
  }
  return [];
}

/** `category` of `product` is nearer than `product` to its `name`. */
function nearestRow(rows: readonly IndexedRow[], context: readonly string[]): IndexedRow | undefined {
  for (const word of context) {
    const row = rows.find(({ within }) => within?.has(word) === true);
    if (row !== undefined) return row;
  }
  return undefined;
}

function wordsFromEnd(name: string): readonly string[] {
  return propertyWords(name).toReversed();
}

function indexRows(rows: readonly NameRow[]): ReadonlyMap<string, readonly IndexedRow[]> {
  const entries = rows.flatMap(({ names, within, value }) =>
    names
      .split(' ')
      .map((name) => ({ name, row: { within: within === undefined ? undefined : toSet(within), value } })),
  );
  const grouped = Map.groupBy(entries, ({ name }) => name);
  return new Map(Array.from(grouped, ([name, found]) => [name, found.map(({ row }) => row)] as const));
}

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
