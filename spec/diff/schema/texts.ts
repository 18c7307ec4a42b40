/** Texts: length, format and pattern. */
import { formatNamed } from '../../validation/formats.ts';
import type { Demands } from '../demands/demands.ts';
import { includesTexts } from '../demands/text-language.ts';
import { textBeyond } from '../patterns/pattern-inclusion.ts';
import { intersection, languageOf } from '../patterns/pattern-language.ts';
import { drawn } from '../patterns/pattern-texts.ts';
import { effectOf, type SchemaKind } from '../rules/schema-rules.ts';
import { type Difference, differenceOf, type Pair } from './difference.ts';
import { compareLimits, lengthLimit, type Range } from './limits.ts';

export function compareTextDemands(pair: Pair): readonly Difference[] {
  const found = [...compareKeywords(pair)];
  return found.length === 0 ? [] : withoutIdle(pair, found);
}

/** What one keyword takes away or gives may be taken by another one as it was. */
function withoutIdle({ before, after }: Pair, found: readonly Difference[]): readonly Difference[] {
  const isKept = includesTexts(after, before);
  const isContained = includesTexts(before, after);
  const left = found.filter(
    ({ effect }) => !((isKept && effect === 'narrower') || (isContained && effect === 'wider')),
  );
  if (isKept && isContained) return left.filter((one) => one.effect === 'none' || isUnjudged(one));
  return isKept || isContained ? left.map((one) => decided(one, isKept)) : left;
}

/** It rules out no text, and still means something to those who use it. */
function isUnjudged({ kind }: Difference): boolean {
  return kind === 'format-cannot-be-compared';
}

/** What could not be told apart, or was told as both, is one of the two. */
function decided(one: Difference, isKept: boolean): Difference {
  if ((one.effect !== 'both' && one.effect !== 'unclear') || isUnjudged(one)) return one;
  const name = one.kind.startsWith('format') ? 'format' : 'pattern';
  const kind: SchemaKind = isKept ? `${name}-generalized` : `${name}-specialized`;
  return { ...one, kind, effect: effectOf(kind) };
}

function* compareKeywords(pair: Pair): Generator<Difference> {
  const forms = [...compareFormats(pair), ...comparePatterns(pair)];
  yield* forms;
  // What format and pattern say of the length has been told by their names.
  const [was, is] = [pair.before.text, pair.after.text];
  const [before, after] = forms.length === 0 ? [was, is] : writtenLengths(pair);
  const isIdleMin = after.min > before.min ? after.min <= was.min : before.min <= is.min;
  const isIdleMax = after.max < before.max ? after.max >= was.max : before.max >= is.max;
  const told = { min: isIdleMin ? after.min : before.min, max: isIdleMax ? after.max : before.max };
  yield* compareLimits(pair, lengthLimit, told, after);
}

function writtenLengths({ before, after }: Pair): readonly [Range, Range] {
  const lengthsOf = ({ from }: Demands): Range => ({
    min: Math.max(0, ...from.map((schema) => schema.minLength ?? 0)),
    max: Math.min(...from.map((schema) => schema.maxLength ?? Infinity)),
  });
  return [lengthsOf(before), lengthsOf(after)];
}

/** Each value of the first is one of the second. */
const within: readonly (readonly [inner: string, outer: string])[] = [
  ['uri', 'uri-reference'],
  ['uri', 'uri-template'],
];
/** Says how a value is shown to a person, and nothing of the value. */
const hints = new Set(['password', 'textarea', 'markdown', 'html']);

function* compareFormats(pair: Pair): Generator<Difference> {
  const [removed, added] = [
    [...pair.before.formats.difference(pair.after.formats)],
    [...pair.after.formats.difference(pair.before.formats)],
  ].map((names) => names.filter((name) => !hints.has(name)));
  const [was = [], is = []] = [removed, added];
  if (was.length + is.length === 0) return;
  const kind = formatKind(was, is);
  yield differenceOf(pair, {
    kind,
    keyword: 'format',
    was: was.join(' and ') || 'any',
    is: is.join(' and ') || 'any',
  });
}

function formatKind(was: readonly string[], is: readonly string[]): SchemaKind {
  const [old, now] = [was, is].map((names) => names.some((name) => formatNamed(name) !== undefined));
  const isWithin = (inner = '', outer = '') => within.some(([a, b]) => a === inner && b === outer);
  if (old && now) {
    if (isWithin(was[0], is[0])) return 'format-generalized';
    return isWithin(is[0], was[0]) ? 'format-specialized' : 'format-changed';
  }
  // What is not judged allows any text.
  if (now) return was.length === 0 ? 'format-added' : 'format-specialized';
  if (old) return is.length === 0 ? 'format-removed' : 'format-generalized';
  if (was.length > 0 && is.length > 0) return 'format-cannot-be-compared';
  return is.length > 0 ? 'format-hint-added' : 'format-hint-removed';
}

function* comparePatterns(pair: Pair): Generator<Difference> {
  const was = onlyIn(pair.before.text.patterns, pair.after.text.patterns);
  const is = onlyIn(pair.after.text.patterns, pair.before.text.patterns);
  if (was.length + is.length === 0) return;
  for (const kind of patternKinds(was, is)) {
    yield differenceOf(pair, { kind, keyword: 'pattern', was: describe(was), is: describe(is) });
  }
}

function onlyIn(all: readonly RegExp[], others: readonly RegExp[]): readonly RegExp[] {
  return all.filter(({ source }) => others.every((other) => other.source !== source));
}

function describe(patterns: readonly RegExp[]): string {
  return patterns.map(({ source }) => source).join(' and ') || 'no pattern';
}

function patternKinds(was: readonly RegExp[], is: readonly RegExp[]): readonly SchemaKind[] {
  if (was.length === 0) return ['pattern-added'];
  if (is.length === 0) return ['pattern-removed'];
  const [isKept, isContained] = [includes(is, was), includes(was, is)];
  if (isKept === 'yes' && isContained === 'yes') return [];
  if (isKept === 'yes') return [isContained === 'no' ? 'pattern-generalized' : 'pattern-cannot-be-compared'];
  if (isContained === 'yes') return [isKept === 'no' ? 'pattern-specialized' : 'pattern-cannot-be-compared'];
  if (isKept === 'no' && isContained === 'no') return ['pattern-changed'];
  const known: SchemaKind[] = isKept === 'no' ? ['pattern-specialized'] : [];
  if (isContained === 'no') known.push('pattern-generalized');
  return [...known, 'pattern-cannot-be-compared'];
}

type Answer = 'yes' | 'no' | 'unknown';

/** Whether every text that matches all of `inner` matches all of `outer`. */
function includes(outer: readonly RegExp[], inner: readonly RegExp[]): Answer {
  const small = intersection(inner.flatMap((pattern) => languageOf(pattern) ?? []));
  const isSmallKnown = inner.every((pattern) => languageOf(pattern) !== undefined);
  const beyond = outer.map((pattern) => {
    const big = languageOf(pattern);
    return big === undefined ? undefined : textBeyond(big, small);
  });
  if (beyond.every((found) => found === 'none')) return 'yes';
  if (isSmallKnown && beyond.some((found) => typeof found === 'object')) return 'no';
  const texts = inner.flatMap(drawn).filter((text) => inner.every((pattern) => pattern.test(text)));
  return texts.some((text) => outer.some((pattern) => !pattern.test(text))) ? 'no' : 'unknown';
}
