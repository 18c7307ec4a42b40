import { isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { ResponsePart } from '../../../finding/finding.ts';
import type { BodyPath } from '../../../http/json-path.ts';
import { isSuccess } from '../../model/exchange.ts';
import type { CheckContext } from '../check.ts';

/** The records in the response to a list query; undefined where the response has no list. */
export function listItems({ query, response, json }: CheckContext): readonly Json[] | undefined {
  if (query === undefined || response === undefined || !isSuccess(response.status)) return undefined;
  return json?.ok === true ? query.shape.itemsIn(json.value) : undefined;
}

/**
 * The location of a listed record, or of its property, in the body; the whole body if the record is not found there.
 */
export function locateInList({ json }: CheckContext, record: Json | undefined, property?: string): ResponsePart {
  const body = json?.ok === true ? json.value : undefined;
  const path = record === undefined ? undefined : findItemPath(record, body);
  if (path === undefined) return { in: 'body', path: [] };
  const hasProperty = property !== undefined && isJsonObject(record) && Object.hasOwn(record, property);
  return { in: 'body', path: hasProperty ? [...path, property] : path };
}

/** Searches the body itself and its members. */
function findItemPath(record: Json, body: Json | undefined): BodyPath | undefined {
  const lists = isJsonObject(body) ? Object.entries(body) : [];
  const all = [[undefined, body] as const, ...lists];
  return all
    .map(([name, list]) => [name, isJsonArray(list) ? list.indexOf(record) : -1] as const)
    .filter(([, index]) => index >= 0)
    .map(([name, index]) => (name === undefined ? [index] : [name, index]))[0];
}
