/** Records of values that databases, more often than the code before them, cut, round, shift or take for nothing. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  sameJson,
} from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { TwinBody } from '../../request/twin.ts';
import { isIdentifier, isVersion } from '../../request/values/names.ts';
import { type Path, replaceAt, sitesBelow } from '../../request/values/sites.ts';
import type { Cast } from '../model/resource-operations.ts';
import { type CreationManner, created, parentsOf } from './creation.ts';
import { listed } from './listing.ts';
import { read } from './reading.ts';

/** Each is created and read. */
export function storyOfUnusual(cast: Cast): Sequence {
  return {
    *tell(fresh) {
      if (cast.create.body === undefined || cast.create.isFrozen || fresh.isFrozen === true) return;
      const parents = yield* parentsOf(cast, fresh);
      const scene = { cast, fresh, parents, known: undefined, others: [] };
      for (const values of [great, small, many, empty]) {
        const known = yield* created(scene, mannerOf(cast, values));
        if (known === 'unknown') continue;
        const record = yield* read(scene, known);
        yield* listed({ ...scene, records: [record] });
      }
    },
  };
}

interface Values {
  readonly words: string;
  /** The first that is valid is taken. */
  of(schema: Schema, now: Json): readonly Json[];
}

/** In four bytes, in two characters that look like one, with spaces inside and at the end; what was there is its beginning. */
const tails = [' Zoë, Zoe\u0308 “漢字”  \u{1f331} ', ' Zoe\u0308 \u{1f331}', '\u{1f331}'];

const great: Values = {
  words: 'a record of great values is created',
  of({ types, format, maximum, ...others }, now) {
    if (typeof now === 'string' && /^date/.test(format ?? ''))
      return ['2026-05-14T23:30:00.25+05:30', '2024-02-29'];
    if (typeof now === 'string') return isFree({ format, ...others }) ? tails.map((tail) => now + tail) : [];
    const isWhole = types?.has('integer') === true;
    if (isWhole) return [9_007_199_254_740_993n, maximum ?? 2_147_483_647];
    return types?.has('number') === true ? [65_537.29, 10.29, 0.3] : [];
  },
};

/** None like another, and in no order of their own. */
const marks = ['e', 'a', 'f', 'b', 'd', 'c', 'g'];

/** As many as may be; a few where that is not allowed, and none where they cannot be told apart. */
function several(
  [first]: JsonArray,
  { items, maxItems }: Pick<Schema, 'items' | 'maxItems'>,
): readonly Json[] {
  if (first === undefined || items === undefined) return [];
  const all = marks.flatMap((mark, index) => marked(first, items, { mark, index }) ?? []);
  return [all.length, 3, 2].map((count) => all.slice(0, Math.min(count, Number(maxItems ?? count))));
}

/** A text with a mark, a number of its own; of an object the first property that may have one. */
function marked(
  value: Json,
  schema: Schema,
  { mark, index }: { readonly mark: string; readonly index: number },
): Json | undefined {
  const own = (now: Json) =>
    typeof now === 'string' ? `${now} ${mark}` : typeof now === 'number' ? now + index + 1 : now;
  const sites = [{ path: [], schema, value }, ...sitesBelow(schema, value)];
  return sites
    .filter(({ path, value: now }) => typeof now !== 'object' && !isIdentifier(String(path.at(-1) ?? '')))
    .map(({ path, value: now }) => replaceAt(value, path, own(now)))
    .find((one) => !sameJson(one, value) && isValid(schema, one, 'request'));
}

function isFree({ format, pattern, enum: values }: Pick<Schema, 'format' | 'pattern' | 'enum'>): boolean {
  return format === undefined && pattern === undefined && values === undefined;
}

const small: Values = {
  words: 'a record of small values and long texts is created',
  of({ types, minimum, maxLength, ...others }, now) {
    if (typeof now === 'string')
      return isFree(others) && maxLength !== undefined ? [now.padEnd(maxLength, 'x')] : [];
    if (types?.has('number') === true || types?.has('integer') === true) return [0, minimum ?? 0];
    if (isJsonArray(now)) return [[]];
    return typeof now === 'boolean' ? [false] : [];
  },
};

/** By themselves: who keeps a list of names may know no others, and refuses them. */
const many: Values = {
  words: 'a record with several of each list, and null where that may be, is created',
  of: (schema, now) => (isJsonArray(now) ? several(now, schema) : schema.types?.has('null') ? [null] : []),
};

const empty: Values = {
  words: 'a record of empty values is created',
  of: (schema, now) => (typeof now === 'string' && isFree(schema) ? [''] : []),
};

function mannerOf({ idName }: Cast, { words, of }: Values): CreationManner {
  const isOurs = (path: Path) => {
    const name = path.at(-1);
    const isNamed = typeof name === 'string' && path.every((part) => typeof part === 'string');
    return isNamed && name !== idName && !isIdentifier(name) && !isVersion(name);
  };
  return {
    words,
    made: (sent, { schema }: TwinBody) =>
      [...sitesBelow(schema, sent)]
        .filter(({ path, value }) => isOurs(path) && !isJsonObject(value))
        .reduce((whole: Json, { path, schema: declared, value }) => {
          const others = of(flatten(declared), value).map((other) => replaceAt(whole, path, other));
          return others.find((one) => !sameJson(one, whole) && isValid(schema, one, 'request')) ?? whole;
        }, sent),
  };
}
