/** The texts that demands allow, as far as that is a language: pattern, length and format may say the same. */
import { findFormat } from '../../validation/formats.ts';
import { findStringOutside } from '../patterns/pattern-inclusion.ts';
import { intersection, type Language, toLanguage } from '../patterns/pattern-language.ts';
import { alternatives, anyString, literalString } from '../patterns/pattern-tree.ts';
import type { Constraints } from './constraints.ts';

/** Whether every text that the inner demands allow is one of the outer, as far as that can be decided. */
export function includesAllStrings(outer: Constraints, inner: Constraints): boolean {
  const outerLanguage = exactLanguage(outer, inner.formats);
  // Around the inner demands there is more than they allow: a text beyond shows nothing.
  return outerLanguage !== undefined && findStringOutside(outerLanguage, supersetLanguage(inner)) === 'none';
}

/** Whether there are no texts but some of these. */
export function allowsOnlyStrings(strings: readonly string[], constraints: Constraints): boolean {
  const listed: Language = { all: [alternatives(strings.map(literalString))], none: [] };
  return findStringOutside(listed, supersetLanguage(constraints)) === 'none';
}

/** The texts that the demands allow, `formats` being known to be met; undefined where these are no language. */
function exactLanguage(constraints: Constraints, formats: ReadonlySet<string>): Language | undefined {
  const { string } = constraints;
  const named = [...constraints.formats.difference(formats)].filter((name) => findFormat(name) !== undefined);
  const parts = [...string.patterns.map(toLanguage), ...named.map((name) => exactFormats.get(name))];
  const languages = parts.filter((part) => part !== undefined);
  if (languages.length < parts.length) return undefined;
  return intersection([...languages, lengthLanguage(string)]);
}

/** All texts that the demands allow, and perhaps more. */
function supersetLanguage({ string, formats }: Constraints): Language {
  const languages = string.patterns.map(toLanguage);
  const named = [...formats].map((name) => supersetFormats.get(name));
  return intersection([...languages, ...named, lengthLanguage(string)].filter((part) => part !== undefined));
}

function lengthLanguage({ min, max }: Constraints['string']): Language {
  return { all: min === 0 && max === Infinity ? [] : [anyString(min, max)], none: [] };
}

const uuid = /^[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}$/;

/** What every value of the format matches. */
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
