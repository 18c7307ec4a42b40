/** JSON values in chosen spellings, which `JSON.stringify` does not offer. */
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { memoizeString } from '../../../../spec/memoize.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { rawRequestSpec } from '../../request/build-request-spec.ts';
import { splitTextAround } from '../../request/values/alternative-values.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { freshBodyWith, type MutationPoint } from './mutation-points.ts';

export interface JsonSpelling {
  /** The text in the JSON. */
  readonly spelling: string;
  /** The value of the text; undefined where no JavaScript value represents it. */
  readonly value: Json | undefined;
}

export function spelledRequestSpec(
  baseline: BaselineRequest,
  point: MutationPoint,
  { spelling, value }: JsonSpelling,
  fresh: FreshValues,
): RequestSpec {
  const body = freshBodyWith(point, value ?? null, fresh);
  const [before = '', after = ''] = splitTextAround(body, point.path) ?? [];
  const jsonValue = value === undefined ? undefined : replaceAt(body, point.path, value);
  return rawRequestSpec(baseline, { content: `${before}${spelling}${after}`, jsonValue });
}

/** Escapes every letter and every character beyond ASCII in texts and keys as `\\u`. */
export function escapeAllStrings(value: Json): string {
  return stringifyJson(value).replace(/"(?:[^"\\]|\\.)*"/g, escapeText);
}

/** Existing escapes stay unchanged. */
function escapeText(text: string): string {
  return text.replace(/\\u[0-9a-f]{4}|\\.|[A-Za-z]|[^\x00-\x7f]/g, escapeUnit);
}

const escapeUnit = memoizeString((unit) =>
  unit.startsWith('\\') ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
