/** One case again: found by its id in the plan of a run, sent with fresh ids, judged like the first time. */
import { KitError } from '../../errors.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Evidence, Finding, SeenAnswer } from '../finding/finding.ts';
import { defaultDraws } from './cases/family.ts';
import { createFixtures, type Fixtures } from './fixtures/records.ts';
import { type Attempt, type JudgedScene, judgeScenes } from './judging/attempt.ts';
import type { Case } from './model/case.ts';
import { isLimited, isTooLarge } from './model/exchange.ts';
import { firstOfAll, isOpenedElsewhere, planFor } from './plan/index.ts';
import { slugAmong } from './request/values/names.ts';
import { isTurnedAway } from './session/entry.ts';
import { openSession, type Session, type Target } from './session/session.ts';
import { evidenceOf } from './telling/evidence.ts';
import { shownCase } from './telling/shown-case.ts';
import { createTriage } from './triage/triage.ts';

export interface Replay extends ShownExchange {
  readonly tried: Case;
  /** Of a story, what was sent before, in order. */
  readonly earlier: readonly ShownExchange[];
  readonly findings: readonly Finding[];
}

/** One exchange of it. */
export interface ShownExchange {
  readonly evidence: Omit<Evidence, 'confirmation'>;
  /** What came back, or how the transport failed. */
  readonly answer: SeenAnswer | { readonly reason: string };
}

/** Throws `case-unknown`, and what a run throws when the implementation cannot be judged. */
export async function replayCase(target: Target, caseId: string): Promise<Replay> {
  const session = openSession(target);
  try {
    const tried = await findCase(createFixtures(session), caseId);
    const attempt = judgeScenes(tried, await session.execute(tried));
    await refuseShutOut(session, attempt);
    const triage = createTriage(session);
    await triage.add(attempt);
    if (triage.faults() === 0) refuseUnjudged(attempt);
    const scene = sceneToShow(attempt);
    const before = tried.kind === 'request' ? [] : attempt.scenes.slice(0, attempt.scenes.indexOf(scene));
    const earlier = before.map((one) => shownOf(session, tried, one));
    return { tried, ...shownOf(session, tried, scene), earlier, findings: triage.findings() };
  } finally {
    await session.close();
  }
}

function shownOf({ target, schemes: known }: Session, tried: Case, scene: JudgedScene): ShownExchange {
  const { draft, exchange } = scene;
  const { contract, baseUrl, credentials } = target;
  const shown = shownCase(tried, scene);
  const schemes = known.get(shown.operation.id) ?? [];
  const evidence = evidenceOf({ contract, tried: shown, draft, exchange, schemes, baseUrl, credentials });
  const reason = exchange.outcome.kind === 'failure' ? exchange.outcome.failure.reason : '';
  return { evidence, answer: evidence.answer ?? { reason } };
}

/** Where what was accepted is refused by now, the case shows nothing. Throws `credentials-refused`. */
async function refuseShutOut({ entry }: Session, { tried, scenes }: Attempt): Promise<void> {
  if (!scenes.some(({ exchange, earlier }) => [exchange, ...earlier].some(isTurnedAway))) return;
  await entry.lookAgain(tried.operation, { since: 'this case', after: tried.id });
  const closed = entry.closed();
  if (closed !== undefined) throw new KitError('credentials-refused', closed);
}

/** What a run says that it could not judge is no pass here either. Throws `nothing-judged`. */
function refuseUnjudged({ tried, scenes }: Attempt): void {
  const unjudged = scenes.find(({ exchange }) => isTooLarge(exchange) || isLimited(exchange));
  if (unjudged === undefined) return;
  const { outcome } = unjudged.exchange;
  const reason =
    outcome.kind === 'failure' ? outcome.failure.reason : 'answered 429 (too many), also after waiting';
  throw new KitError('nothing-judged', `${tried.id}: ${reason}`, {
    fix: 'Wait until it takes requests again, or let it answer with less.',
  });
}

/** The one that went wrong, or else the first; of a story the last, which has all others before it. */
function sceneToShow({ tried, scenes }: Attempt): JudgedScene {
  const other = tried.kind === 'request' ? scenes[0] : scenes.at(-1);
  const shown = scenes.find(({ verdict }) => verdict.broken.length > 0) ?? other;
  if (shown === undefined) throw new KitError('nothing-judged', 'the case sent nothing');
  return shown;
}

/** From the same plan as in a run, which depends on how this implementation takes a valid request. */
async function findCase(fixtures: Fixtures, caseId: string): Promise<Case> {
  const { session } = fixtures;
  const { operations } = session.target.contract;
  for (const operation of operations) {
    if (!caseId.startsWith(`${slugAmong(operation, operations)}/`)) continue;
    const [first] = firstOfAll(session, operation, []);
    // Anything sent before would make it another case.
    if (first?.id === caseId) return first;
    // As in a run, where it shows that somebody is there who speaks HTTP.
    if (first !== undefined) await session.execute(first);
    const plan = await planFor(fixtures, operation, { only: [], draws: defaultDraws });
    const isRefused = plan.refusal?.code === 'credentials-refused';
    if (isRefused && !(await opensAnother(fixtures, operation))) throw plan.refusal;
    const found = plan.find(caseId);
    if (found !== undefined) return found;
    if (plan.refusal !== undefined) throw plan.refusal;
  }
  throw new KitError('case-unknown', JSON.stringify(caseId));
}

/** Whether the credentials that an operation refuses are right all the same, as in a run. */
async function opensAnother(fixtures: Fixtures, refused: Operation): Promise<boolean> {
  const { session } = fixtures;
  for (const operation of session.target.contract.operations) {
    if (isOpenedElsewhere(session, refused)) return true;
    if (operation !== refused) await planFor(fixtures, operation, { only: [], draws: defaultDraws });
  }
  return isOpenedElsewhere(session, refused);
}
