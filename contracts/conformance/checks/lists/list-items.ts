import { isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { ResponsePart } from '../../../finding/finding.ts';
import type { BodyPath } from '../../../http/json-path.ts';
import { isSuccess } from '../../model/exchange.ts';
import type { CheckContext } from '../check.ts';

/** The records that an answer to a question about a list has; undefined where it has no list. */
export function listItems({ query, response, json }: CheckContext): readonly Json[] | undefined {
  if (query === undefined || response === undefined || !isSuccess(response.status)) return undefined;
  return json?.ok === true ? query.shape.itemsIn(json.value) : undefined;
}

/** Where a record of a list, or a property of it, stands in the answer; the whole body where it stands in no list there. */
export function locateInList({ json }: CheckContext, record: Json | undefined, property?: string): ResponsePart {
  const body = json?.ok === true ? json.value : undefined;
  const path = record === undefined ? undefined : findItemPath(record, body);
  if (path === undefined) return { in: 'body', path: [] };
  const hasProperty = property !== undefined && isJsonObject(record) && Object.hasOwn(record, property);
  return { in: 'body', path: hasProperty ? [...path, property] : path };
}

/** In the body itself, or in a member of it. */
function findItemPath(record: Json, body: Json | undefined): BodyPath | undefined {
  const lists = isJsonObject(body) ? Object.entries(body) : [];
  const all = [[undefined, body] as const, ...lists];
  return all
    .map(([name, list]) => [name, isJsonArray(list) ? list.indexOf(record) : -1] as const)
    .filter(([, index]) => index >= 0)
    .map(([name, index]) => (name === undefined ? [index] : [name, index]))[0];
}
