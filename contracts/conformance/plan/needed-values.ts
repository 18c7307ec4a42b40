/** Which values the user has to supply, so that an operation whose valid requests are rejected can be tested. */
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { parameterNames } from '../../../spec/resources/path-templates.ts';
import type { NeededValue } from '../../report/stage-report.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { isReferenceName } from '../request/values/unknown-values.ts';
import { findLocations } from '../request/values/value-locations.ts';
import { pathItems } from '../stateful/model/path-items.ts';

/** How the valid request was rejected. */
export interface RejectedRequest {
  readonly status: number;
  /** Of the response, masked. */
  readonly text: string;
}

/** None where the status says that no value is the cause. */
export function findNeededValues(baseline: BaselineRequest, rejected: RejectedRequest): readonly NeededValue[] {
  const { status } = rejected;
  const note = `${status}`;
  const hasBody = baseline.body !== undefined || baseline.payloads.length > 0;
  // What a log in rejects is not a credential of the request, but its body.
  if (status === 401 && baseline.schemes.length === 0 && hasBody) return [needed('body', '', note, sampleOf(baseline))];
  if (!VALUE_STATUSES.has(status)) return [];
  const named = namesIn(rejected.text);
  const inPath = pathNames(baseline);
  const properties = propertyNames(baseline);
  const mentioned = properties.filter((name) => named.has(lastName(name).toLowerCase()));
  const references = properties.filter((name) => isReferenceName(lastName(name)));
  const queries = baseline.operation.parameters.filter(
    ({ in: location, name, required, isSupplied }) =>
      location !== 'path' && isSupplied !== true && (required || named.has(name.toLowerCase())),
  );
  const toParameters = (names: readonly string[]) => names.map((name) => needed('parameter', name, note));
  const toProperties = (names: readonly string[]) => names.map((name) => needed('property', name, note));
  // A 404 is about the record that the path names, where it names one.
  if (inPath.length > 0 && (status === 404 || status === 410)) return toParameters(inPath);
  // A response that repeats the whole request names no cause.
  if (mentioned.length > 0 && (mentioned.length < properties.length || mentioned.length === 1))
    return toProperties(mentioned);
  if (queries.length > 0 && !hasBody) return toParameters(queries.map(({ name }) => name));
  if (references.length > 0) return toProperties(references);
  if (hasBody) return [needed('body', '', note, sampleOf(baseline))];
  return toParameters(inPath);
}

/** Not one that the user has supplied, which may contain secrets. */
function sampleOf({ body }: BaselineRequest): Pick<NeededValue, 'sample'> {
  const { isSupplied = false, suppliedProperties } = body?.media ?? {};
  return body === undefined || isSupplied || suppliedProperties !== undefined
    ? {}
    : { sample: stringifyJson(body.full) };
}

/** Others are about credentials, methods, media types or rates. */
const VALUE_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 409, 410, 412, 422]);

/** The name of a record that the run may change. */
export function neededRecord(baseline: BaselineRequest): readonly NeededValue[] {
  const name = pathItems(baseline.operation.path).at(-1)?.name;
  return name === undefined ? [] : [needed('parameter', name, OWN_RECORD)];
}

/** Another record is not enough. */
export const OWN_RECORD = 'one that the run may change';

function needed(
  kind: NeededValue['kind'],
  name: string,
  note: string,
  sample: Pick<NeededValue, 'sample'> = {},
): NeededValue {
  return { kind, name, note, ...sample };
}

function pathNames({ operation }: BaselineRequest): readonly string[] {
  return parameterNames(operation.path);
}

/** Of the scalars, as they are addressed in plant-store.yaml. */
function propertyNames({ body }: BaselineRequest): readonly string[] {
  if (body === undefined) return [];
  const names = [...findLocations(body.schema, body.full)]
    .filter(({ path, value }) => typeof value !== 'object' && typeof path.at(-1) === 'string')
    .map(({ path }) => path.filter((part) => typeof part === 'string').join('.'));
  return [...new Set(names)];
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The words of a response that may be names, in lower case. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set((text.match(/[A-Za-z_][\w-]*/g) ?? []).map((word) => word.toLowerCase()));
}
