/** The language of the strings that constraints allow: pattern, length and format may be equivalent. */
import { findFormat } from '../../validation/formats.ts';
import { findStringOutside } from '../patterns/pattern-inclusion.ts';
import { intersection, type Language, toLanguage } from '../patterns/pattern-language.ts';
import { alternatives, anyString, literalString } from '../patterns/pattern-tree.ts';
import type { Constraints } from './constraints.ts';

/** Whether the outer constraints allow every string that the inner ones allow, as far as this is decidable. */
export function includesAllStrings(outer: Constraints, inner: Constraints): boolean {
  const outerLanguage = exactLanguage(outer, inner.formats);
  // The superset may contain strings that the inner constraints reject, so a string outside proves nothing.
  return outerLanguage !== undefined && findStringOutside(outerLanguage, supersetLanguage(inner)) === 'none';
}

/** Whether the constraints allow no strings other than these. */
export function allowsOnlyStrings(strings: readonly string[], constraints: Constraints): boolean {
  const listed: Language = { all: [alternatives(strings.map(literalString))], none: [] };
  return findStringOutside(listed, supersetLanguage(constraints)) === 'none';
}

/** The exact language of the constraints, if `formats` are already satisfied; undefined if it is not regular. */
function exactLanguage(constraints: Constraints, formats: ReadonlySet<string>): Language | undefined {
  const { string } = constraints;
  const named = [...constraints.formats.difference(formats)].filter((name) => findFormat(name) !== undefined);
  const parts = [...string.patterns.map(toLanguage), ...named.map((name) => exactFormats.get(name))];
  const languages = parts.filter((part) => part !== undefined);
  if (languages.length < parts.length) return undefined;
  return intersection([...languages, lengthLanguage(string)]);
}

/** A language that contains all strings that the constraints allow, and perhaps more. */
function supersetLanguage({ string, formats }: Constraints): Language {
  const languages = string.patterns.map(toLanguage);
  const named = [...formats].map((name) => supersetFormats.get(name));
  return intersection([...languages, ...named, lengthLanguage(string)].filter((part) => part !== undefined));
}

function lengthLanguage({ min, max }: Constraints['string']): Language {
  return { all: min === 0 && max === Infinity ? [] : [anyString(min, max)], none: [] };
}

const uuid = /^[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}$/;

/** Patterns that every value of the format matches. */
const supersetFormats = formatLanguages([
  ['uuid', uuid],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}[Tt\s]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/],
  ['ipv4', /^\d{1,3}(?:\.\d{1,3}){3}$/],
]);

const exactFormats = formatLanguages([['uuid', uuid]]);

function formatLanguages(formats: readonly (readonly [string, RegExp])[]): ReadonlyMap<string, Language | undefined> {
  return new Map(formats.map(([name, pattern]) => [name, toLanguage(pattern)]));
}
