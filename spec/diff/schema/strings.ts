/** Compares strings: length, format and pattern. */
import { findFormat } from '../../validation/formats.ts';
import type { Constraints } from '../constraints/constraints.ts';
import { includesAllStrings } from '../constraints/string-language.ts';
import { findStringOutside } from '../patterns/pattern-inclusion.ts';
import { intersection, toLanguage } from '../patterns/pattern-language.ts';
import { sampleStrings } from '../patterns/sample-strings.ts';
import { getEffect, type SchemaKind } from '../rules/schema-rules.ts';
import { declaresAsContent } from './contents.ts';
import { type ConstraintsPair, createDifference, type Difference } from './difference.ts';
import { type CountRange, compareLimits, lengthLimit } from './limits.ts';

export function compareStringConstraints(pair: ConstraintsPair): readonly Difference[] {
  const found = [...compareStringKeywords(pair)];
  return found.length === 0 ? [] : withoutImplied(pair, found);
}

/** Removes differences without effect, because another unchanged keyword implies them. */
function withoutImplied({ before, after }: ConstraintsPair, found: readonly Difference[]): readonly Difference[] {
  const isKept = includesAllStrings(after, before);
  const isContained = includesAllStrings(before, after);
  const remaining = found.filter(
    ({ effect }) => !((isKept && effect === 'narrower') || (isContained && effect === 'wider')),
  );
  if (isKept && isContained) return remaining.filter((one) => one.effect === 'none' || isFormatHint(one));
  return isKept || isContained ? remaining.map((one) => resolveUndecided(one, isKept)) : remaining;
}

/** Excludes no string, but may still be significant for clients. */
function isFormatHint({ kind }: Difference): boolean {
  return kind === 'format-cannot-be-compared';
}

/** Decides a difference whose effect was unclear or both. */
function resolveUndecided(one: Difference, isKept: boolean): Difference {
  if ((one.effect !== 'both' && one.effect !== 'unclear') || isFormatHint(one)) return one;
  const name = one.kind.startsWith('format') ? 'format' : 'pattern';
  const kind: SchemaKind = isKept ? `${name}-generalized` : `${name}-specialized`;
  return { ...one, kind, effect: getEffect(kind) };
}

function* compareStringKeywords(pair: ConstraintsPair): Generator<Difference> {
  const formatAndPattern = [...compareFormats(pair), ...comparePatterns(pair)];
  yield* formatAndPattern;
  // Length changes implied by format and pattern are already reported under their names.
  const [was, is] = [pair.before.string, pair.after.string];
  const [before, after] = formatAndPattern.length === 0 ? [was, is] : declaredLengths(pair);
  const isMinImplied = after.min > before.min ? after.min <= was.min : before.min <= is.min;
  const isMaxImplied = after.max < before.max ? after.max >= was.max : before.max >= is.max;
  const effective = {
    min: isMinImplied ? after.min : before.min,
    max: isMaxImplied ? after.max : before.max,
  };
  yield* compareLimits(pair, lengthLimit, effective, after);
}

function declaredLengths({ before, after }: ConstraintsPair): readonly [CountRange, CountRange] {
  const readLengths = ({ sources }: Constraints): CountRange => ({
    min: Math.max(0, ...sources.map((schema) => schema.minLength ?? 0)),
    max: Math.min(...sources.map((schema) => schema.maxLength ?? Infinity)),
  });
  return [readLengths(before), readLengths(after)];
}

/** Each value of the first format is also valid for the second. */
const formatSubsets: readonly (readonly [inner: string, outer: string])[] = [
  ['uri', 'uri-reference'],
  ['uri', 'uri-template'],
];
/** Formats for display, which do not constrain the value. */
const displayFormats = new Set(['password', 'textarea', 'markdown', 'html']);

function* compareFormats(pair: ConstraintsPair): Generator<Difference> {
  const [was, is] = [formatsOnlyIn(pair.before, pair.after), formatsOnlyIn(pair.after, pair.before)];
  if (was.length + is.length === 0) return;
  const kind = formatChangeKind(was, is);
  yield createDifference(pair, {
    kind,
    keyword: 'format',
    was: was.join(' and ') || 'any',
    is: is.join(' and ') || 'any',
  });
}

function formatsOnlyIn(one: Constraints, other: Constraints): readonly string[] {
  return [...one.formats.difference(other.formats)].filter(
    (name) => !displayFormats.has(name) && !declaresAsContent(other, name),
  );
}

function formatChangeKind(was: readonly string[], is: readonly string[]): SchemaKind {
  const [hadKnownFormat, hasKnownFormat] = [was, is].map((names) =>
    names.some((name) => findFormat(name) !== undefined),
  );
  const isWithin = (inner = '', outer = '') => formatSubsets.some(([a, b]) => a === inner && b === outer);
  if (hadKnownFormat && hasKnownFormat) {
    if (isWithin(was[0], is[0])) return 'format-generalized';
    return isWithin(is[0], was[0]) ? 'format-specialized' : 'format-changed';
  }
  // An unknown format allows any string.
  if (hasKnownFormat) return was.length === 0 ? 'format-added' : 'format-specialized';
  if (hadKnownFormat) return is.length === 0 ? 'format-removed' : 'format-generalized';
  if (was.length > 0 && is.length > 0) return 'format-cannot-be-compared';
  return is.length > 0 ? 'format-hint-added' : 'format-hint-removed';
}

function* comparePatterns(pair: ConstraintsPair): Generator<Difference> {
  const was = patternsOnlyIn(pair.before.string.patterns, pair.after.string.patterns);
  const is = patternsOnlyIn(pair.after.string.patterns, pair.before.string.patterns);
  if (was.length + is.length === 0) return;
  for (const kind of patternChangeKinds(was, is)) {
    yield createDifference(pair, {
      kind,
      keyword: 'pattern',
      was: describePatterns(was),
      is: describePatterns(is),
    });
  }
}

function patternsOnlyIn(all: readonly RegExp[], others: readonly RegExp[]): readonly RegExp[] {
  return all.filter(({ source }) => others.every((other) => other.source !== source));
}

function describePatterns(patterns: readonly RegExp[]): string {
  return patterns.map(({ source }) => source).join(' and ') || 'no pattern';
}

function patternChangeKinds(was: readonly RegExp[], is: readonly RegExp[]): readonly SchemaKind[] {
  if (was.length === 0) return ['pattern-added'];
  if (is.length === 0) return ['pattern-removed'];
  const [isKept, isContained] = [decideInclusion(is, was), decideInclusion(was, is)];
  if (isKept === 'yes' && isContained === 'yes') return [];
  if (isKept === 'yes') return [isContained === 'no' ? 'pattern-generalized' : 'pattern-cannot-be-compared'];
  if (isContained === 'yes') return [isKept === 'no' ? 'pattern-specialized' : 'pattern-cannot-be-compared'];
  if (isKept === 'no' && isContained === 'no') return ['pattern-changed'];
  const kinds: SchemaKind[] = isKept === 'no' ? ['pattern-specialized'] : [];
  if (isContained === 'no') kinds.push('pattern-generalized');
  return [...kinds, 'pattern-cannot-be-compared'];
}

type Decision = 'yes' | 'no' | 'unknown';

/** Whether every string that matches all of `inner` matches all of `outer`. */
function decideInclusion(outer: readonly RegExp[], inner: readonly RegExp[]): Decision {
  const innerLanguage = intersection(inner.flatMap((pattern) => toLanguage(pattern) ?? []));
  const isInnerKnown = inner.every((pattern) => toLanguage(pattern) !== undefined);
  const outside = outer.map((pattern) => {
    const outerLanguage = toLanguage(pattern);
    return outerLanguage === undefined ? undefined : findStringOutside(outerLanguage, innerLanguage);
  });
  if (outside.every((found) => found === 'none')) return 'yes';
  if (isInnerKnown && outside.some((found) => typeof found === 'object')) return 'no';
  const samples = inner.flatMap(sampleStrings).filter((text) => inner.every((pattern) => pattern.test(text)));
  return samples.some((text) => outer.some((pattern) => !pattern.test(text))) ? 'no' : 'unknown';
}
