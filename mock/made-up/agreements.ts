/** Values of one object that follow from others: `slug` from `name`, `itemCount` from `items`, `customer.id` from `customerId`. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { propertyWords } from './property-words.ts';
import { slug } from './words.ts';

export interface Agreement {
  readonly name: string;
  readonly value: Json;
}

/** What the made-up members should be; the caller keeps what the contract or the user gives. */
export function agreements(members: ReadonlyMap<string, Json>): readonly Agreement[] {
  const byWords = new Map([...members].map(([name, value]) => [propertyWords(name).join(''), value] as const));
  return [...members].flatMap(([name, value]): Agreement[] => {
    const words = propertyWords(name).join('');
    const agreed =
      typeof value === 'string' && words === 'slug'
        ? slugOf(byWords)
        : typeof value === 'number'
          ? lengthFor(words, byWords)
          : typeof value === 'boolean'
            ? isAvailable(words, byWords)
            : withSameId(words, value, byWords);
    return agreed === undefined || agreed === value ? [] : [{ name, value: agreed }];
  });
}

type ByWords = ReadonlyMap<string, Json>;

function slugOf(byWords: ByWords): string | undefined {
  const named = ['title', 'name'].map((one) => byWords.get(one)).find((one) => typeof one === 'string');
  // A name in another script has no letters of a slug.
  return typeof named === 'string' && /[a-z0-9]/i.test(named) ? slug(named) : undefined;
}

/** `itemcount` beside `items`; the words of a name are singular at its end. */
function lengthFor(words: string, byWords: ByWords): number | undefined {
  const [, before, after] = /^(.+?)s?count$|^numberof(.+)$/.exec(words) ?? [];
  const list = byWords.get(before ?? after ?? '');
  return list !== undefined && isJsonArray(list) ? list.length : undefined;
}

function isAvailable(words: string, byWords: ByWords): boolean | undefined {
  if (words !== 'instock' && words !== 'isinstock') return undefined;
  const stock = ['stock', 'inventory', 'stockquantity', 'stockcount'].map((one) => byWords.get(one));
  const amount = stock.find((one) => typeof one === 'number');
  return typeof amount === 'number' ? amount > 0 : undefined;
}

/** `customer: { id }` beside `customerId`. */
function withSameId(words: string, value: Json, byWords: ByWords): Json | undefined {
  const id = byWords.get(`${words}id`);
  const isShown = isJsonObject(value) && Object.hasOwn(value, 'id') && typeof value['id'] === typeof id;
  return isShown && id !== undefined ? { ...value, id } : undefined;
}
