/** The texts that demands allow, as far as that is a language: pattern, length and format may say the same. */
import { formatNamed } from '../../validation/formats.ts';
import { textBeyond } from '../patterns/pattern-inclusion.ts';
import { intersection, type Language, languageOf } from '../patterns/pattern-language.ts';
import { anyText, either, exactly } from '../patterns/pattern-tree.ts';
import type { Demands } from './demands.ts';

/** Whether every text that the inner demands allow is one of the outer, as far as that can be decided. */
export function includesTexts(outer: Demands, inner: Demands): boolean {
  const asked = languageAsked(outer, inner.formats);
  // Around the inner demands there is more than they allow: a text beyond shows nothing.
  return asked !== undefined && textBeyond(asked, languageAround(inner)) === 'none';
}

/** Whether there are no texts but some of these. */
export function isOneOf(texts: readonly string[], demands: Demands): boolean {
  const listed: Language = { all: [either(texts.map(exactly))], none: [] };
  return textBeyond(listed, languageAround(demands)) === 'none';
}

/** The texts that the demands allow, `formats` being known to be met; undefined where these are no language. */
function languageAsked(demands: Demands, formats: ReadonlySet<string>): Language | undefined {
  const { text } = demands;
  const named = [...demands.formats.difference(formats)].filter((name) => formatNamed(name) !== undefined);
  const parts = [...text.patterns.map(languageOf), ...named.map((name) => exactFormats.get(name))];
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return intersection([...known, lengths(text)]);
}

/** All texts that the demands allow, and perhaps more. */
function languageAround({ text, formats }: Demands): Language {
  const known = text.patterns.map(languageOf);
  const named = [...formats].map((name) => widerFormats.get(name));
  return intersection([...known, ...named, lengths(text)].filter((part) => part !== undefined));
}

function lengths({ min, max }: Demands['text']): Language {
  return { all: min === 0 && max === Infinity ? [] : [anyText(min, max)], none: [] };
}

const uuid = /^[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}$/;

/** What every value of the format matches. */
const widerFormats = languagesOf([
  ['uuid', uuid],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}[Tt\s]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/],
  ['ipv4', /^\d{1,3}(?:\.\d{1,3}){3}$/],
]);

const exactFormats = languagesOf([['uuid', uuid]]);

function languagesOf(
  formats: readonly (readonly [string, RegExp])[],
): ReadonlyMap<string, Language | undefined> {
  return new Map(formats.map(([name, pattern]) => [name, languageOf(pattern)]));
}
