/** What the mock makes up for a user of whom it knows only the name: another identity for each user. */
import type { Json } from '../../spec/json/exact-json.ts';
import { findUserView } from '../../spec/login/user-view.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { successMedia } from '../../spec/resources/record-views.ts';
import type { TokenUser } from '../authentication/issued-tokens.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import { type FilledField, valueAt } from './fill-fields.ts';

/** The subject of logins without a name. */
export const ANONYMOUS = 'user';

type FindIdentity = (sample: Json | undefined, schema: Schema) => readonly FilledField[];

/** Nothing for an example of the contract, which describes the one user that it has. */
export async function ownIdentity(
  madeUp: MadeUpValues,
  operation: Operation,
  { subject, record }: TokenUser,
): Promise<FindIdentity> {
  const hasExample = (successMedia(operation)?.examples ?? []).length > 0;
  if (subject === ANONYMOUS || record !== undefined || hasExample) return () => [];
  await madeUp.load();
  return (sample, schema) => {
    const view = findUserView(schema);
    const shown = view && valueAt(sample, view.path);
    if (view === undefined || shown === undefined) return [];
    const value = madeUp.makeUp(shown, view.schema, { key: `user ${subject}`, objectNames: ['users'] });
    return [{ path: view.path, value }];
  };
}
