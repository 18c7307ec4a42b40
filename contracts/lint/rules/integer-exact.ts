import { compareNumbers, isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { byPlace } from '../by-place.ts';
import type { LintRule } from '../rule.ts';
import { sitesOf } from '../schemas/sites.ts';

export const integerExact: LintRule = {
  id: 'integer-exact',
  severity: 'advice',
  holds: 'a 64-bit integer is bounded to what JavaScript holds exactly, or says how clients read it',
  title: 'JavaScript clients round this integer',
  why: 'JSON.parse changes integers beyond 9007199254740991 (2^53-1) without a word: another record is read or deleted. Set maximum: 9007199254740991, send it as a string, or say in the description how clients read it.',
  restsOn: 'RFC 8259, section 6 (numbers); RFC 7493 (I-JSON), section 2.2',
  most: 1,
  problems(contract) {
    if (isNoted(infoDescription(contract))) return [];
    const wide = sitesOf(contract).filter(({ flat }) => isWide(flat) && !isNoted(flat.description ?? ''));
    return byPlace(
      wide.map(({ subject, name, flat }) => ({
        subject,
        name,
        place: keywordPlace(flat, 'format'),
        expected: `a maximum or a note for ${name}`,
        received: `${flat.format}, up to ${flat.maximum ?? '2^63-1'}`,
      })),
    );
  },
};

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

function isWide({ types, format, maximum, exclusiveMaximum, ...flat }: Schema): boolean {
  const isInteger = types === undefined || types.has('integer') || types.has('number');
  if (!isInteger || !['int64', 'uint64'].includes(format ?? '')) return false;
  if (flat.enum !== undefined || flat.const !== undefined) return false;
  const isBounded = maximum !== undefined && compareNumbers(maximum, MAX_SAFE) <= 0;
  const isBelow = exclusiveMaximum !== undefined && compareNumbers(exclusiveMaximum, MAX_SAFE + 1) <= 0;
  return !isBounded && !isBelow;
}

/** The words that speak of it, whichever way is chosen. */
function isNoted(text: string): boolean {
  return /2\s*(?:\^|\*\*)\s*53|9007199254740991|MAX_SAFE|safe integer|big-?int\b|big integer|javascript|precision|64[- ]bit|lossless/i.test(
    text,
  );
}

function infoDescription({ document }: Contract): string {
  const { info } = document;
  const text = isJsonObject(info) ? info['description'] : undefined;
  return typeof text === 'string' ? text : '';
}
