/** What is refused is only judged while what was accepted before is accepted again. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { UncheckedOperation } from '../../report/stage-report.ts';
import { type CheckedCase, failuresByFingerprint } from '../checking/checked-case.ts';
import { statusOf } from '../model/exchange.ts';
import { isDenied } from '../session/access.ts';
import type { Run } from './stop-conditions.ts';

/** Whether an attempt is not to be judged. Sends nothing unless it was turned away. */
export async function hasLostAccess(
  { session, counters, investigated }: Run,
  checkedCase: CheckedCase,
): Promise<boolean> {
  const { access } = session;
  const doubts = accessDoubts(checkedCase).filter((doubt) => !investigated.has(doubt));
  for (const doubt of doubts) investigated.add(doubt);
  if (doubts.length > 0 && access.lostReason() === undefined) {
    const { operation, id } = checkedCase.testCase;
    await access.recheck(operation, { since: `case ${counters.caseCount() + 1} at the latest`, after: id });
  }
  return access.lostReason() !== undefined;
}

/** The same after the first requests of an operation, which find out what there is to be tried of it. */
export async function checkAccess(run: Run, operation: Operation): Promise<UncheckedOperation | undefined> {
  const { access } = run.session;
  if (access.lostReason() === undefined && access.isDoubtful(operation))
    await access.recheck(operation, { since: `the first requests to ${operation.id}` });
  const reason = access.lostReason();
  return reason === undefined ? undefined : { operation: operation.id, reason, ran: 'part' };
}

/** The same of what came last: that wrong credentials are refused says nothing once the right ones are. */
export async function checkAccessAtEnd({ session: { access }, counters }: Run): Promise<readonly UncheckedOperation[]> {
  if (access.lostReason() !== undefined) return [];
  for (const operation of access.unverifiedOperations()) {
    await access.recheck(operation, { since: `the last of ${counters.caseCount()} cases at the latest` });
    const reason = access.lostReason();
    if (reason !== undefined) return [{ operation: operation.id, reason, ran: 'part' }];
  }
  return [];
}

/** Each is looked into once: a store that often answers so need not be asked one time more for every case. */
function accessDoubts(checkedCase: CheckedCase): readonly string[] {
  const deniedExchanges = checkedCase.exchanges.filter(({ exchange, precedingExchanges }) =>
    [exchange, ...precedingExchanges].some(isDenied),
  );
  if (deniedExchanges.length === 0) return [];
  const deniedWithRightCredentials = deniedExchanges.filter(
    ({ requestSpec, exchange }) => requestSpec.credentials === 'right' && isDenied(exchange),
  );
  const kinds = deniedWithRightCredentials.map(({ checkResult, exchange }) =>
    [checkResult.context.testCase.operation.id, checkedCase.testCase.category, statusOf(exchange)].join('|'),
  );
  return [...failuresByFingerprint(checkedCase).keys(), ...kinds];
}
