/** The keywords that look at a value alone: type, enum, const, format, and those of texts. */
import { canonicalText, type Json, jsonTypeOf, sameJson, stringifyJson } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { remembered } from '../remembered.ts';
import type { Judge } from './context.ts';
import { demanding, present, violation } from './demand.ts';
import { formatNamed } from './formats.ts';
import { canTry } from './patterns.ts';
import { describeValue, inWords } from './violation.ts';

/** Of a value that has another type, no more is said. */
export function judgesOfAny(schema: Schema): readonly Judge[] {
  const others = present([listed(schema), constant(schema), formatted(schema)]);
  const { types } = schema;
  if (types === undefined) return others;
  const taken: ReadonlySet<string> = types.has('number') ? new Set([...types, 'integer']) : types;
  const typed = demanding<Json>(schema, {
    rule: 'type',
    holds: (value) => taken.has(jsonTypeOf(value)),
    expected: () => [...types].join(' or '),
  });
  if (others.length === 0) return [typed];
  return [
    (value, context) =>
      taken.has(jsonTypeOf(value)) ? others.every((judge) => judge(value, context)) : typed(value, context),
  ];
}

function listed(schema: Schema): Judge | undefined {
  const { enum: options } = schema;
  if (options === undefined) return undefined;
  return demanding(schema, {
    rule: 'enum',
    holds: (value) => isListed(options, value),
    expected: () => `one of ${listInWords(options)}`,
  });
}

function constant(schema: Schema): Judge | undefined {
  const { const: only } = schema;
  if (only === undefined) return undefined;
  return demanding(schema, {
    rule: 'const',
    holds: (value) => sameJson(only.value, value),
    expected: () => stringifyJson(only.value),
  });
}

function formatted(schema: Schema): Judge | undefined {
  const known = schema.format === undefined ? undefined : formatNamed(schema.format);
  if (known === undefined) return undefined;
  return demanding(schema, { rule: 'format', holds: known.accepts, expected: () => known.expected });
}

export function judgesOfString(schema: Schema): readonly Judge<string>[] {
  return present([notShort(schema), notLong(schema), matching(schema)]);
}

function notShort(schema: Schema): Judge<string> | undefined {
  const { minLength } = schema;
  if (minLength === undefined) return undefined;
  return demanding(schema, {
    rule: 'minLength',
    // A character has one unit or two.
    holds: (text) => text.length >= 2 * minLength || codePoints(text) >= minLength,
    expected: () => `a string of at least ${inWords(minLength, 'character')}`,
  });
}

function notLong(schema: Schema): Judge<string> | undefined {
  const { maxLength } = schema;
  if (maxLength === undefined) return undefined;
  return demanding(schema, {
    rule: 'maxLength',
    holds: (text) =>
      text.length <= maxLength || (text.length <= 2 * maxLength && codePoints(text) <= maxLength),
    expected: () => `a string of at most ${inWords(maxLength, 'character')}`,
  });
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function matching(schema: Schema): Judge<string> | undefined {
  const { pattern } = schema;
  if (pattern === undefined) return undefined;
  const refuse = (expected: string): Judge<string> => {
    return (value, context) =>
      context.run.report(() =>
        violation(schema, { rule: 'pattern', expected, received: describeValue(value) }, context),
      );
  };
  const unlike = refuse(`a string that matches ${pattern.source}`);
  const tooLong = refuse(`a string short enough to try ${pattern.source} on`);
  return (value, context) => {
    if (pattern.test(value)) return true;
    if (canTry(pattern, value)) return unlike(value, context);
    // What we cannot tell is no fault of an answer, and nothing to send.
    return context.run.direction === 'response' || tooLong(value, context);
  };
}

/** To go through so many takes no longer than to look one up. */
const FEW = 20;

function isListed(options: readonly Json[], value: Json): boolean {
  if (options.length <= FEW) return options.some((option) => sameJson(option, value));
  return textsOf(options).has(canonicalText(value));
}

const textsOf = remembered((options: readonly Json[]) => new Set(options.map(canonicalText)));

/** All that are listed, in a row. */
const listInWords = remembered((options: readonly Json[]) =>
  options.map((option) => stringifyJson(option)).join(', '),
);
