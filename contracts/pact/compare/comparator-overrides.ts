/**
 * Selects the results of the comparator that are reported in addition to the kit's own checks. The comparator coerces
 * types, rounds numbers and ignores servers; each reason below describes false positives. Results that no override
 * covers are reported unchanged.
 */
import { roundToDoubles } from '../../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { ComparatorResult } from './comparator.ts';
import type { ComparedInteraction } from './compared-interaction.ts';
import { childOf } from './document-lookup.ts';
import type { RawFinding } from './findings.ts';
import { parseRequestBody, requestMediaType } from './request-body.ts';

interface ComparatorOverride {
  readonly codes: RegExp;
  /** Why the result is dropped. */
  readonly reason: string;
  readonly applies: (subject: ComparedInteraction, result: ComparatorResult) => boolean;
}

const always = () => true;

export const comparatorOverrides: readonly ComparatorOverride[] = [
  {
    codes: /^request\.path-or-method\.unknown$/,
    reason: 'it ignores servers, checks only the type of path parameters, and does not name the invalid parameter',
    applies: always,
  },
  {
    codes: /^request\.(?:query|header)\.(?:incompatible|unknown)$/,
    reason: 'it splits at commas for every style, converts strings to numbers, and rounds integers',
    applies: always,
  },
  {
    codes: /^request\.(?:accept|content-type)\./,
    reason:
      'clients send these headers even if nothing is declared, and a pact omits headers that its consumer always sends',
    applies: always,
  },
  {
    codes: /^request\.authorization\.missing$/,
    reason: 'it ignores generators and cookies, and accepts one scheme where several are required together',
    applies: always,
  },
  {
    codes: /^request\.body\.(?:incompatible|unknown)$/,
    reason: 'the body was already validated here against the same schema, with exact integers and typed form fields',
    applies: (subject) => parseRequestBody(subject)?.kind === 'value' || requestMediaType(subject) === undefined,
  },
  {
    codes: /^request\.body\.incompatible$/,
    reason: 'it reads every form field as a string, whatever its schema type',
    applies: (_subject, { message }) => / must be (?:integer|number|boolean|object|array|null)/.test(message),
  },
  {
    codes: /^response\.(?:body|header|status|content-type)\./,
    reason:
      'it closes open objects, selects the media type by Accept, compares headers as strings, and ignores "default"',
    applies: always,
  },
  {
    codes: /\.unvalidatable$/,
    reason: 'it only reports that it cannot check',
    applies: always,
  },
];

/** Why a result is dropped; undefined if it is reported. */
function overrideReason(result: ComparatorResult, subject: ComparedInteraction): string | undefined {
  return comparatorOverrides.find(({ codes, applies }) => codes.test(result.code) && applies(subject, result))?.reason;
}

/** The results that are reported, with the comparator's texts. */
export function remainingFindings(
  results: readonly ComparatorResult[],
  subjects: ReadonlyMap<number, ComparedInteraction>,
  pact: PactFile,
): readonly (readonly [ComparedInteraction, RawFinding])[] {
  return results.flatMap((result) => {
    const subject = subjects.get(result.interaction);
    if (subject === undefined || overrideReason(result, subject) !== undefined) return [];
    return [[subject, toRawFinding(result, subject, pact)] as const];
  });
}

const severities = { error: 'error', warning: 'warning', info: 'unspecified' } as const;

function toRawFinding(result: ComparatorResult, subject: ComparedInteraction, pact: PactFile): RawFinding {
  const isUnable = result.code === 'comparator.unable';
  return {
    severity: severities[result.type],
    code: result.code,
    part: isUnable ? 'comparator' : result.code.split('.').slice(0, 2).join(' '),
    received: isUnable ? 'schemas that it cannot process' : 'the value in the pact',
    expected: result.message.replace(/^.* schema in the spec file: /, ''),
    pointer: isUnable
      ? subject.interaction.place.pointer
      : locationToPointer(withContent(result.pactLocation, pact), roundToDoubles(pact.value)),
    place: requestMediaType(subject)?.schema?.place ?? subject.operation.place,
  };
}

/** The comparator treats the content of a version 4 body as the body itself. */
function withContent(location: string, { interactions }: PactFile): string {
  const bodies = interactions.flatMap(({ request, response }) => [request.body, response.body]);
  return bodies.some((body) => body?.pointer.endsWith('/content'))
    ? location.replace(/(\.(?:request|response)\.body)(?=[.[]|$)/, '$1.content')
    : location;
}

/** The pact for the comparator: paths without the base paths of servers, which it ignores. */
export function comparatorPact(pact: PactFile, subjects: ReadonlyMap<number, ComparedInteraction>): JsonObject {
  const { interactions } = pact.value;
  if (!isJsonArray(interactions)) return pact.value;
  return {
    ...pact.value,
    interactions: interactions.map((entry, index) => {
      const subject = subjects.get(index);
      if (subject === undefined || !isJsonObject(entry) || !isJsonObject(entry.request)) return entry;
      return { ...entry, request: { ...entry.request, path: subject.path } };
    }),
  };
}

/** Converts a location to a JSON Pointer, as far as it can be resolved. */
function locationToPointer(location: string, pact: Json): string {
  return followLocation(pact, '', location.replace(/^\[root\]\.?/, ''));
}

function followLocation(value: Json, pointer: string, rest: string): string {
  const key = isJsonArray(value) ? /^\[?(\d+)/.exec(rest)?.[1] : longestKey(value, rest);
  const next = key === undefined ? undefined : childOf(value, key);
  if (key === undefined || next === undefined) return pointer;
  const remaining = isJsonArray(value) ? rest.replace(/^\[?\d+\]?\.?/, '') : rest.slice(key.length).replace(/^\./, '');
  return followLocation(next, joinPointer(pointer, key), remaining);
}

/** The comparator reports header names in lower case. */
function longestKey(value: Json, rest: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.keys(value)
    .filter((key) => key !== '' && rest.slice(0, key.length).toLowerCase() === key.toLowerCase())
    .filter((key) => rest.length === key.length || '.['.includes(rest.charAt(key.length)))
    .toSorted((a, b) => b.length - a.length)[0];
}
