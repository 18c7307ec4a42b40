/** The request that creates a record: for sequences, for lists, and for the fixture records of a run. */
import { isEqualJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import { type BaselineBody, type BaselineRequest, mainPayload } from '../../request/baseline-request.ts';
import { jsonRequestSpec, rawRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import { createNewName, validValue } from '../../request/parameters/serialize-parameters.ts';
import type { FilesByField } from '../../request/payload/payload.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { distinctValue, LARGE_SPACE, valueSpace } from '../../request/values/value-space.ts';
import { recordRequestSpec } from '../model/non-json-bodies.ts';
import { getProperty } from '../model/response-records.ts';
import { bodyKeyExamples, keySchema } from './key-examples.ts';
import { withPathValues } from './record-requests.ts';

/** An operation that creates records. */
export interface RecordCreator {
  readonly createBaseline: BaselineRequest;
  /** It is a PUT to an unused name. */
  readonly isPut: boolean;
  /** The path parameter that names a record; undefined when there is none. */
  readonly nameParameter: Parameter | undefined;
  /** The property that holds the id. */
  readonly idName: string | undefined;
}

interface CreateOptions {
  /** The path values of its parents. */
  readonly parentValues: readonly Json[];
  readonly fresh: FreshValues;
  /** Changes the usual body. */
  readonly changeBody?: ((sent: Json, body: BaselineBody) => Json) | undefined;
  /** The key of the record; by default a new one. */
  readonly key?: Json | undefined;
  /** The files of a form, with a changed body. */
  readonly files?: FilesByField | undefined;
}

export interface CreateRequest {
  readonly requestSpec: RequestSpec;
  /** The record's name in the path of a PUT; undefined for a POST. */
  readonly name: Json | undefined;
}

/** Undefined when the path has other parameters, or allows no new name. */
export function buildCreateRequest(creator: RecordCreator, options: CreateOptions): CreateRequest | undefined {
  const { createBaseline, isPut, idName } = creator;
  const { parentValues, changeBody } = options;
  const { key: _key, ...adapted } = adaptFreshValues(createBaseline, options.fresh);
  const name = isPut ? (options.key ?? newPathName(creator, adapted)) : undefined;
  if (isPut && name === undefined) return undefined;
  const atPath = withPathValues(createBaseline, name === undefined ? parentValues : [...parentValues, name]);
  if (atPath === undefined) return undefined;
  const chosenName = name ?? options.key ?? newBodyKey(creator, adapted);
  const named = chosenName === undefined ? atPath : withNameInBody(atPath, idName, chosenName);
  const fresh = named === atPath || chosenName === undefined ? adapted : preserving(adapted, chosenName);
  const { requestSpec, withName } = withDistinctName(named, { creator, fresh, name });
  const body = changeBody === undefined ? undefined : variableBody(withName);
  if (changeBody === undefined || body === undefined || requestSpec.value === undefined) return { requestSpec, name };
  const changed = body.requestSpec(changeBody(requestSpec.value, body), options.files);
  return { requestSpec: withFreshUuids(changed, fresh), name };
}

/** For a PUT: undefined when no other name is known to be accepted. */
function newPathName({ createBaseline, nameParameter }: RecordCreator, fresh: FreshValues): Json | undefined {
  const { fixedKey } = createBaseline;
  if (fixedKey?.isInPath === true) return fixedKey.others?.next(fresh);
  return nameParameter === undefined ? undefined : createNewName({ parameter: nameParameter, value: '' }, fresh);
}

/** For a POST: undefined where the usual fresh values are new keys, or where only the example is accepted. */
function newBodyKey(creator: RecordCreator, fresh: FreshValues): Json | undefined {
  const { fixedKey } = creator.createBaseline;
  if (fresh.isVerbatim === true) return undefined;
  return fixedKey === undefined ? freshName(creator, fresh) : (fixedKey.others?.next(fresh) ?? fixedKey.example);
}

/** Fresh values leave the key as it is, so that it is the same in the path and in the body. */
function preserving(fresh: FreshValues, key: Json): FreshValues {
  return { ...fresh, preservedNames: new Set([...(fresh.preservedNames ?? []), key, String(key)]) };
}

interface VariableBody extends BaselineBody {
  requestSpec(value: Json, files?: FilesByField): RequestSpec;
}

/** JSON, or a form; undefined for literal contents. */
export function variableBody(baseline: BaselineRequest): VariableBody | undefined {
  const { body } = baseline;
  if (body !== undefined) return { ...body, requestSpec: (value) => jsonRequestSpec(baseline, value) };
  const payload = mainPayload(baseline);
  const { schema, full, media, form } = payload ?? {};
  if (payload === undefined || form === undefined || schema === undefined || full === undefined || media === undefined)
    return undefined;
  return {
    media,
    schema,
    full,
    requestSpec: (value, files) => rawRequestSpec(baseline, payload.write(value, files)),
  };
}

/** A new name in the shape of an example, when the client chooses the name. */
function freshName(creator: RecordCreator, fresh: FreshValues): Json | undefined {
  const { createBaseline, idName } = creator;
  const { body } = createBaseline;
  const exampleName = idName === undefined || body === undefined ? undefined : getProperty(body.full, idName);
  if (typeof exampleName !== 'string' || body === undefined || idName === undefined) return undefined;
  const [example] = bodyKeyExamples(creator);
  const schema = keySchema(body, idName);
  const inShape = example === undefined || schema === undefined ? undefined : distinctValue(example, schema, fresh);
  return inShape ?? fresh.word();
}

interface NamedRequest {
  readonly withName: BaselineRequest;
  readonly requestSpec: RequestSpec;
}

/** With a valid key of another shape, where the usual fresh values do not fit its schema. */
function withDistinctName(
  named: BaselineRequest,
  {
    creator,
    fresh,
    name,
  }: { readonly creator: RecordCreator; readonly fresh: FreshValues; readonly name: Json | undefined },
): NamedRequest {
  const usual = { withName: named, requestSpec: recordRequestSpec(named, fresh) };
  if (fresh.isVerbatim || name !== undefined || creator.createBaseline.fixedKey !== undefined) return usual;
  const key = unchangedKey(creator, usual.requestSpec.value);
  const other = key && distinctValue(key.value, key.schema, fresh);
  if (other === undefined) return usual;
  const withName = withNameInBody(named, creator.idName, other);
  return withName === named ? usual : { withName, requestSpec: recordRequestSpec(withName, fresh) };
}

/** The key in the body, if it is still that of the contract's example. */
export function unchangedKey(
  { createBaseline: { body }, idName }: Pick<RecordCreator, 'createBaseline' | 'idName'>,
  sent: Json | undefined,
): { readonly name: string; readonly value: Json; readonly schema: Schema } | undefined {
  if (body === undefined || idName === undefined || !isJsonObject(sent) || !isJsonObject(body.full)) return undefined;
  const schema = flattenSchema(body.schema).properties.get(idName);
  const [value, example] = [sent[idName], body.full[idName]];
  if (schema === undefined || value === undefined || value === null || example === undefined) return undefined;
  return isEqualJson(value, example) ? { name: idName, value, schema } : undefined;
}

/** How many keys are tried where a schema allows few. */
export const MAX_KEYS = 5;

/** Whether only a few keys are known to be accepted, or only the contract's example. */
export function usesFewKeys({ fixedKey }: BaselineRequest): boolean {
  return fixedKey !== undefined && fixedKey.others?.isUnlimited !== true;
}

/** How many records a sequence can have at the same time. */
export function maxRecords({ fixedKey }: BaselineRequest): number {
  return fixedKey?.others === undefined || fixedKey.others.isUnlimited ? Infinity : fixedKey.others.size;
}

/** Whether other cases may send the same key, because its schema allows few: then sequences have to run alone. */
export function hasFewKeys(creator: RecordCreator): boolean {
  const { createBaseline, isPut, nameParameter, idName } = creator;
  const { body, fixedKey } = createBaseline;
  if (fixedKey?.others !== undefined) return !fixedKey.others.isUnlimited;
  const key = isPut ? undefined : unchangedKey({ createBaseline, idName }, body?.full);
  const spaceOf = (value: Json, schema: Schema) => valueSpace(value, schema)?.size ?? LARGE_SPACE;
  if (key !== undefined) return spaceOf(bodyKeyExamples(creator)[0] ?? key.value, key.schema) < LARGE_SPACE;
  const schema = isPut ? nameParameter?.schema : undefined;
  return (
    nameParameter !== undefined &&
    schema !== undefined &&
    spaceOf(validValue(nameParameter).value, schema) < LARGE_SPACE
  );
}

/** The request with the same name in the body as in the path. */
function withNameInBody(baseline: BaselineRequest, idName: string | undefined, name: Json): BaselineRequest {
  const { body } = baseline;
  if (body === undefined || idName === undefined || !isJsonObject(body.full)) return baseline;
  const path = pathOfName(body.full, idName);
  if (path === undefined) return baseline;
  const full = [name, String(name)]
    .map((value) => replaceAt(body.full, path, value))
    .find((value) => isValid(body.schema, value, 'request'));
  return full === undefined ? baseline : { ...baseline, body: { ...body, full } };
}

/** In the record, or in an object in it: `metadata.name`. */
function pathOfName(full: JsonObject, idName: string): readonly [string] | readonly [string, string] | undefined {
  if (Object.hasOwn(full, idName)) return [idName];
  const [holder] = Object.entries(full).find(([, value]) => isJsonObject(value) && Object.hasOwn(value, idName)) ?? [];
  return holder === undefined ? undefined : [holder, idName];
}
