/** The requests about a record of a story's own. */
import { isJsonObject, type Json, type JsonObject, sameJson } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { parameterNames } from '../../../../spec/resources/paths.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { headerOf } from '../../../http/headers.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Known } from '../../model/sequence.ts';
import { isValidText, type ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin, TwinBody } from '../../request/twin.ts';
import { jsonDraft, rawDraft, validDraft, withFreshUuids } from '../../request/twin-draft.ts';
import { freshenAll } from '../../request/values/fresh.ts';
import { isIdentifier, isVersion } from '../../request/values/names.ts';
import { ownDraft, ownText } from '../model/contents.ts';
import { jsonOf, partOf } from '../model/records.ts';
import type { Cast } from '../model/resource-operations.ts';

/** The twin with these values in its path, in their order; undefined where it has other parameters, or forbids one. */
export function at(twin: Twin, values: readonly Json[]): Twin | undefined {
  const names = parameterNames(twin.operation.path);
  if (names.length !== values.length) return undefined;
  const parameters = twin.parameters.map((given): ParameterValue => {
    const index = given.parameter.in === 'path' ? names.indexOf(given.parameter.name) : -1;
    const value = index < 0 ? undefined : values[index];
    return value === undefined ? given : { parameter: given.parameter, value };
  });
  return parameters.every(isAllowed) ? { ...twin, parameters } : undefined;
}

/** What reads or removes this record; undefined where the contract has nothing for it. */
export function itemTwin({ twins }: Cast, part: 'read' | 'remove', { values }: Known): Twin | undefined {
  const twin = twins.get(part);
  return twin === undefined ? undefined : at(twin, values);
}

/** A document may bound the number in a path, and not the one in the body that gave the record its name. */
function isAllowed({ parameter: { in: place, schema, content }, value }: ParameterValue): boolean {
  if (place !== 'path' || schema === undefined || content.length > 0 || typeof value === 'object')
    return true;
  return isValidText(schema, String(value));
}

/** Without a body, unless it has to have one. */
export function bareDraft(twin: Twin, fresh: Fresh): Draft {
  const isWanted = twin.body !== undefined || twin.operation.requestBody?.required === true;
  const draft = isWanted ? validDraft(twin, fresh) : rawDraft(twin, { text: undefined });
  return withFreshUuids(draft, fresh);
}

/** Replaces what was written with other values; undefined where none can be made. */
export function replaceDraft(twin: Twin, record: Known, fresh: Fresh): Draft | undefined {
  const own = at(twin, record.values);
  if (own === undefined) return undefined;
  const { body } = own;
  if (body === undefined) return ownText(own, fresh) === undefined ? undefined : ownDraft(own, fresh);
  if (!isJsonObject(body.full)) return undefined;
  const value = shortened(body, record, named(body, record, fresh));
  return conditional(withFreshUuids(jsonDraft(own, value), fresh), own, record);
}

/** Changes one property; undefined where none can be changed alone that was sent before. */
export function changeDraft(twin: Twin, record: Known, fresh: Fresh): Draft | undefined {
  const own = at(twin, record.values);
  const { body } = own ?? {};
  if (own === undefined || body === undefined || /json-patch/.test(body.media.range)) return undefined;
  const whole = named(body, record, fresh);
  const value = oneProperty(body, record, whole) ?? whole;
  return conditional(withFreshUuids(jsonDraft(own, value), fresh), own, record);
}

/** All that was sent so far under its names, with other texts and numbers, and named as the path does. */
export function named(body: TwinBody, record: Known, fresh: Fresh): Json {
  const before = sentSoFar(record);
  const other = freshenAll(body.full, body.schema, fresh);
  const merge = (value: Json, known: JsonObject, schema: Schema): Json => {
    if (!isJsonObject(value)) return value;
    const { properties } = flatten(schema);
    const members = Object.entries(value).map(([name, part]) => {
      const sent = Object.hasOwn(known, name) ? known[name] : undefined;
      const inner = properties.get(name);
      if (isJsonObject(part) && isJsonObject(sent) && inner !== undefined)
        return [name, merge(part, sent, inner)] as const;
      return [name, valueFor(name, part, sent, record)] as const;
    });
    return Object.fromEntries(members);
  };
  const merged = merge(other, before, body.schema);
  return [merged, other].find((value) => isValid(body.schema, value, 'request')) ?? body.full;
}

/** What names another record stays; of the record itself its name, and the version that it has. */
function valueFor(name: string, part: Json, sent: Json | undefined, record: Known): Json {
  const shown = partOf(jsonOf(record.shown), name);
  if (name === record.idName) return shown ?? sent ?? record.values.at(-1) ?? part;
  if (isVersion(name) && shown !== undefined) return shown;
  const isFree = typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint';
  return sent !== undefined && (!isFree || isIdentifier(name)) ? sent : part;
}

export function sentSoFar({ writes }: Known): JsonObject {
  const values = writes.map(({ draft }) => draft.value ?? {}).filter(isJsonObject);
  return Object.fromEntries(values.flatMap((value) => Object.entries(value)));
}

/** Without one free text that was sent before, where the schema can do without: a replacement takes it away. */
function shortened({ schema }: TwinBody, record: Known, value: Json): Json {
  if (!isJsonObject(value)) return value;
  const before = sentSoFar(record);
  const flat = flatten(schema);
  const name = Object.keys(value).find((key) => {
    const declared = flat.properties.get(key);
    const isText = typeof value[key] === 'string' && typeof before[key] === 'string';
    return (
      isText &&
      declared !== undefined &&
      isFreeText(declared) &&
      !flat.required.has(key) &&
      !isIdentifier(key)
    );
  });
  if (name === undefined) return value;
  const { [name]: _left, ...rest } = value;
  return isValid(schema, rest, 'request') ? rest : value;
}

function isFreeText(schema: Schema): boolean {
  const { enum: values, const: only, format, pattern, default: filled } = flatten(schema);
  return [values, only, format, pattern, filled].every((keyword) => keyword === undefined);
}

/** The property and what the schema requires besides. */
function oneProperty({ schema }: TwinBody, record: Known, whole: Json): Json | undefined {
  if (!isJsonObject(whole)) return undefined;
  const before = sentSoFar(record);
  const { required } = flatten(schema);
  const names = Object.keys(whole).filter(
    (name) => name !== record.idName && !sameJson(whole[name] ?? null, before[name] ?? null),
  );
  const texts = names.filter((name) => typeof whole[name] === 'string' && !isIdentifier(name));
  return [...texts, ...names]
    .map((name) => Object.entries(whole).filter(([key]) => key === name || required.has(key)))
    .map((members) => Object.fromEntries(members))
    .find((value) => isValid(schema, value, 'request'));
}

/** A required `If-Match` names the version that was shown last. */
export function conditional(draft: Draft, { parameters }: Twin, { shown }: Known): Draft {
  const etag = etagOf(shown);
  const wanted = parameters.some(
    ({ parameter }) => parameter.in === 'header' && /^if-match$/i.test(parameter.name),
  );
  if (!wanted || etag === undefined) return draft;
  const headers = draft.headers.map(
    ([name, value]) => [name, /^if-match$/i.test(name) ? etag : value] as const,
  );
  return { ...draft, headers };
}

function etagOf(shown: Exchange | undefined): string | undefined {
  return shown?.outcome.kind === 'answer' ? headerOf(shown.outcome.answer.headers, 'etag') : undefined;
}
