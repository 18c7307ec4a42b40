/** The request that creates a record, the same for sequences, for lists and for the records that a run makes first. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import { createUnusedName } from '../../request/parameters/serialize-parameters.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { recordRequestSpec } from '../model/non-json-bodies.ts';
import { getProperty } from '../model/response-records.ts';
import { withPathValues } from './record-requests.ts';

/** An operation that creates records. */
export interface RecordCreator {
  readonly createBaseline: BaselineRequest;
  /** A PUT to a name that no record has. */
  readonly isPut: boolean;
  /** What names a record in paths; undefined where nothing does. */
  readonly nameParameter: Parameter | undefined;
  /** The property that names a record. */
  readonly idName: string | undefined;
}

interface CreateOptions {
  /** What stands in the path before the name of a record: the names of those that it lies below. */
  readonly parentValues: readonly Json[];
  readonly fresh: FreshValues;
  /** What the body becomes; the usual one when undefined. */
  readonly changeBody?: ((sent: Json, body: BaselineBody) => Json) | undefined;
}

export interface CreateRequest {
  readonly requestSpec: RequestSpec;
  /** What a PUT calls the record; undefined for a POST. */
  readonly name: Json | undefined;
}

/** Undefined where the path has other parameters, or allows no name that is new. */
export function buildCreateRequest(creator: RecordCreator, options: CreateOptions): CreateRequest | undefined {
  const { createBaseline, isPut, nameParameter, idName } = creator;
  const { parentValues, changeBody } = options;
  const fresh = adaptFreshValues(createBaseline, options.fresh);
  const name =
    isPut && nameParameter !== undefined ? createUnusedName({ parameter: nameParameter, value: '' }, fresh) : undefined;
  if (isPut && name === undefined) return undefined;
  const atPath = withPathValues(createBaseline, name === undefined ? parentValues : [...parentValues, name]);
  if (atPath === undefined) return undefined;
  const chosenName = name ?? (fresh.isVerbatim ? undefined : freshName(atPath, idName, fresh));
  const withName = chosenName === undefined ? atPath : withNameInBody(atPath, idName, chosenName);
  const requestSpec = recordRequestSpec(withName, fresh);
  if (changeBody === undefined || withName.body === undefined || requestSpec.value === undefined)
    return { requestSpec, name };
  return {
    requestSpec: withFreshUuids(jsonRequestSpec(withName, changeBody(requestSpec.value, withName.body)), fresh),
    name,
  };
}

/** Where the client gives the name, one that no other record has. */
function freshName({ body }: BaselineRequest, idName: string | undefined, fresh: FreshValues): Json | undefined {
  const exampleName = idName === undefined || body === undefined ? undefined : getProperty(body.full, idName);
  return typeof exampleName === 'string' ? fresh.word() : undefined;
}

/** The body calls it what the path does. */
function withNameInBody(baseline: BaselineRequest, idName: string | undefined, name: Json): BaselineRequest {
  const { body } = baseline;
  if (body === undefined || idName === undefined || !isJsonObject(body.full)) return baseline;
  if (!Object.hasOwn(body.full, idName)) return baseline;
  const full = [name, String(name)]
    .map((value) => replaceAt(body.full, [idName], value))
    .find((value) => isValid(body.schema, value, 'request'));
  return full === undefined ? baseline : { ...baseline, body: { ...body, full } };
}
