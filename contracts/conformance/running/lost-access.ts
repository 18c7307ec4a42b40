/** Detects lost access: rejections are only checked while requests accepted before are still accepted. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { UncheckedOperation } from '../../report/stage-report.ts';
import { type CheckedCase, failuresByFingerprint } from '../checking/checked-case.ts';
import { statusOf } from '../model/exchange.ts';
import { isDenied } from '../session/access.ts';
import type { Run } from './stop-conditions.ts';

/** Whether a case cannot be checked. Sends requests only when the case was denied. */
export async function hasLostAccess(
  { session, counters, investigated }: Run,
  checkedCase: CheckedCase,
): Promise<boolean> {
  const { access } = session;
  const doubts = accessDoubts(checkedCase).filter((doubt) => !investigated.has(doubt));
  for (const doubt of doubts) investigated.add(doubt);
  if (doubts.length > 0 && access.lostReason() === undefined) {
    const { operation, id } = checkedCase.testCase;
    await access.recheck(operation, { since: `case ${counters.caseCount() + 1} or earlier`, after: id });
  }
  return access.lostReason() !== undefined;
}

/** The same after the preflight of an operation. */
export async function checkAccess(run: Run, operation: Operation): Promise<UncheckedOperation | undefined> {
  const { access } = run.session;
  if (access.lostReason() === undefined && access.isDoubtful(operation))
    await access.recheck(operation, { since: `the first requests to ${operation.id}` });
  const reason = access.lostReason();
  return reason === undefined ? undefined : { operation: operation.id, reason, casesRun: 'some' };
}

/** The same for the last cases: rejected invalid credentials prove nothing if valid ones are rejected too. */
export async function checkAccessAtEnd({ session: { access }, counters }: Run): Promise<readonly UncheckedOperation[]> {
  if (access.lostReason() !== undefined) return [];
  for (const operation of access.unverifiedOperations()) {
    await access.recheck(operation, { since: `the last of ${counters.caseCount()} cases or earlier` });
    const reason = access.lostReason();
    if (reason !== undefined) return [{ operation: operation.id, reason, casesRun: 'some' }];
  }
  return [];
}

/**
 * The kinds of denial in a case. Each kind is checked only once, so that frequent denials do not double the requests.
 */
function accessDoubts(checkedCase: CheckedCase): readonly string[] {
  const deniedExchanges = checkedCase.exchanges.filter(({ exchange, precedingExchanges }) =>
    [exchange, ...precedingExchanges].some(isDenied),
  );
  if (deniedExchanges.length === 0) return [];
  const deniedWithValidCredentials = deniedExchanges.filter(
    ({ requestSpec, exchange }) => requestSpec.credentials === 'right' && isDenied(exchange),
  );
  const kinds = deniedWithValidCredentials.map(({ checkResult, exchange }) =>
    [checkResult.context.testCase.operation.id, checkedCase.testCase.category, statusOf(exchange)].join('|'),
  );
  return [...failuresByFingerprint(checkedCase).keys(), ...kinds];
}
