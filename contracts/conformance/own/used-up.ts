/** Requests that use up what they are about: a DELETE, or an action that can be done once. */
import { stringifyJson } from '../../../spec/exact-json.ts';
import { plainValidCase } from '../cases/valid-bodies.ts';
import type { Fresh } from '../draft.ts';
import { isClientError, isSuccess, statusOf } from '../exchange.ts';
import type { Twin } from '../request/twin.ts';
import type { Session } from '../running/session.ts';
import { type Own, ownRecords } from './records.ts';
import { type MakeAbout, type Renewal, renewalOf } from './renewal.ts';
import { isThere, plainTwin } from './settled.ts';
import { below, operationAt } from './twins.ts';

/** For a DELETE: undefined where no record can be made for it, or none that is surely found under its name. */
export async function renewalForDeletion(session: Session, twin: Twin): Promise<Renewal | undefined> {
  const own = await ownToDelete(session, twin, session.fresh);
  if (own === undefined) return undefined;
  const isSeen = await isThere(session, own.twin);
  // Where it can be read, that tells more than what it seems to be called.
  return (isSeen ?? own.isFirm)
    ? renewalOf(own.twin, makerFor(session, own.twin, isSeen === true))
    : undefined;
}

/** A store may give a name again: that of a record which is gone, or which another case is about to remove. */
const MOST_TRIES = 4;

function makerFor(session: Session, first: Twin, isSeen: boolean): MakeAbout {
  const names = new Set([nameOf(first)]);
  return async (twin, fresh) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const own = (await ownToDelete(session, twin, fresh))?.twin;
      if (own === undefined) return undefined;
      if (names.size === names.add(nameOf(own)).size) continue;
      // A store may pass on what it is told, and know it everywhere a moment later.
      if (isSeen) await isThere(session, own);
      return own;
    }
    return undefined;
  };
}

function nameOf({ parameters }: Twin): string {
  const named = parameters.filter(({ parameter }) => parameter.in === 'path');
  return stringifyJson(named.map(({ value }) => value));
}

/** Of `DELETE /users/{id}/avatar` also what lies below the own user. */
async function ownToDelete(session: Session, twin: Twin, fresh: Fresh): Promise<Own | undefined> {
  const own = await ownRecords(session).about(twin, fresh);
  if (own === undefined || /\}\/*$/.test(twin.operation.path)) return own;
  for (const method of ['PUT', 'POST']) {
    const operation = operationAt(session.target.contract, method, twin.operation.path);
    const plain = operation && plainTwin(session, operation);
    if (plain && isSuccess(await sendValid(session, below(plain, own.twin), fresh))) return own;
  }
  return undefined;
}

/** For an action that has just been done: undefined where it can be done again. */
export async function renewalForAction(session: Session, done: Twin): Promise<Renewal | undefined> {
  if (!isClientError(await sendValid(session, done, session.fresh))) return undefined;
  const { about } = ownRecords(session);
  const own = await about(done);
  if (own === undefined || !isSuccess(await sendValid(session, own.twin, session.fresh))) return undefined;
  return renewalOf(own.twin, async (twin, fresh) => (await about(twin, fresh))?.twin);
}

/** The status; 0 where no whole answer came. */
async function sendValid(session: Session, twin: Twin, fresh: Fresh): Promise<number> {
  const tried = plainValidCase(twin);
  return statusOf(await session.send(tried, tried.build(fresh))) ?? 0;
}
