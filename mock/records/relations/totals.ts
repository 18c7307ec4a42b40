/** Totals that the names of properties define: `total` of `items` with `quantity` and `price`, and the lengths of lists. */
import {
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, declaredTypes, itemsSchema } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isSetByServer } from '../values/server-properties.ts';

/** Unchanged where clients set the total, or where the lines do not show all that it follows from. */
export function withTotals(resource: Resource, record: JsonObject): JsonObject {
  const { lengths, total } = totalsOf(resource);
  const counted = lengths.flatMap(({ name, list, schema }): [string, Json][] => {
    const items = record[list];
    return isJsonArray(items) && isValid(schema, items.length, 'response') ? [[name, items.length]] : [];
  });
  const sum = total === undefined ? undefined : sumOf(record[total.list], total.factors);
  const isShown = total !== undefined && sum !== undefined && isValid(total.schema, sum, 'response');
  if (counted.length === 0 && !isShown) return record;
  return { ...record, ...Object.fromEntries(counted), ...(isShown ? { [total.name]: sum } : {}) };
}

interface Length {
  readonly name: string;
  readonly schema: Schema;
  readonly list: string;
}

interface Total extends Length {
  /** The quantity and the price of a line. */
  readonly factors: readonly [string, string];
}

const totalsOf = memoize(
  (resource: Resource): { readonly lengths: readonly Length[]; readonly total: Total | undefined } => {
    const properties = mergedProperties(resource.responseSchemas);
    const lists = [...properties].filter(([, schema]) => declaredTypes(schema).has('array'));
    const numbers = [...properties].filter(([name, schema]) => isNumber(schema) && isSetByServer(resource, name));
    const lengths = numbers.flatMap(([name, schema]): Length[] => {
      const [, noun] = /^(.+?)s?count$/.exec(lettersOf(name)) ?? [];
      const list = lists.find(([one]) => noun !== undefined && lettersOf(one).replace(/s$/, '') === noun);
      return list === undefined ? [] : [{ name, schema, list: list[0] }];
    });
    // Taxes, discounts and costs of shipping belong to a total in ways that no name shows.
    const isPlain = ![...properties.keys()].some((name) => /tax|vat|discount|shipping|fee|tip|coupon/i.test(name));
    const totals = numbers.flatMap(([name, schema]): Total[] => {
      const [, unit] = /^total(?:price|amount|cost|sum)?(cents|minor)?$/.exec(lettersOf(name)) ?? [
        lettersOf(name),
        null,
      ];
      if (unit === null) return [];
      return lists.flatMap(([list, array]) => {
        const factors = LINES.test(lettersOf(list)) ? factorsOf(itemsSchema(array), unit ?? '') : undefined;
        return factors === undefined ? [] : [{ name, schema, list, factors }];
      });
    });
    return { lengths, total: isPlain && totals.length === 1 ? totals[0] : undefined };
  },
);

const LINES = /^(?:order|invoice|cart|line)?(?:items|lines|positions|entries|products)$/;

function factorsOf(item: Schema | undefined, unit: string): readonly [string, string] | undefined {
  if (item === undefined) return undefined;
  const names = [...declaredProperties(item)].filter(([, schema]) => isNumber(schema)).map(([name]) => name);
  const [quantity, ...otherQuantities] = names.filter((name) => /^(?:quantity|qty)$/.test(lettersOf(name)));
  const [price, ...otherPrices] = names.filter((name) =>
    [`price${unit}`, `unitprice${unit}`].includes(lettersOf(name)),
  );
  const isClear = otherQuantities.length === 0 && otherPrices.length === 0;
  return quantity !== undefined && price !== undefined && isClear ? [quantity, price] : undefined;
}

function isNumber(schema: Schema): boolean {
  return declaredTypes(schema).has('integer') || declaredTypes(schema).has('number');
}

/** Integers are exact; fractions are rounded to six digits, since sums of doubles are not exact. */
function sumOf(lines: Json | undefined, [quantity, price]: readonly [string, string]): Json | undefined {
  if (!isJsonArray(lines)) return undefined;
  const rows = lines.map((line) => (isJsonObject(line) ? [line[quantity], line[price]].filter(isNumeric) : []));
  if (rows.some(({ length }) => length < 2)) return undefined;
  if (!rows.flat().every(isInteger)) {
    const sum = rows.reduce((all, row) => all + row.reduce<number>((product, one) => product * Number(one), 1), 0);
    return Number(sum.toFixed(6));
  }
  const exact = rows.reduce((all, row) => all + row.reduce<bigint>((product, one) => product * BigInt(one), 1n), 0n);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}
