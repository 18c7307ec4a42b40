/** Replacements that omit the optional properties of a record, and what makes their effect visible. */
import { isEqualJson, isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { isIdentifier, isVersion } from '../../request/values/identifier-names.ts';
import { flattenSchemaFor } from '../../request/values/value-locations.ts';
import { getProperty } from '../model/response-records.ts';
import { createChangeRequest } from './alternative-values.ts';
import { withPathValues } from './record-requests.ts';

/** The last replacement with items in empty arrays, and with other flags than the defaults; undefined if it has them. */
export function omittableRequestSpec(
  baseline: BaselineRequest,
  record: KnownRecord,
  fresh: FreshValues,
): RequestSpec | undefined {
  const recordBaseline = withPathValues(baseline, record.pathValues);
  const { body } = recordBaseline ?? {};
  const last = record.writes.at(-1);
  const sent = last?.kind === 'replace' ? last.requestSpec.value : undefined;
  if (recordBaseline === undefined || body === undefined || sent === undefined || !isJsonObject(sent)) return undefined;
  const { properties } = flattenSchema(body.schema);
  const members = Object.entries(sent).map(([name, value]): readonly [string, Json] => {
    const isEmpty = isJsonArray(value) && value.length === 0;
    if (isEmpty) return [name, getProperty(body.full, name) ?? value];
    const declared = typeof value === 'boolean' ? properties.get(name) : undefined;
    const isDefault = declared !== undefined && flattenSchema(declared).default?.value === value;
    return [name, isDefault ? value !== true : value];
  });
  const value = Object.fromEntries(members);
  if (isEqualJson(value, sent) || !isValid(body.schema, value, 'request')) return undefined;
  return createChangeRequest(recordBaseline, record, value, fresh);
}

/** The properties that are required, as the last request sent them; undefined when there are no others. */
export function requiredRequestSpec(
  baseline: BaselineRequest,
  record: KnownRecord,
  fresh: FreshValues,
): RequestSpec | undefined {
  const recordBaseline = withPathValues(baseline, record.pathValues);
  const sent = record.writes.at(-1)?.requestSpec.value;
  const { body } = recordBaseline ?? {};
  if (
    recordBaseline === undefined ||
    body === undefined ||
    fresh.isVerbatim ||
    sent === undefined ||
    !isJsonObject(sent)
  )
    return undefined;
  // Also those that a branch of a condition requires for this value.
  const { required } = flattenSchemaFor(body.schema, sent);
  const members = Object.entries(sent);
  const kept = members.filter(([name]) => required.has(name) || isIdentifier(name) || isVersion(name));
  const value = Object.fromEntries(kept);
  if (kept.length === members.length || !isValid(body.schema, value, 'request')) return undefined;
  return createChangeRequest(recordBaseline, record, value, fresh);
}
