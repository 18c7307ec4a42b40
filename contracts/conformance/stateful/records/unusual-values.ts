/** Records with values that databases truncate, round, shift in time zone or drop. */
import { isEqualJson, isJsonArray, isJsonObject, type Json, type JsonArray } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { stringsMatching } from '../../../../spec/sampling/sample-strings.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import type { Sequence, StepGenerator } from '../../model/sequence.ts';
import type { BaselineBody } from '../../request/baseline-request.ts';
import { swapCase } from '../../request/values/alternative-values.ts';
import { withOrderedBounds } from '../../request/values/bound-pairs.ts';
import { isIdentifier, isVersion } from '../../request/values/identifier-names.ts';
import { findLocations, type Path, replaceAt } from '../../request/values/value-locations.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { type CreationVariant, createInSequence, createParents } from './create-records.ts';
import { usesFewKeys } from './create-request.ts';
import { findInList } from './find-in-list.ts';
import { readRecord } from './read-record.ts';
import type { StepContext } from './step-context.ts';

/** Each record is created, read, and looked for in the list. */
export function createUnusualValuesSequence(resourceOperations: ResourceOperations): Sequence {
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      if (
        resourceOperations.createBaseline.body === undefined ||
        resourceOperations.createBaseline.isVerbatim ||
        usesFewKeys(resourceOperations.createBaseline) ||
        fresh.isVerbatim === true
      )
        return;
      const parentValues = yield* createParents(resourceOperations, fresh);
      const context = {
        resourceOperations,
        fresh,
        parentValues,
        record: undefined,
        otherRecords: [],
      };
      for (const values of [largeValues, smallValues, multipleAndNull, emptyValues]) {
        if (yield* createAndFind(context, creationVariant(resourceOperations, values))) continue;
        // One of the values was rejected: each is sent alone, so that this one is reported and the others are checked.
        for (const variant of singleVariants(resourceOperations, values)) yield* createAndFind(context, variant);
      }
    },
  };
}

/** Whether a record was created. */
function* createAndFind(context: StepContext, variant: CreationVariant): StepGenerator<boolean> {
  const createdRecord = yield* createInSequence(context, variant);
  if (createdRecord === 'unknown') return false;
  const record = yield* readRecord(context, createdRecord);
  yield* findInList({ ...context, records: [record] });
  return true;
}

interface UnusualValues {
  readonly description: string;
  /** The first valid value is used. */
  valuesFor(schema: Schema, now: Json): readonly Json[];
}

/** Four-byte UTF-8, combining characters, and spaces inside and at the end; appended to the current text. */
const textEndings = [' Zoë, Zoe\u0308 “漢字”  \u{1f331} ', ' Zoe\u0308 \u{1f331}', '\u{1f331}'];

const largeValues: UnusualValues = {
  description: 'a record with large values is created',
  valuesFor({ types, format, maximum, ...others }, now) {
    if (typeof now === 'string' && /^date/.test(format ?? '')) return ['2026-05-14T23:30:00.25+05:30', '2024-02-29'];
    if (typeof now === 'string')
      return isUnconstrained({ format, ...others }) ? textEndings.map((tail) => now + tail) : [];
    const isWhole = types?.has('integer') === true;
    if (isWhole) return [9_007_199_254_740_993n, maximum ?? 2_147_483_647];
    return types?.has('number') === true ? [65_537.29, 10.29, 0.3] : [];
  },
};

/** Distinct, and not sorted. */
const distinctMarks = ['e', 'a', 'f', 'b', 'd', 'c', 'g'];

/** As many items as allowed, or fewer; none when items cannot be made distinct. */
function multipleItems([first]: JsonArray, { items, maxItems }: Pick<Schema, 'items' | 'maxItems'>): readonly Json[] {
  if (first === undefined || items === undefined) return [];
  const all = distinctMarks.flatMap((mark, index) => withMark(first, items, { mark, index }) ?? []);
  return [all.length, 3, 2].map((count) => all.slice(0, Math.min(count, Number(maxItems ?? count))));
}

/** The value made distinct: another text, another number, or an object with another text and another number. */
function withMark(
  value: Json,
  schema: Schema,
  { mark, index }: { readonly mark: string; readonly index: number },
): Json | undefined {
  const markValue = (now: Json, declared: Schema) => {
    if (typeof now === 'number') return now + index + 1;
    if (typeof now !== 'string') return now;
    const { pattern, ...lengths } = flattenSchema(declared);
    return pattern === undefined ? `${now} ${mark}` : (otherMatches(now, pattern, lengths)[index] ?? now);
  };
  const locations = [{ path: [], schema, value }, ...findLocations(schema, value)].filter(
    ({ path }) => !isIdentifier(String(path.at(-1) ?? '')),
  );
  const marked = ['string', 'number'].reduce((whole: Json, type) => {
    const candidates = locations.filter(({ value: now }) => typeof now === type);
    const changed = candidates.map(({ path, value: now, schema: declared }) =>
      replaceAt(whole, path, markValue(now, declared)),
    );
    return changed.find((one) => !isEqualJson(one, whole) && isValid(schema, one, 'request')) ?? whole;
  }, value);
  return isEqualJson(marked, value) ? undefined : marked;
}

/** Other texts of a pattern, in another case first: an implementation may change the case of each. */
function otherMatches(
  now: string,
  pattern: RegExp,
  lengths: Pick<Schema, 'minLength' | 'maxLength'>,
): readonly string[] {
  const swapped = swapCase(now);
  const others = stringsMatching(pattern, lengths).filter((text) => text !== now && text !== swapped);
  return [...(swapped !== now && pattern.test(swapped) ? [swapped] : []), ...new Set(others)];
}

function isUnconstrained({ format, pattern, enum: values }: Pick<Schema, 'format' | 'pattern' | 'enum'>): boolean {
  return format === undefined && pattern === undefined && values === undefined;
}

const smallValues: UnusualValues = {
  description: 'a record with small values and long strings is created',
  valuesFor({ types, minimum, maxLength, ...others }, now) {
    if (typeof now === 'string')
      return isUnconstrained(others) && maxLength !== undefined ? [now.padEnd(maxLength, 'x')] : [];
    if (types?.has('number') === true || types?.has('integer') === true) return [0, minimum ?? 0];
    if (isJsonArray(now)) return [[]];
    return typeof now === 'boolean' ? [false] : [];
  },
};

/** In a separate record: an implementation may reject names in a list that it does not know. */
const multipleAndNull: UnusualValues = {
  description: 'a record with several items in each array, and null where allowed, is created',
  valuesFor: (schema, now) => (isJsonArray(now) ? multipleItems(now, schema) : schema.types?.has('null') ? [null] : []),
};

const emptyValues: UnusualValues = {
  description: 'a record with empty strings is created',
  valuesFor: (schema, now) => (typeof now === 'string' && isUnconstrained(schema) ? [''] : []),
};

const MAX_SINGLE_VARIANTS = 12;

function singleVariants(resourceOperations: ResourceOperations, values: UnusualValues): readonly CreationVariant[] {
  const { body } = resourceOperations.createBaseline;
  if (body === undefined) return [];
  const changed = [...findLocations(body.schema, body.full)].flatMap(({ path, name, flat, value }) => {
    if (isJsonObject(value) || values.valuesFor(flat, value).length === 0) return [];
    const description = `a record with an unusual value of ${name} is created`;
    const variant = creationVariant(resourceOperations, { ...values, description }, path);
    return [{ ...variant, tolerated: isClearlyValid(flat, value) ? [] : toleratesUnusualText }];
  });
  return changed.slice(0, MAX_SINGLE_VARIANTS);
}

/** Of texts, days, lists and large integers, implementations may know only some. */
function isClearlyValid({ types, format }: Schema, value: Json): boolean {
  if (typeof value === 'string') return format === 'date-time';
  return !isJsonArray(value) && (types?.has('integer') !== true || format !== undefined);
}

const toleratesUnusualText: readonly ToleratedResponse[] = [
  { status: 'declared client error', reason: 'the value may have a meaning that its schema does not specify' },
];

/** Changes all values, or the one at a path. */
function creationVariant(
  { idName }: ResourceOperations,
  { description, valuesFor }: UnusualValues,
  only?: Path,
): CreationVariant {
  const isChangeable = (path: Path) => {
    if (only !== undefined && path.join('/') !== only.join('/')) return false;
    const name = path.at(-1);
    const isNamed = typeof name === 'string' && path.every((part) => typeof part === 'string');
    return isNamed && name !== idName && !isIdentifier(name) && !isVersion(name);
  };
  return {
    description,
    changeBody: (sent, { schema }: BaselineBody) => {
      const changed = [...findLocations(schema, sent)]
        .filter(({ path, value }) => isChangeable(path) && !isJsonObject(value))
        .reduce((whole: Json, { path, schema: declared, value }) => {
          const others = valuesFor(flattenSchema(declared), value).map((other) => replaceAt(whole, path, other));
          return others.find((one) => !isEqualJson(one, whole) && isValid(schema, one, 'request')) ?? whole;
        }, sent);
      return withOrderedBounds(changed, schema, only);
    },
  };
}
