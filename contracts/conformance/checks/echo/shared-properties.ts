/** The properties that the request and the success body share: derived from the contract, by name. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
} from '../../../../spec/json/exact-json.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { remembered, rememberedLast } from '../../../../spec/remembered.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { BodyPath } from '../../../http/body-path.ts';
import { headerOf } from '../../../http/headers.ts';
import type { Draft } from '../../model/draft.ts';
import { isSuccess } from '../../model/exchange.ts';
import { holdsFiles } from '../../request/payload/fields.ts';
import { sentMedia } from '../../request/payload/payload.ts';
import type { Judged } from '../check.ts';

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
  /** RFC 7396: in a merge patch null takes away, at every depth but in lists. */
  readonly isMerge: boolean;
}

/** POST, PUT and PATCH store what they are sent; other methods answer with something else. */
const storing = new Set(['POST', 'PUT', 'PATCH']);

/** Those whose value as sent the answer may have; none where nothing was stored. Asked first whether there are any. */
export const sharedProperties = rememberedLast(findShared);

function findShared(judged: Judged): readonly SharedProperty[] {
  const { answer, json, media, draft, case: tried } = judged;
  const asked = sentMedia(tried.operation, draft);
  const request = asked?.schema;
  if (tried.expectation !== 'accept' || !storing.has(tried.operation.method) || request === undefined)
    return [];
  if (answer === undefined || !isSuccess(answer.status) || media?.schema === undefined || json?.ok !== true)
    return [];
  const { value: sent } = draft;
  const { value: returned } = json;
  if (sent === undefined) return [];
  return recordsIn({ sent, returned, request: flatten(request), response: flatten(media.schema) })
    .flatMap((record) => propertiesOf(record, draft).flatMap((property) => opened(property, draft)))
    .filter((property) => canComeBack(property) && !isUploaded(property, asked));
}

/** Of a file something else comes back: where it is, or what it is called. */
function isUploaded({ at, name, asked }: SharedProperty, media: MediaType | undefined): boolean {
  const isForm = media !== undefined && /^multipart\//.test(media.range);
  return isForm && at.length === 0 && holdsFiles(asked, media.encoding?.get(name)?.types ?? []);
}

function canComeBack({ schema, sent, isMerge }: SharedProperty): boolean {
  return sent === undefined || (isMerge && sent === null) || isValid(schema, sent, 'response');
}

/** What stands in `{ "data": { ... } }` cannot come back as a whole where the answer adds to it: then its members count. */
function opened(property: SharedProperty, draft: Draft): readonly SharedProperty[] {
  const { at, name, asked, schema, sent, returned } = property;
  if (!isJsonObject(sent) || !isJsonObject(returned) || canComeBack(property)) return [property];
  const schemas = { request: flatten(asked), response: flatten(schema) };
  return propertiesOf({ at: [...at, name], sent, returned, ...schemas }, draft);
}

function propertiesOf(
  { at, sent, returned, request, response }: SentRecord,
  draft: Draft,
): readonly SharedProperty[] {
  const isMerge = isMergePatch(draft);
  return declaredByBoth(request, response).map((declared) => ({
    ...declared,
    at,
    sent: own(sent, declared.name),
    returned: own(returned, declared.name),
    isMerge,
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
  if (isJsonObject(sent) && isJsonObject(returned))
    return [inEnvelope({ at: [], sent, returned, request, response })];
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

/** The record where the answer alone puts it into one, as `{ "data": { ... } }`: its only part that is an object. */
function inEnvelope(bare: SentRecord): SentRecord {
  const { sent, returned, request, response } = bare;
  if (declaredByBoth(request, response).length > 0) return bare;
  const objects = [...response.properties].filter(([, schema]) => flatten(schema).properties.size > 0);
  const [[name, schema] = []] = objects;
  const inner = name === undefined ? undefined : own(returned, name);
  if (objects.length !== 1 || name === undefined || schema === undefined || !isJsonObject(inner)) return bare;
  return { at: [name], sent, returned: inner, request, response: flatten(schema) };
}

function isSameIn(names: readonly string[], sent: JsonObject, returned: Json): boolean {
  return (
    isJsonObject(returned) &&
    names.every((name) => sameJson(own(sent, name) ?? null, own(returned, name) ?? null))
  );
}

function isMergePatch({ headers }: Draft): boolean {
  return /^application\/merge-patch\+json\b/i.test(headerOf(headers, 'content-type') ?? '');
}

type Declared = Pick<SharedProperty, 'name' | 'schema' | 'asked' | 'isRequired' | 'isAlwaysThere'>;

function declaredByBoth(request: Schema, response: Schema): readonly Declared[] {
  return declaredWith(request)(response);
}

const declaredWith = remembered((request: Schema) =>
  remembered((response: Schema): readonly Declared[] =>
    [...response.properties].flatMap(([name, schema]) => {
      const asked = request.properties.get(name);
      if (asked === undefined || [asked, schema].some((one) => one.readOnly || one.writeOnly)) return [];
      const isRequired = request.required.has(name);
      return [{ name, schema, asked, isRequired, isAlwaysThere: response.required.has(name) }];
    }),
  ),
);

/** Undefined for what an object has not of its own. */
export function own(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
