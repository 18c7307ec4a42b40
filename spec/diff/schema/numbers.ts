/** Numbers: bounds, steps, and formats, which are bounds under a name. */
import { type Bound, compareBounds, type Demands } from '../demands/demands.ts';
import { describeStep, integerStep, isWithin } from '../demands/steps.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { type Difference, differenceOf, type Pair } from './difference.ts';
import { describeType, isInteger } from './words.ts';

export function* compareNumberDemands(pair: Pair): Generator<Difference> {
  const found = [...compareEnds(pair), ...compareSteps(pair)];
  const named = asFormat(pair, found);
  if (named === undefined) yield* found;
  else yield named;
  yield* compareUnknownFormats(pair);
}

function* compareEnds(pair: Pair): Generator<Difference> {
  const { before, after } = pair;
  yield* compareEnd(pair, before.number.lower, after.number.lower, 1);
  yield* compareEnd(pair, before.number.upper, after.number.upper, -1);
}

function* compareEnd(
  pair: Pair,
  was: Bound | undefined,
  is: Bound | undefined,
  direction: 1 | -1,
): Generator<Difference> {
  const name = direction === 1 ? 'min' : 'max';
  const tightened =
    was === undefined || is === undefined
      ? Number(is !== undefined) - Number(was !== undefined)
      : compareBounds(is, was, direction);
  if (tightened === 0) return;
  const up = tightened * direction > 0 ? 'increased' : 'decreased';
  const change = was === undefined ? 'set' : is === undefined ? 'unset' : up;
  const [plain, exclusive] =
    direction === 1 ? ['minimum', 'exclusiveMinimum'] : ['maximum', 'exclusiveMaximum'];
  const bearers = [...pair.before.from, ...pair.after.from];
  const keyword = bearers.some((schema) => schema.keywordLines.has(exclusive ?? '')) ? exclusive : plain;
  yield differenceOf(pair, {
    kind: `${name}-${change}`,
    keyword: keyword ?? name,
    was: describeBound(was, direction),
    is: describeBound(is, direction),
  });
}

function describeBound(bound: Bound | undefined, direction: 1 | -1): string {
  if (bound === undefined) return direction === 1 ? 'no least' : 'no largest';
  const { value, isExclusive } = bound;
  if (isExclusive) return direction === 1 ? `more than ${value}` : `less than ${value}`;
  return direction === 1 ? `at least ${value}` : `at most ${value}`;
}

function* compareSteps(pair: Pair): Generator<Difference> {
  const { before, after } = pair;
  const [was, is] = [before.number.step, after.number.step];
  const [kept, contained] = [isWithin(was, is), isWithin(is, was)];
  if (kept && contained) return;
  const isOfType =
    isInteger(before) !== isInteger(after) && (integerStep(was) ?? 1n) * (integerStep(is) ?? 1n) === 1n;
  if (isOfType && (kept || contained)) {
    const kind = kept ? 'type-generalized' : 'type-specialized';
    yield differenceOf(pair, { kind, keyword: 'type', was: describeType(before), is: describeType(after) });
    return;
  }
  const kind: SchemaKind = contained
    ? was === undefined
      ? 'multiple-of-added'
      : 'multiple-of-specialized'
    : kept
      ? is === undefined
        ? 'multiple-of-removed'
        : 'multiple-of-generalized'
      : 'multiple-of-changed';
  yield differenceOf(pair, { kind, keyword: 'multipleOf', was: describeStep(was), is: describeStep(is) });
}

const numberFormats = /^(?:u?int(?:8|16|32|64)|float|double)$/;

/** Where nothing but the format differs in what is written, that is what is told. */
function asFormat(pair: Pair, found: readonly Difference[]): Difference | undefined {
  const { before, after } = pair;
  const [was, is] = [formatNames(before), formatNames(after)];
  const hasOthers = writtenIn(before) !== writtenIn(after);
  const isOfType = found.every(({ kind }) => kind.startsWith('type-')) && found.length > 0;
  if (was === is || hasOthers || found.length === 0 || isOfType) return undefined;
  return differenceOf(pair, {
    kind: formatKind(found, was, is),
    keyword: 'format',
    was: was || 'any',
    is: is || 'any',
  });
}

function writtenIn({ from }: Demands): string {
  const keywords = from.flatMap((schema) => {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    return [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].map(String);
  });
  return [...new Set(keywords)].toSorted().join(' ');
}

function formatKind(found: readonly Difference[], was: string, is: string): SchemaKind {
  const isNarrower = found.every(({ effect }) => effect === 'narrower');
  const isWider = found.every(({ effect }) => effect === 'wider');
  if (isNarrower) return was === '' ? 'format-added' : 'format-specialized';
  if (isWider) return is === '' ? 'format-removed' : 'format-generalized';
  return 'format-changed';
}

function formatNames({ from }: Demands): string {
  const names = from.map((schema) => schema.format ?? '').filter((name) => numberFormats.test(name));
  return [...new Set(names)].toSorted().join(' and ');
}

/** A format that nobody judges may still mean something to those who use it. */
function* compareUnknownFormats(pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before, pair.after].map(({ formats }) =>
    [...formats]
      .filter((name) => !numberFormats.test(name))
      .toSorted()
      .join(' and '),
  );
  if (was === is) return;
  yield differenceOf(pair, {
    kind: was === '' ? 'format-hint-added' : is === '' ? 'format-hint-removed' : 'format-cannot-be-compared',
    keyword: 'format',
    was: was || 'any',
    is: is || 'any',
  });
}
