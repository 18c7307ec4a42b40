/** The order of two values, where every implementation has the same. */
import { compareNumbers, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';

/** Positive where every usual order puts the first value behind the second; 0 where orders may differ. */
export function compareIfUnambiguous(one: Json | undefined, other: Json | undefined): number {
  if (isNumeric(one) && isNumeric(other)) return compareNumbers(one, other);
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  if (ISO_DATE.test(one) && ISO_DATE.test(other)) return Math.sign(Date.parse(one) - Date.parse(other)) || 0;
  return compareTexts(...withoutSameWords(one, other));
}

/** The first value that is certainly behind its place. Without a direction, either one is correct. */
export function findDisorder(
  values: readonly (Json | undefined)[],
  direction: 'up' | 'down' | undefined,
): number | undefined {
  const firstWith = (sign: 1 | -1) => {
    const index = values.findIndex((value, at) => at > 0 && compareIfUnambiguous(values[at - 1], value) * sign > 0);
    return index < 0 ? undefined : index;
  };
  const [ascending, descending] = [firstWith(1), firstWith(-1)];
  if (direction !== undefined) return direction === 'up' ? ascending : descending;
  return descending === undefined ? undefined : ascending;
}

/**
 * The same for an order that the contract states. Concurrent requests may be stored in another order than that of their
 * times: those count where they differ by a second, or where the whole list is the other way round.
 */
export function findStatedDisorder(
  values: readonly (Json | undefined)[],
  direction: 'up' | 'down' | undefined,
): number | undefined {
  const times = values.flatMap((value) => (typeof value === 'string' && ISO_DATE.test(value) ? Date.parse(value) : []));
  if (times.length < values.length || direction === undefined) return findDisorder(values, direction);
  const backwards = times
    .slice(1)
    .map((time, index) => (time - (times[index] ?? time)) * (direction === 'up' ? -1 : 1));
  const isReversed = backwards.every((step) => step >= 0) && new Set(times).size >= MIN_TIMES;
  const index = backwards.findIndex((step) => step >= (isReversed ? 1 : CLEAR_STEP_MS));
  return index < 0 ? undefined : index + 1;
}

const CLEAR_STEP_MS = 1_000;

/** Fewer may be reversed by coincidence. */
const MIN_TIMES = 4;

function compareTexts(one: string, other: string): number {
  const kinds = [sortsUnambiguously, sortsUnambiguouslyAsName, isNumberOfOneDigit, isPlainLetter];
  const isUnambiguous = kinds.some((is) => is(one) && is(other));
  return isUnambiguous ? one.charCodeAt(0) - other.charCodeAt(0) : compareCodes(one, other);
}

/** `204B` and `317A`: codes of the same shape whose first difference is a digit; numbers in a text have the same length. */
function compareCodes(one: string, other: string): number {
  const [shape, otherShape] = [one, other].map((text) => text.replaceAll(/\d/g, '0').replaceAll(/[A-Z]/g, 'A'));
  if (shape !== otherShape || !/^[\dA-Z._-]+$/.test(one)) return 0;
  const first = [...one].findIndex((character, index) => character !== other[index]);
  return first >= 0 && shape?.[first] === '0' ? one.charCodeAt(first) - other.charCodeAt(first) : 0;
}

/** What follows the words that both begin with: the 1 and the 2 of `seed 1` and `seed 2`. */
function withoutSameWords(one: string, other: string): readonly [string, string] {
  const [words, otherWords] = [one.split(' '), other.split(' ')];
  const first = words.findIndex((word, index) => word !== otherWords[index]);
  return first < 1 ? [one, other] : [words.slice(first).join(' '), otherWords.slice(first).join(' ')];
}

function isNumberOfOneDigit(text: string): boolean {
  return /^\d(?!\d)/.test(text);
}

/** Alone; letters behind these have other places in some languages. */
function isPlainLetter(text: string): boolean {
  return /^[a-hj-r]$/.test(text);
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** The first letter sorts identically in every language, alone and with the second letter (Danish aa, Czech ch, ...). */
function sortsUnambiguously(text: string): boolean {
  return /^[befikmoprtuvx][aeiou]/.test(text);
}

/** The same with a capital; some orders have all capitals before the small letters, so only two of them compare. */
function sortsUnambiguouslyAsName(text: string): boolean {
  return /^[BEFIKMOPRTUVX][aeiou]/.test(text);
}
