/** What an implementation makes of a request that it has taken already. */
import { responseFor } from '../../../../spec/contract.ts';
import { isInteger, type Json, stringifyJson } from '../../../../spec/exact-json.ts';
import type { Schema } from '../../../../spec/schema.ts';
import type { Draft } from '../../draft.ts';
import { isClientError, isSuccess, statusOf } from '../../exchange.ts';
import { replaceAt, sitesBelow } from '../../request/sites.ts';
import { payloadOf, type Twin } from '../../request/twin.ts';
import { jsonDraft, rawDraft, withFreshUuids } from '../../request/twin-draft.ts';
import type { Session } from '../session.ts';
import type { Attempt } from './attempt.ts';

/** Whether it takes the same again, and which part of a body makes it the same. */
export type DuplicatePolicy = 'taken' | 'refused by number' | 'refused' | 'refused, however new';

export async function duplicatePolicy(
  session: Session,
  { twin, tried, draft }: Attempt,
): Promise<DuplicatePolicy> {
  if (draft.body === undefined) return 'taken';
  const again = statusOf(await session.send(tried, draft));
  if (again === undefined || !isClientError(again) || responseFor(tried.operation, again) === undefined)
    return 'taken';
  const renumbered = withNewNumbers(session, twin, draft);
  if (renumbered === undefined) return 'refused';
  const renewed = withFreshUuids(renumbered, session.fresh);
  const status = statusOf(await session.send(tried, renewed));
  return status !== undefined && isSuccess(status) ? 'refused by number' : 'refused';
}

/** Undefined for what has no numbers that could be others. */
function withNewNumbers(session: Session, twin: Twin, { value }: Draft): Draft | undefined {
  if (value === undefined) return undefined;
  if (twin.body !== undefined) return jsonDraft(twin, withFreshNumbers(session, twin.body.schema, value));
  const payload = payloadOf(twin);
  return payload?.schema === undefined
    ? undefined
    : rawDraft(twin, payload.write(withFreshNumbers(session, payload.schema, value)));
}

function withFreshNumbers(session: Session, schema: Schema, value: Json): Json {
  return [...sitesBelow(schema, value)]
    .filter((site) => isInteger(site.value) && stringifyJson(site.value).length > 5)
    .reduce((body, site) => replaceAt(body, site.path, session.fresh.number()), value);
}
