/** What is refused is only judged while what was accepted before is accepted again. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { Unjudged } from '../../report/stage.ts';
import { type Attempt, brokenIn } from '../judging/attempt.ts';
import { statusOf } from '../model/exchange.ts';
import { isTurnedAway } from '../session/entry.ts';
import type { Run } from './stop.ts';

/** Whether an attempt is not to be judged. Sends nothing unless it was turned away. */
export async function isShutOut({ session, tally, lookedInto }: Run, attempt: Attempt): Promise<boolean> {
  const { entry } = session;
  const doubts = doubtsOf(attempt).filter((doubt) => !lookedInto.has(doubt));
  for (const doubt of doubts) lookedInto.add(doubt);
  if (doubts.length > 0 && entry.closed() === undefined) {
    const { operation, id } = attempt.tried;
    await entry.lookAgain(operation, { since: `case ${tally.cases() + 1} at the latest`, after: id });
  }
  return entry.closed() !== undefined;
}

/** The same after the first requests of an operation, which find out what there is to be tried of it. */
export async function shutOutOf(run: Run, operation: Operation): Promise<Unjudged | undefined> {
  const { entry } = run.session;
  if (entry.closed() === undefined && entry.isDoubtful(operation))
    await entry.lookAgain(operation, { since: `the first requests to ${operation.id}` });
  const reason = entry.closed();
  return reason === undefined ? undefined : { operation: operation.id, reason, ran: 'part' };
}

/** The same of what came last: that wrong credentials are refused says nothing once the right ones are. */
export async function shutOutAtTheEnd({ session: { entry }, tally }: Run): Promise<readonly Unjudged[]> {
  if (entry.closed() !== undefined) return [];
  for (const operation of entry.unproved()) {
    await entry.lookAgain(operation, { since: `the last of ${tally.cases()} cases at the latest` });
    const reason = entry.closed();
    if (reason !== undefined) return [{ operation: operation.id, reason, ran: 'part' }];
  }
  return [];
}

/** Each is looked into once: a store that often answers so need not be asked one time more for every case. */
function doubtsOf(attempt: Attempt): readonly string[] {
  const turnedAway = attempt.scenes.filter(({ exchange, earlier }) =>
    [exchange, ...earlier].some(isTurnedAway),
  );
  if (turnedAway.length === 0) return [];
  const ours = turnedAway.filter(
    ({ draft, exchange }) => draft.credentials === 'right' && isTurnedAway(exchange),
  );
  const kinds = ours.map(({ verdict, exchange }) =>
    [verdict.judged.case.operation.id, attempt.tried.family, statusOf(exchange)].join('|'),
  );
  return [...brokenIn(attempt).keys(), ...kinds];
}
