/** The request that creates a record, the same for sequences, for lists and for the records that a run makes first. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import { asTakenBy } from '../../request/case-of.ts';
import { newName } from '../../request/parameters/parameters.ts';
import type { Twin, TwinBody } from '../../request/twin.ts';
import { jsonDraft, withFreshUuids } from '../../request/twin-draft.ts';
import { replaceAt } from '../../request/values/sites.ts';
import { ownDraft } from '../model/contents.ts';
import { partOf } from '../model/records.ts';
import { at } from './drafts.ts';

/** An operation that creates records. */
export interface Creator {
  readonly create: Twin;
  /** A PUT to a name that no record has. */
  readonly isPut: boolean;
  /** What names a record in paths; undefined where nothing does. */
  readonly parameter: Parameter | undefined;
  /** The property that names a record. */
  readonly idName: string | undefined;
}

interface CreateOptions {
  /** What stands in the path before the name of a record: the names of those that it lies below. */
  readonly parents: readonly Json[];
  readonly fresh: Fresh;
  /** What the body becomes; the usual one when undefined. */
  readonly change?: ((sent: Json, body: TwinBody) => Json) | undefined;
}

export interface CreateRequest {
  readonly draft: Draft;
  /** What a PUT calls the record; undefined for a POST. */
  readonly name: Json | undefined;
}

/** Undefined where the path has other parameters, or allows no name that is new. */
export function createRequest(creator: Creator, options: CreateOptions): CreateRequest | undefined {
  const { create, isPut, parameter, idName } = creator;
  const { parents, change } = options;
  const fresh = asTakenBy(create, options.fresh);
  const name = isPut && parameter !== undefined ? newName({ parameter, value: '' }, fresh) : undefined;
  if (isPut && name === undefined) return undefined;
  const own = at(create, name === undefined ? parents : [...parents, name]);
  if (own === undefined) return undefined;
  const given = name ?? (fresh.isFrozen ? undefined : ownName(own, idName, fresh));
  const named = given === undefined ? own : sameName(own, idName, given);
  const draft = ownDraft(named, fresh);
  if (change === undefined || named.body === undefined || draft.value === undefined) return { draft, name };
  return { draft: withFreshUuids(jsonDraft(named, change(draft.value, named.body)), fresh), name };
}

/** Where the client gives the name, one that no other record has. */
function ownName({ body }: Twin, idName: string | undefined, fresh: Fresh): Json | undefined {
  const usual = idName === undefined || body === undefined ? undefined : partOf(body.full, idName);
  return typeof usual === 'string' ? fresh.word() : undefined;
}

/** The body calls it what the path does. */
function sameName(twin: Twin, idName: string | undefined, name: Json): Twin {
  const { body } = twin;
  if (body === undefined || idName === undefined || !isJsonObject(body.full)) return twin;
  if (!Object.hasOwn(body.full, idName)) return twin;
  const full = [name, String(name)]
    .map((value) => replaceAt(body.full, [idName], value))
    .find((value) => isValid(body.schema, value, 'request'));
  return full === undefined ? twin : { ...twin, body: { ...body, full } };
}
