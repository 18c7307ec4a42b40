/** Waits for a record that was made just now: a store may pass on what it is told, and know it everywhere a moment later. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../../spec/contract.ts';
import { plainValidCase } from '../cases/valid-bodies.ts';
import { isSuccess, statusOf } from '../exchange.ts';
import { isTwin, type Twin, twinOf } from '../request/twin.ts';
import type { Session } from '../running/session.ts';
import { stepsOf } from './steps.ts';
import { below, operationAt } from './twins.ts';

/** Together under a second. */
const PAUSES_MS = [0, 100, 250, 500];

/** Of several replicas each is likely to be asked. */
const ASKS = 4;

/** Whether a GET of the item finds it, each time that it is asked; undefined where there is none. */
export async function isSettled(session: Session, own: Twin): Promise<boolean | undefined> {
  const item = stepsOf(own.operation.path).at(-1)?.item;
  return item === undefined ? undefined : isThereAt(session, own, { path: item, asks: ASKS });
}

/** Whether a GET of the same path finds it; undefined where there is none. */
export async function isThere(session: Session, own: Twin): Promise<boolean | undefined> {
  return isThereAt(session, own, { path: own.operation.path, asks: 1 });
}

async function isThereAt(
  session: Session,
  own: Twin,
  { path, asks }: { readonly path: string; readonly asks: number },
): Promise<boolean | undefined> {
  const operation = operationAt(session.target.contract, 'GET', path);
  const plain = operation && plainTwin(session, operation);
  if (plain === undefined) return undefined;
  const read = below(plain, own);
  for (const ms of PAUSES_MS) {
    await pause(ms);
    if (await isFound(session, read, asks)) return true;
  }
  return false;
}

async function isFound(session: Session, read: Twin, asks: number): Promise<boolean> {
  const tried = plainValidCase(read);
  for (let asked = 0; asked < asks; asked++) {
    const exchange = await session.send(tried, tried.build(session.fresh));
    if (!isSuccess(statusOf(exchange) ?? 0)) return false;
  }
  return true;
}

/** Undefined where no valid request can be derived. */
export function plainTwin({ target, schemes }: Session, operation: Operation): Twin | undefined {
  const { operations } = target.contract;
  const twin = twinOf(operation, schemes.get(operation.id) ?? [], operations);
  return isTwin(twin) ? twin : undefined;
}
