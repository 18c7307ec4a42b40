/** Numbers that a description defines by other properties: "The sum of quantity times unitCents of all lines." */
import {
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type JsonObject,
  ownMember,
} from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes, itemsSchema } from '../model/schema-view.ts';
import { findNamed, sentencesOf } from '../model/sentences.ts';
import { flattenSchema } from '../sampling/flatten-schema.ts';

/** How a property follows from others of its object. */
export interface Computation {
  readonly property: string;
  /** The schema of the property. */
  readonly schema: Schema;
  readonly sentence: string;
  /** The array whose items are added up or counted; undefined for a product of properties of the same object. */
  readonly list: string | undefined;
  /** The properties that are multiplied; none where items are counted. */
  readonly factors: readonly string[];
}

/** Those of the properties of an object. */
export const findComputations = memoize((schema: Schema): readonly Computation[] => {
  const properties = declaredProperties(schema);
  return [...properties].flatMap(([property, declared]) => {
    const sentence = onlyStatement(flattenSchema(declared).description ?? '');
    if (sentence === undefined || !isNumber(declared)) return [];
    const parts = readSum(sentence, properties) ?? readCount(sentence, properties) ?? readProduct(sentence, properties);
    if (parts === undefined || [parts.list, ...parts.factors].includes(property)) return [];
    return [{ property, schema: declared, sentence, ...parts }];
  });
});

type Parts = Pick<Computation, 'list' | 'factors'>;

/** The other sentences may change what the first one says: "Without discounts." */
function onlyStatement(description: string): string | undefined {
  const [statement, ...others] = sentencesOf(description).filter((sentence) => !HARMLESS.test(sentence));
  return others.length === 0 ? statement : undefined;
}

const HARMLESS =
  /^(?:in the currency(?: of [\w ]+)?|read[- ]only|(?:computed|calculated|set|maintained)(?: (?:by|on) the (?:server|service))?)$/i;

const SUM = /^(?:(?:it|this) )?(?:(?:is|equals) )?(?:the )?sum (?:of|over) (?:the )?(.+)$/i;

/** "quantity times price of all lines", "all lines of quantity × price", "the lines' amounts". */
function readSum(sentence: string, properties: ReadonlyMap<string, Schema>): Parts | undefined {
  const [, summed] = SUM.exec(plainWords(sentence)) ?? [];
  if (summed === undefined) return undefined;
  const [, before, list] =
    /^(.+?) (?:of|over|in|for|across) (?:(?:all|every|each|its) )?(?:of )?(?:the )?(\w+)$/i.exec(summed) ?? [];
  if (before !== undefined && list !== undefined) return summedParts(before, list, properties);
  const [, first, after] = /^(?:all )?(?:the )?(\w+) (?:of )?(.+)$/i.exec(summed) ?? [];
  return first === undefined || after === undefined ? undefined : summedParts(after, first, properties);
}

function summedParts(expression: string, words: string, properties: ReadonlyMap<string, Schema>): Parts | undefined {
  const list = findNamed(words, properties.keys());
  const array = list === undefined ? undefined : properties.get(list);
  const items = array && isComplete(array) ? itemsSchema(array) : undefined;
  const factors = items && readFactors(expression, declaredProperties(items));
  return factors && { list, factors };
}

/** Words that say that an array shows only some of its items. */
function isComplete(array: Schema): boolean {
  const { description = '' } = flattenSchema(array);
  return !/\b(?:first|latest|last|recent|newest|top|page|pages|excerpt|preview|up to|at most|some|sample)\b/i.test(
    description,
  );
}

/** "The number of entries in `lines`.", and "The number of `lines`." only in code style: items may have quantities. */
function readCount(sentence: string, properties: ReadonlyMap<string, Schema>): Parts | undefined {
  const [, plain, quoted] =
    /^(?:the )?(?:(?:(?:number|count) of (?:the )?(?:entries|elements) (?:of|in)|length of) (?:the )?[`"']?(\w+)[`"']?|(?:number|count) of [`"'](\w+)[`"'])$/i.exec(
      sentence,
    ) ?? [];
  const list = plain ?? quoted;
  const array = list === undefined ? undefined : properties.get(list);
  if (array === undefined || declaredTypes(array).has('array') !== true || !isComplete(array)) return undefined;
  return { list, factors: [] };
}

/** "quantity times unitPrice". */
function readProduct(sentence: string, properties: ReadonlyMap<string, Schema>): Parts | undefined {
  const [, expression] = /^(?:(?:is|equals) )?(?:the )?(?:product of )?(.+)$/i.exec(plainWords(sentence)) ?? [];
  const factors = expression === undefined ? undefined : readFactors(expression, properties);
  return factors === undefined || factors.length < 2 ? undefined : { list: undefined, factors };
}

function readFactors(expression: string, properties: ReadonlyMap<string, Schema>): readonly string[] | undefined {
  const names = expression
    .split(/ (?:times|multiplied by|×|\*|x) (?:the )?/i)
    .map((words) => findNamed(words.replace(/^(?:the|its|their) /i, ''), properties.keys()));
  const factors = names.filter((name) => name !== undefined);
  const areNumbers = factors.every((name) => isNumber(properties.get(name)));
  return factors.length === names.length && factors.length <= 2 && areNumbers ? factors : undefined;
}

function isNumber(schema: Schema | undefined): boolean {
  const types = schema === undefined ? undefined : declaredTypes(schema);
  return types?.has('integer') === true || types?.has('number') === true;
}

function plainWords(sentence: string): string {
  return sentence
    .replaceAll(/['’](?=s\b)|[`"()]|['’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export interface ComputedValue {
  readonly value: number | bigint;
  /** Only integers led to it. */
  readonly isExact: boolean;
  readonly itemCount: number;
}

/** What the property should be; undefined when the object does not show all that it follows from. */
export function computeValue({ list, factors }: Computation, shown: JsonObject): ComputedValue | undefined {
  const items = list === undefined ? [shown] : ownMember(shown, list);
  if (!isJsonArray(items)) return undefined;
  const itemCount = items.length;
  if (factors.length === 0) return { value: itemCount, isExact: true, itemCount };
  const rows = items.map((item) =>
    factors.map((name) => (isJsonObject(item) ? ownMember(item, name) : undefined)).filter(isNumeric),
  );
  if (rows.some(({ length }) => length < factors.length)) return undefined;
  const isExact = rows.flat().every(isInteger);
  return { value: isExact ? exactSum(rows) : sum(rows), isExact, itemCount };
}

type Rows = readonly (readonly (number | bigint)[])[];

function exactSum(rows: Rows): number | bigint {
  const total = rows.reduce((all, row) => all + row.reduce<bigint>((product, one) => product * BigInt(one), 1n), 0n);
  return Number.isSafeInteger(Number(total)) ? Number(total) : total;
}

function sum(rows: Rows): number {
  return rows.reduce((all, row) => all + row.reduce<number>((product, one) => product * Number(one), 1), 0);
}

/** Fractions may be rounded to as many digits as the result shows, each product before they are added up. */
export function isPossibleResult(returned: number | bigint, { value, isExact, itemCount }: ComputedValue): boolean {
  if (isExact && isInteger(returned)) return compareNumbers(returned, value) === 0;
  const [, fraction = ''] = /\.(\d+)$/.exec(String(returned)) ?? [];
  const unit = 10 ** -Math.min(fraction.length, 2);
  const tolerance = isExact ? 0 : unit * (itemCount + 1) + Math.abs(Number(value)) * 1e-9;
  return Math.abs(Number(returned) - Number(value)) <= tolerance;
}
