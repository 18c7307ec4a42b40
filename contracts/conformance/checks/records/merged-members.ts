/** A merge patch adds members to those of the record (RFC 7396): the record may have all that `maxProperties` allows. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { headerValue } from '../../../http/headers.ts';
import { findSentMedia } from '../../request/payload/payload.ts';
import type { CheckContext } from '../check.ts';

/** Why a valid merge patch may be rejected; undefined where it adds nothing to such an object. */
export function fullMapReason({ requestSpec, testCase: { operation } }: CheckContext): string | undefined {
  const { value, headers } = requestSpec;
  const schema = findSentMedia(operation, requestSpec)?.schema;
  const isMergePatch = /^application\/merge-patch\+json\b/i.test(headerValue(headers, 'content-type') ?? '');
  if (!isMergePatch || value === undefined || schema === undefined) return undefined;
  return addsToLimitedMap(schema, value) ? 'the record may have as many properties as are allowed already' : undefined;
}

/** At any depth below the record itself, whose own members are those of the contract. */
export function addsToLimitedMap(schema: Schema, patch: Json): boolean {
  if (!isJsonObject(patch)) return false;
  const { properties } = flattenSchema(schema);
  return Object.entries(patch).some(([name, member]) => {
    const declared = properties.get(name);
    if (declared === undefined || !isJsonObject(member)) return false;
    const isAdded = Object.values(member).some((one) => one !== null);
    return (isAdded && flattenSchema(declared).maxProperties !== undefined) || addsToLimitedMap(declared, member);
  });
}
