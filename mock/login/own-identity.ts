/** What the mock makes up for a user of whom it knows only the name: another identity for each user. */
import { firstInt32 } from '../../platform/bytes.ts';
import { sha256 } from '../../platform/crypto.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { findUserCollections } from '../../spec/login/user-collections.ts';
import { findUserView, isProfile } from '../../spec/login/user-view.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { normalizeName } from '../../spec/model/name-parts.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { successMedia } from '../../spec/resources/record-views.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import type { TokenUser } from '../authentication/issued-tokens.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { RecordStore } from '../model/storage.ts';
import { recordId, recordKey } from '../records/collection.ts';
import { withCounts } from '../records/relations/related-records.ts';
import { type FilledField, valueAt } from './fill-fields.ts';

/** The subject of logins without a name. */
export const ANONYMOUS = 'user';

/** Above those of most collections, so that the user is not taken for another one who has a record. */
const FIRST_ID = 1_000;
const ID_RANGE = 9_000;

/** A person with the given name, and with an identifier of their own. */
export function identityOptions({ subject, values }: TokenUser) {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const id = FIRST_ID + ((firstInt32(sha256(subject)) >>> 0) % ID_RANGE);
  return {
    key: `user ${subject}`,
    objectNames: ['users'],
    known: { path: [], texts: new Map(texts) },
    findReference: (path: readonly string[]) => (/^(?:user)?id$/.test(normalizeName(path.join('.'))) ? id : undefined),
  };
}

interface IdentityContext {
  readonly madeUp: MadeUpValues;
  readonly contract: Contract;
  readonly prefix: string;
  readonly records: RecordStore;
}

/** What the user has created, such as `ticketCount`. */
async function ownCounts(context: IdentityContext, user: TokenUser): Promise<JsonObject> {
  const [users] = findUserCollections(context.contract);
  const identity = await madeUpIdentity(context, user);
  const id = users && recordId(users.resource, identity);
  if (users === undefined || id === undefined) return {};
  const record = { id: recordKey(users.resource, id), value: {}, version: 1 };
  const collection = `${context.prefix}${users.resource.collection}`;
  return (await withCounts(context, { collection, record })).value;
}

type FindIdentity = (sample: Json | undefined, schema: Schema) => readonly FilledField[];

/** Nothing for an example of the contract, which describes the one user that it has. */
export async function ownIdentity(
  context: IdentityContext,
  operation: Operation,
  user: TokenUser,
): Promise<FindIdentity> {
  const { subject, record } = user;
  const hasExample = (successMedia(operation)?.examples ?? []).length > 0;
  if (subject === ANONYMOUS || record !== undefined || hasExample) return () => [];
  const { madeUp } = context;
  await madeUp.load();
  const counts = Object.entries(await ownCounts(context, user));
  return (sample, schema) => {
    const view = findUserView(schema);
    const shown = view && valueAt(sample, view.path);
    if (view === undefined || shown === undefined) return [];
    const value = madeUp.makeUp(shown, view.schema, identityOptions(user));
    if (!isJsonObject(value)) return [{ path: view.path, value }];
    const counted = counts.filter(([name]) => Object.hasOwn(value, name));
    return [{ path: view.path, value: { ...value, ...Object.fromEntries(counted) } }];
  };
}

/** The whole identity, in the form that the users of the contract have; empty for a user with a record. */
export async function madeUpIdentity(
  { madeUp, contract }: Pick<IdentityContext, 'madeUp' | 'contract'>,
  user: TokenUser,
): Promise<JsonObject> {
  if (user.record !== undefined) return {};
  const schema = userSchema(contract);
  const sample = schema && sampleValue(schema, 'response', { optional: 'all' });
  if (schema === undefined || sample === undefined) return {};
  await madeUp.load();
  const made = madeUp.makeUp(sample, schema, identityOptions(user));
  return isJsonObject(made) ? made : {};
}

/** That of a profile such as `/me`, else that of a collection of users. */
const userSchema = memoize((contract: Contract): Schema | undefined => {
  const profile = contract.operations.find(isProfile);
  const shown = profile && successMedia(profile)?.schema;
  const [users] = findUserCollections(contract);
  return (shown && findUserView(shown)?.schema) ?? users?.resource.responseSchemas[0];
});
