/** The properties that the request and the success body share: derived from the contract, by name. */
import { type MediaType, mediaTypeFor, type Operation } from '../../../../spec/contract.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
} from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { BodyPath } from '../../../body-path.ts';
import { headerOf } from '../../../headers.ts';
import type { Draft } from '../../case.ts';
import { isSuccess, type Judged } from '../check.ts';

/** What was sent under a name and what came back; undefined where the name is not there. */
export interface SharedProperty {
  /** Of the object that has it. */
  readonly at: BodyPath;
  readonly name: string;
  /** That of the answer. */
  readonly schema: Schema;
  /** That of the request. */
  readonly asked: Schema;
  /** The request has to give it. */
  readonly isRequired: boolean;
  /** The answer has to have it. */
  readonly isAlwaysThere: boolean;
  readonly sent: Json | undefined;
  readonly returned: Json | undefined;
}

/** POST, PUT and PATCH store what they are sent; other methods answer with something else. */
const storing = new Set(['POST', 'PUT', 'PATCH']);

/** Those whose value as sent the answer may have; none where nothing was stored. */
export function sharedProperties(judged: Judged): readonly SharedProperty[] {
  const { answer, json, media, draft, case: tried } = judged;
  const request = sentSchema(tried.operation, draft);
  if (tried.expectation !== 'accept' || !storing.has(tried.operation.method) || request === undefined)
    return [];
  if (answer === undefined || !isSuccess(answer.status) || media?.schema === undefined || json?.ok !== true)
    return [];
  const { value: sent } = draft;
  const { value: returned } = json;
  if (sent === undefined) return [];
  return recordsIn({ sent, returned, request: flatten(request), response: flatten(media.schema) })
    .flatMap((record) => propertiesOf(record, draft).flatMap((property) => opened(property, draft)))
    .filter(canComeBack);
}

function canComeBack({ schema, sent }: SharedProperty): boolean {
  return sent === undefined || isValid(schema, sent, 'response');
}

/** What stands in `{ "data": { ... } }` cannot come back as a whole where the answer adds to it: then its members count. */
function opened(property: SharedProperty, draft: Draft): readonly SharedProperty[] {
  const { at, name, asked, schema, sent, returned } = property;
  if (canComeBack(property) || !isJsonObject(sent) || !isJsonObject(returned)) return [property];
  const schemas = { request: flatten(asked), response: flatten(schema) };
  return propertiesOf({ at: [...at, name], sent, returned, ...schemas }, draft);
}

function propertiesOf(
  { at, sent, returned, request, response }: SentRecord,
  draft: Draft,
): readonly SharedProperty[] {
  return declaredByBoth(request, response).map((declared) => ({
    ...declared,
    at,
    sent: given(draft, own(sent, declared.name)),
    returned: own(returned, declared.name),
  }));
}

interface Bodies {
  readonly sent: Json;
  readonly returned: Json;
  /** Without combinators, as the other. */
  readonly request: Schema;
  readonly response: Schema;
}

interface SentRecord extends Bodies {
  readonly at: BodyPath;
  readonly sent: JsonObject;
  readonly returned: JsonObject;
}

/**
 * The object itself, or the items of a list, each with the one in its place. Those that came back elsewhere in the list
 * came back; a list of another length was made into something else, such as one without doubles.
 */
function recordsIn({ sent, returned, request, response }: Bodies): readonly SentRecord[] {
  if (isJsonObject(sent) && isJsonObject(returned)) return [{ at: [], sent, returned, request, response }];
  if (!isJsonArray(sent) || !isJsonArray(returned) || sent.length !== returned.length) return [];
  const [asked, answered] = [request.items, response.items];
  if (asked === undefined || answered === undefined) return [];
  const names = [...flatten(answered).properties.keys()].filter((name) =>
    flatten(asked).properties.has(name),
  );
  return sent.flatMap((item, index) => {
    const other = returned[index];
    if (!isJsonObject(item) || !isJsonObject(other) || returned.some((one) => isSameIn(names, item, one)))
      return [];
    const schemas = { request: flatten(asked), response: flatten(answered) };
    return [{ at: [index], sent: item, returned: other, ...schemas }];
  });
}

function isSameIn(names: readonly string[], sent: JsonObject, returned: Json): boolean {
  return (
    isJsonObject(returned) &&
    names.every((name) => sameJson(own(sent, name) ?? null, own(returned, name) ?? null))
  );
}

/** RFC 7396: in a merge patch null takes away. */
function given({ headers }: Draft, value: Json | undefined): Json | undefined {
  const isMerge = /^application\/merge-patch\+json\b/i.test(headerOf(headers, 'content-type') ?? '');
  return isMerge && value === null ? undefined : value;
}

/** Of the media type that the body was sent under. */
function sentSchema({ requestBody }: Operation, { headers }: Draft): Schema | undefined {
  const type = headerOf(headers, 'content-type');
  const content: readonly MediaType[] = requestBody?.content ?? [];
  return type === undefined ? undefined : mediaTypeFor(content, type)?.schema;
}

type Declared = Pick<SharedProperty, 'name' | 'schema' | 'asked' | 'isRequired' | 'isAlwaysThere'>;

function declaredByBoth(request: Schema, response: Schema): readonly Declared[] {
  return [...response.properties].flatMap(([name, schema]) => {
    const asked = request.properties.get(name);
    if (asked === undefined || [asked, schema].some((one) => one.readOnly || one.writeOnly)) return [];
    const isRequired = request.required.has(name);
    return [{ name, schema, asked, isRequired, isAlwaysThere: response.required.has(name) }];
  });
}

/** Undefined for what an object has not of its own. */
export function own(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
