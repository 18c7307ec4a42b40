/** Replays one case: finds it by its id in the plan, sends it with fresh values, and checks it as in a run. */
import { KitError } from '../../errors.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Evidence, Finding, ShownResponse } from '../finding/finding.ts';
import { defaultRandomOptions } from './cases/test-category.ts';
import { type CheckedCase, type CheckedExchange, checkCase } from './checking/checked-case.ts';
import { createHookChecks } from './checking/hook-checks.ts';
import { createEvidence } from './findings/evidence.ts';
import { createShownCase } from './findings/shown-case.ts';
import { createFixtures, type Fixtures } from './fixtures/record-fixtures.ts';
import { isRateLimited, isTooLarge } from './model/exchange.ts';
import type { TestCase } from './model/test-case.ts';
import { initialCases, isAcceptedElsewhere, planOperation } from './plan/index.ts';
import { withoutGivenHeaders } from './request/credentials/added-headers.ts';
import { withCredentialParameters } from './request/credentials/credential-parameters.ts';
import { uniqueSlug } from './request/values/identifier-names.ts';
import { isDenied } from './session/access.ts';
import { openSession, type Session } from './session/session.ts';
import type { Target } from './session/target.ts';
import { createTriage } from './triage/triage.ts';

export interface Replay extends ReplayedExchange {
  readonly testCase: TestCase;
  /** All of the case, as they were checked. They contain credentials: not for output. */
  readonly exchanges: readonly CheckedExchange[];
  /** For a sequence, the exchanges before it, in order. */
  readonly precedingExchanges: readonly ReplayedExchange[];
  readonly findings: readonly Finding[];
}

/** One exchange of the replayed case. */
export interface ReplayedExchange {
  readonly evidence: Omit<Evidence, 'reproduction'>;
  /** The response, or how the transport failed. */
  readonly response: ShownResponse | { readonly reason: string };
}

/** Throws `case-unknown`, and the errors of a run when the implementation cannot be checked. */
export async function replayCase(target: Target, caseId: string): Promise<Replay> {
  const contract = withCredentialParameters(
    withoutGivenHeaders(target.contract, target.credentials),
    target.credentials,
  );
  const session = openSession({ ...target, contract });
  try {
    const testCase = await findCase(createFixtures(session), caseId);
    const completeChecks = createHookChecks(session.target);
    const checkedCase = await completeChecks(checkCase(testCase, await session.execute(testCase)));
    await throwIfAccessLost(session, checkedCase);
    const triage = createTriage(session, undefined, { completeChecks });
    await triage.add(checkedCase);
    if (triage.errorCount() === 0) throwIfUnchecked(checkedCase);
    const checkedExchange = exchangeToShow(checkedCase);
    const previous =
      testCase.kind === 'request' ? [] : checkedCase.exchanges.slice(0, checkedCase.exchanges.indexOf(checkedExchange));
    const precedingExchanges = previous.map((one) => createReplayedExchange(session, testCase, one));
    return {
      testCase,
      exchanges: checkedCase.exchanges,
      ...createReplayedExchange(session, testCase, checkedExchange),
      precedingExchanges,
      findings: triage.findings(),
    };
  } finally {
    await session.close();
  }
}

function createReplayedExchange(
  { target, schemes: schemesByOperation }: Session,
  testCase: TestCase,
  checkedExchange: CheckedExchange,
): ReplayedExchange {
  const { requestSpec, exchange } = checkedExchange;
  const { contract, baseUrl, credentials, hooks, replayOptions } = target;
  const shownCase = createShownCase(testCase, checkedExchange);
  const schemes = schemesByOperation.get(shownCase.operation.id) ?? [];
  const evidence = createEvidence({
    contract,
    shownCase,
    requestSpec,
    exchange,
    schemes,
    baseUrl,
    credentials,
    hooks: hooks?.used,
    replayOptions,
  });
  const reason = exchange.outcome.kind === 'failure' ? exchange.outcome.failure.reason : '';
  return { evidence, response: evidence.response ?? { reason } };
}

/** Throws `credentials-rejected` when requests accepted before are denied now, since the case then shows nothing. */
async function throwIfAccessLost({ access }: Session, { testCase, exchanges }: CheckedCase): Promise<void> {
  if (!exchanges.some(({ exchange, precedingExchanges }) => [exchange, ...precedingExchanges].some(isDenied))) return;
  await access.recheck(testCase.operation, { since: 'this case', after: testCase.id });
  const lostAccessReason = access.lostReason();
  if (lostAccessReason !== undefined) throw new KitError('credentials-rejected', lostAccessReason);
}

/** A case that a run would report as not checked does not pass here either. Throws `nothing-checked`. */
function throwIfUnchecked({ testCase, exchanges }: CheckedCase): void {
  const unchecked = exchanges.find(({ exchange }) => isTooLarge(exchange) || isRateLimited(exchange));
  if (unchecked === undefined) return;
  const { outcome } = unchecked.exchange;
  const reason =
    outcome.kind === 'failure'
      ? outcome.failure.reason
      : 'got 429 (too many requests) or 503 with Retry-After, also after waiting';
  throw new KitError('nothing-checked', `${testCase.id}: ${reason}`, {
    fix: 'Wait until the implementation accepts requests again, or make it return smaller responses.',
  });
}

/** The failed exchange, otherwise the first; for a sequence, the last. */
function exchangeToShow({ testCase, exchanges }: CheckedCase): CheckedExchange {
  const defaultExchange = testCase.kind === 'request' ? exchanges[0] : exchanges.at(-1);
  const shownExchange = exchanges.find(({ checkResult }) => checkResult.violations.length > 0) ?? defaultExchange;
  if (shownExchange === undefined) throw new KitError('nothing-checked', 'the case sent no request');
  return shownExchange;
}

/** From the same plan as in a run, which depends on how the implementation responds to a valid request. */
async function findCase(fixtures: Fixtures, caseId: string): Promise<TestCase> {
  const { session } = fixtures;
  const { operations } = session.target.contract;
  for (const operation of operations) {
    if (!caseId.startsWith(`${uniqueSlug(operation, operations)}/`)) continue;
    const [first] = initialCases(session, operation, []);
    // The initial case must be the first request, so nothing is sent before it.
    if (first?.id === caseId) return first;
    // As in a run, where it shows that the server speaks HTTP.
    if (first !== undefined) await session.execute(first);
    const plan = await planOperation(fixtures, operation, {
      categories: [],
      randomOptions: defaultRandomOptions,
    });
    const isAccessDenied = plan.rejection?.code === 'credentials-rejected';
    if (isAccessDenied && !(await isAcceptedByOther(fixtures, operation))) throw plan.rejection;
    const found = plan.findCase(caseId);
    if (found !== undefined) return found;
    if (plan.rejection !== undefined) throw plan.rejection;
  }
  throw new KitError('case-unknown', JSON.stringify(caseId));
}

/** Whether another operation accepts the credentials that this one rejects, as in a run. */
async function isAcceptedByOther(fixtures: Fixtures, rejectedOperation: Operation): Promise<boolean> {
  const { session } = fixtures;
  for (const operation of session.target.contract.operations) {
    if (isAcceptedElsewhere(session, rejectedOperation)) return true;
    if (operation !== rejectedOperation)
      await planOperation(fixtures, operation, { categories: [], randomOptions: defaultRandomOptions });
  }
  return isAcceptedElsewhere(session, rejectedOperation);
}
