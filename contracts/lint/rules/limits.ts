/** Values without a limit, or beyond what clients can represent. */
import { compareNumbers, isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import { findFormat } from '../../../spec/validation/formats.ts';
import { type LintProblem, type LintRule, uniqueByPlace } from '../lint-rule.ts';
import { collectSchemas } from '../schemas/collect-schemas.ts';
import { collectLocations } from '../schemas/schema-locations.ts';

export const integerHasRange: LintRule = {
  id: 'integer-has-range',
  severity: 'warning',
  isMinor: true,
  invariant: 'every integer in a request has a range: a format, a minimum or a maximum',
  title: 'An integer in a request has no range',
  why: 'An integer with a thousand digits is valid, but no implementation accepts it. Set format: int32 or int64, or minimum and maximum.',
  references: 'OpenAPI, Data Types (int32, int64); RFC 8259, section 6 (numbers)',
  maxFindings: 1,
  problems: (contract) =>
    findUnbounded(contract, {
      expected: 'a range for',
      received: 'any integer',
      isUnbounded: isUnboundedInteger,
    }),
};

function isUnboundedInteger({ types, format, ...flat }: Schema): boolean {
  if (types?.has('integer') !== true || format !== undefined) return false;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat;
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum, flat.enum, flat.const];
  return limits.every((limit) => limit === undefined);
}

export const stringHasLimit: LintRule = {
  id: 'string-has-limit',
  severity: 'warning',
  isMinor: true,
  invariant: 'every string in a request has a limit: maxLength, pattern, enum or format',
  title: 'A string in a request has no limit',
  why: 'It is unclear which strings must be accepted: a name of a million characters is valid, and an implementation that rejects it violates the contract. Set maxLength (and minLength: 1 if it must not be empty), or a pattern, enum or format.',
  references: 'JSON Schema Validation 2020-12, section 6.3 (maxLength, pattern)',
  maxFindings: 1,
  problems: (contract) =>
    findUnbounded(contract, { expected: 'a limit on', received: 'any string', isUnbounded: isUnboundedString }),
};

function isUnboundedString({ types, format, pattern, maxLength, ...flat }: Schema): boolean {
  if (types?.has('string') !== true) return false;
  if (flat.enum !== undefined || flat.const !== undefined || flat.not !== undefined) return false;
  return pattern === undefined && maxLength === undefined && !isLimitingFormat(format);
}

/** Formats that the validator knows limit a value; so does `binary`, whose values are files. */
function isLimitingFormat(format: string | undefined): boolean {
  return format !== undefined && (findFormat(format) !== undefined || format === 'binary');
}

/** The text for what is missing, such as `a limit on`, and for what is allowed without it. */
interface UnboundedCheck {
  readonly expected: string;
  readonly received: string;
  isUnbounded(schema: Schema): boolean;
}

/** One problem for each place where such a schema is used. */
function findUnbounded(contract: Contract, { expected, received, isUnbounded }: UnboundedCheck): Iterable<LintProblem> {
  const unbounded = collectLocations(contract).filter(
    ({ direction, flat }) => direction === 'request' && isUnbounded(flat),
  );
  return uniqueByPlace(
    unbounded.map(({ subject, name, flat }) => ({
      subject,
      name,
      place: flat.place,
      expected: `${expected} ${name}`,
      received,
    })),
  );
}

export const patternAnchored: LintRule = {
  id: 'pattern-anchored',
  severity: 'warning',
  invariant: 'a pattern that describes a whole string is anchored with ^ and $',
  title: 'A pattern is not anchored',
  why: 'A pattern matches anywhere in the string: [a-z]+ accepts "42 x". Add ^ before and $ after the pattern of the whole string.',
  references: 'JSON Schema Validation 2020-12, section 6.3.3 (pattern): patterns are not anchored',
  *problems(contract) {
    for (const { subject, name, schema } of collectSchemas(contract)) {
      const source = schema.pattern?.source;
      if (source === undefined || !needsAnchors(source)) continue;
      yield {
        subject,
        place: toKeywordPlace(schema, 'pattern'),
        expected: `^ and $ around the pattern of ${name}`,
        received: source,
      };
    }
  },
};

/**
 * A pattern that repeats a character class describes the whole text; a single class or word may be meant to match
 * anywhere.
 */
function needsAnchors(source: string): boolean {
  if (/[\^$]|\\[bB]|\(\?[=!<]/.test(source.replaceAll(/\[\^?[^\]]*\]|\\[\^$]/g, '[]'))) return false;
  return /(?:\[(?:[^\]\\]|\\.)*\]|\\[dw])(?:[+*]|\{\d+(?:,\d*)?\})/.test(source);
}

export const integerSafe: LintRule = {
  id: 'integer-safe',
  severity: 'warning',
  invariant:
    'a 64-bit integer is limited to the safe integers of JavaScript, or its description says how clients read it',
  title: 'JavaScript clients round this integer',
  why: 'JSON.parse silently rounds integers beyond 9007199254740991 (2^53-1): another record is read or deleted. Set maximum: 9007199254740991, send it as a string, or say in the description how clients read it.',
  references: 'RFC 8259, section 6 (numbers); RFC 7493 (I-JSON), section 2.2',
  maxFindings: 1,
  problems(contract) {
    if (mentionsPrecision(infoDescription(contract))) return [];
    const wide = collectLocations(contract).filter(
      ({ flat }) => exceedsSafeInteger(flat) && !mentionsPrecision(flat.description ?? ''),
    );
    return uniqueByPlace(
      wide.map(({ subject, name, flat }) => ({
        subject,
        name,
        place: toKeywordPlace(flat, 'format'),
        expected: `a maximum or a note for ${name}`,
        received: `${flat.format}, up to ${flat.maximum ?? '2^63-1'}`,
      })),
    );
  },
};

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

function exceedsSafeInteger({ types, format, maximum, exclusiveMaximum, ...flat }: Schema): boolean {
  const isInteger = types === undefined || types.has('integer') || types.has('number');
  if (!isInteger || !['int64', 'uint64'].includes(format ?? '')) return false;
  if (flat.enum !== undefined || flat.const !== undefined) return false;
  const isBounded = maximum !== undefined && compareNumbers(maximum, MAX_SAFE) <= 0;
  const isBelow = exclusiveMaximum !== undefined && compareNumbers(exclusiveMaximum, MAX_SAFE + 1) <= 0;
  return !isBounded && !isBelow;
}

/** Words that show that the description covers precision, whichever solution it names. */
function mentionsPrecision(text: string): boolean {
  return /2\s*(?:\^|\*\*)\s*53|9007199254740991|MAX_SAFE|safe integer|big-?int\b|big integer|javascript|precision|64[- ]bit|lossless/i.test(
    text,
  );
}

function infoDescription({ document }: Contract): string {
  const { info } = document;
  const text = isJsonObject(info) ? info['description'] : undefined;
  return typeof text === 'string' ? text : '';
}
