/** The properties that the request and the success body share: derived from the contract, by name. */
import { type MediaType, mediaTypeFor, type Operation } from '../../../../spec/contract.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { isValid } from '../../../../spec/validate.ts';
import { headerOf } from '../../../headers.ts';
import type { Draft } from '../../case.ts';
import { isSuccess, type Judged } from '../check.ts';

/** What was sent under a name and what came back; undefined where the name is not there. */
export interface SharedProperty {
  readonly name: string;
  /** That of the answer. */
  readonly schema: Schema;
  /** That of the request. */
  readonly asked: Schema;
  /** The request has to give it. */
  readonly isRequired: boolean;
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
  if (!isJsonObject(sent) || !isJsonObject(returned)) return [];
  return declaredByBoth(flatten(request), flatten(media.schema))
    .map((declared) => ({
      ...declared,
      sent: given(draft, own(sent, declared.name)),
      returned: own(returned, declared.name),
    }))
    .filter((property) => property.sent === undefined || isValid(property.schema, property.sent, 'response'));
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

type Declared = Pick<SharedProperty, 'name' | 'schema' | 'asked' | 'isRequired'>;

function declaredByBoth(request: Schema, response: Schema): readonly Declared[] {
  return [...response.properties].flatMap(([name, schema]) => {
    const asked = request.properties.get(name);
    if (asked === undefined || [asked, schema].some((one) => one.readOnly || one.writeOnly)) return [];
    return [{ name, schema, asked, isRequired: request.required.has(name) }];
  });
}

/** Undefined for what an object has not of its own. */
export function own(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
