/**
 * The record of a user who logs in and whom the records do not know: it is created at the first login, so that `/me`,
 * `/users` and `/users/{id}` show the same user.
 */
import { isJsonObject, type JsonObject } from '../../spec/json/exact-json.ts';
import { findUserCollections } from '../../spec/login/user-collections.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { mergedProperties } from '../../spec/resources/identifiers.ts';
import { lastLiteral } from '../../spec/resources/path-templates.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { TokenUser } from '../authentication/issued-tokens.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import { recordId, recordKey } from '../records/collection.ts';
import type { RecordCollection } from '../records/record-handler.ts';
import { withoutPastEvents } from '../records/values/timestamps.ts';
import type { KnownUsers } from './known-users.ts';
import { withoutSecrets } from './sent-login.ts';

export interface UserRecordsOptions {
  readonly contract: Contract;
  readonly prefix: string;
  readonly madeUp: MadeUpValues;
  readonly users: KnownUsers;
  /** Undefined if the mock keeps no records. */
  readonly openCollection: (name: string) => RecordCollection | undefined;
  readonly runExclusive: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

export type EnsureUserRecord = (name: string, user: TokenUser) => Promise<TokenUser>;

/** The same user with their record; without one where the contract has no users that can be read. */
export function createUserRecords(options: UserRecordsOptions): EnsureUserRecord {
  const { contract, prefix, users, openCollection, runExclusive } = options;
  const resource = readableUsers(contract);
  if (resource === undefined) return async (_name, user) => user;
  const name = `${prefix}${resource.collection}`;
  // Two requests of one page may be the first login together.
  return (userName, user) =>
    runExclusive(`user ${name} ${user.subject}`, async () => {
      const known = await users.find(userName);
      if (known?.record !== undefined) return { ...known, values: user.values };
      const created = await openCollection(name)
        ?.create(await newRecord(resource, user, options))
        .catch(() => undefined);
      const id = created && recordId(resource, created);
      if (id === undefined) return user;
      return { ...user, record: { collection: name, id: recordKey(resource, id) }, id: String(id) };
    });
}

/** Whose records have a path of their own. */
const readableUsers = memoize(
  (contract: Contract): Resource | undefined =>
    findUserCollections(contract).find(
      ({ resource, envelope }) => envelope === undefined && resource.item !== undefined && resource.roles.has('read'),
    )?.resource,
);

/** What is known of the user, and the rest made up for a person with these names. */
async function newRecord(resource: Resource, user: TokenUser, { madeUp }: UserRecordsOptions): Promise<JsonObject> {
  const [schema] = resource.responseSchemas;
  const sample = schema && sampleValue(schema, 'response', { optional: 'all' });
  const declared = mergedProperties([...resource.responseSchemas, ...resource.requestSchemas]);
  const known = Object.entries(withoutSecrets(user.values)).filter(([name, value]) => {
    const part = declared.get(name);
    return part !== undefined && isValid(part, value, 'response');
  });
  if (schema === undefined || sample === undefined) return Object.fromEntries(known);
  await madeUp.load();
  const texts = known.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const made = madeUp.makeUp(sample, schema, {
    ...{ key: `user ${user.subject}`, objectNames: [lastLiteral(resource.collection)] },
    known: { path: [], texts: new Map(texts) },
  });
  const whole = withoutPastEvents(resource, isJsonObject(made) ? withoutSecrets(made) : {});
  const isKnown = new Set(known.map(([name]) => name));
  const others = Object.entries(whole).filter(([name]) => name !== resource.idName || isKnown.has(name));
  return { ...Object.fromEntries(others), ...Object.fromEntries(known) };
}
