/** Values as they are written, which `JSON.stringify` leaves no choice of. */
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { memoizeString } from '../../../../spec/memoize.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { rawRequestSpec } from '../../request/build-request-spec.ts';
import { splitTextAround } from '../../request/values/alternative-values.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { freshBodyWith, type MutationPoint } from './mutation-points.ts';

export interface JsonSpelling {
  /** As it stands in the JSON. */
  readonly spelling: string;
  /** What it means; undefined where no value of ours does. */
  readonly value: Json | undefined;
}

export function spelledRequestSpec(
  baseline: BaselineRequest,
  point: MutationPoint,
  { spelling, value }: JsonSpelling,
  fresh: FreshValues,
): RequestSpec {
  const body = freshBodyWith(point, null, fresh);
  const [before = '', after = ''] = splitTextAround(body, point.path) ?? [];
  const jsonValue = value === undefined ? undefined : replaceAt(body, point.path, value);
  return rawRequestSpec(baseline, { content: `${before}${spelling}${after}`, jsonValue });
}

/** Every letter, and whatever is not ASCII, of every text as a `\\u` escape; keys included. */
export function escapeAllStrings(value: Json): string {
  return stringifyJson(value).replace(/"(?:[^"\\]|\\.)*"/g, escapeText);
}

/** What is an escape already stays as it is. */
function escapeText(text: string): string {
  return text.replace(/\\u[0-9a-f]{4}|\\.|[A-Za-z]|[^\x00-\x7f]/g, escapeUnit);
}

const escapeUnit = memoizeString((unit) =>
  unit.startsWith('\\') ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
