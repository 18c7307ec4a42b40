/** Compares numbers: bounds, multiples, and formats, which are named bounds. */
import { asInteger, describeMultipleOf, isMultipleOf } from '../../model/multiple-of.ts';
import { type Bound, type Constraints, compareBounds } from '../constraints/constraints.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { describeType, isIntegerType } from './describe.ts';
import { type ConstraintsPair, createDifference, type Difference } from './difference.ts';

export function* compareNumberConstraints(pair: ConstraintsPair): Generator<Difference> {
  const found = [...compareNumberBounds(pair), ...compareMultipleOf(pair)];
  const formatDifference = asFormatDifference(pair, found);
  if (formatDifference === undefined) yield* found;
  else yield formatDifference;
  yield* compareUnknownFormats(pair);
}

function* compareNumberBounds(pair: ConstraintsPair): Generator<Difference> {
  const { before, after } = pair;
  yield* compareBound(pair, before.number.lower, after.number.lower, 1);
  yield* compareBound(pair, before.number.upper, after.number.upper, -1);
}

function* compareBound(
  pair: ConstraintsPair,
  was: Bound | undefined,
  is: Bound | undefined,
  direction: 1 | -1,
): Generator<Difference> {
  const name = direction === 1 ? 'min' : 'max';
  const tightening =
    was === undefined || is === undefined
      ? Number(is !== undefined) - Number(was !== undefined)
      : compareBounds(is, was, direction);
  if (tightening === 0) return;
  const up = tightening * direction > 0 ? 'increased' : 'decreased';
  const change = was === undefined ? 'set' : is === undefined ? 'unset' : up;
  const [plain, exclusive] = direction === 1 ? ['minimum', 'exclusiveMinimum'] : ['maximum', 'exclusiveMaximum'];
  const schemas = [...pair.before.sources, ...pair.after.sources];
  const keyword = schemas.some((schema) => schema.keywordLines.has(exclusive ?? '')) ? exclusive : plain;
  yield createDifference(pair, {
    kind: `${name}-${change}`,
    keyword: keyword ?? name,
    was: describeBound(was, direction),
    is: describeBound(is, direction),
  });
}

function describeBound(bound: Bound | undefined, direction: 1 | -1): string {
  if (bound === undefined) return direction === 1 ? 'no minimum' : 'no maximum';
  const { value, isExclusive } = bound;
  if (isExclusive) return direction === 1 ? `more than ${value}` : `less than ${value}`;
  return direction === 1 ? `at least ${value}` : `at most ${value}`;
}

function* compareMultipleOf(pair: ConstraintsPair): Generator<Difference> {
  const { before, after } = pair;
  const [was, is] = [before.number.multipleOf, after.number.multipleOf];
  const [isKept, isContained] = [isMultipleOf(was, is), isMultipleOf(is, was)];
  if (isKept && isContained) return;
  const isOfType =
    isIntegerType(before) !== isIntegerType(after) && (asInteger(was) ?? 1n) * (asInteger(is) ?? 1n) === 1n;
  if (isOfType && (isKept || isContained)) {
    const kind = isKept ? 'type-generalized' : 'type-specialized';
    yield createDifference(pair, {
      kind,
      keyword: 'type',
      was: describeType(before),
      is: describeType(after),
    });
    return;
  }
  const kind: SchemaKind = isContained
    ? was === undefined
      ? 'multiple-of-added'
      : 'multiple-of-specialized'
    : isKept
      ? is === undefined
        ? 'multiple-of-removed'
        : 'multiple-of-generalized'
      : 'multiple-of-changed';
  yield createDifference(pair, {
    kind,
    keyword: 'multipleOf',
    was: describeMultipleOf(was),
    is: describeMultipleOf(is),
  });
}

const numberFormats = /^(?:u?int(?:8|16|32|64)|float|double)$/;

/** If only the written format differs, the change is reported as one of the format. */
function asFormatDifference(pair: ConstraintsPair, found: readonly Difference[]): Difference | undefined {
  const { before, after } = pair;
  const [was, is] = [formatNames(before), formatNames(after)];
  const hasOthers = writtenKeywords(before) !== writtenKeywords(after);
  const isOfType = found.every(({ kind }) => kind.startsWith('type-')) && found.length > 0;
  if (was === is || hasOthers || found.length === 0 || isOfType) return undefined;
  return createDifference(pair, {
    kind: formatChangeKind(found, was, is),
    keyword: 'format',
    was: was || 'any',
    is: is || 'any',
  });
}

function writtenKeywords({ sources }: Constraints): string {
  const keywords = sources.flatMap((schema) => {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    return [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].map(String);
  });
  return [...new Set(keywords)].toSorted().join(' ');
}

function formatChangeKind(found: readonly Difference[], was: string, is: string): SchemaKind {
  const isNarrower = found.every(({ effect }) => effect === 'narrower');
  const isWider = found.every(({ effect }) => effect === 'wider');
  if (isNarrower) return was === '' ? 'format-added' : 'format-specialized';
  if (isWider) return is === '' ? 'format-removed' : 'format-generalized';
  return 'format-changed';
}

function formatNames({ sources }: Constraints): string {
  const names = sources.map((schema) => schema.format ?? '').filter((name) => numberFormats.test(name));
  return [...new Set(names)].toSorted().join(' and ');
}

/** A format that is not validated may still be significant for clients. */
function* compareUnknownFormats(pair: ConstraintsPair): Generator<Difference> {
  const [was, is] = [pair.before, pair.after].map(({ formats }) =>
    [...formats]
      .filter((name) => !numberFormats.test(name))
      .toSorted()
      .join(' and '),
  );
  if (was === is) return;
  yield createDifference(pair, {
    kind: was === '' ? 'format-hint-added' : is === '' ? 'format-hint-removed' : 'format-cannot-be-compared',
    keyword: 'format',
    was: was || 'any',
    is: is || 'any',
  });
}
