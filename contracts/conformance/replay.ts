/** One case again: found by its id in the plan of a run, sent with fresh ids, judged like the first time. */
import { KitError } from '../../errors.ts';
import type { Evidence, Finding, SeenAnswer } from '../finding.ts';
import type { Case } from './case.ts';
import { evidenceOf } from './evidence.ts';
import { planFor } from './plan.ts';
import { openSession, type Session, type Target } from './session.ts';
import { createTriage } from './triage.ts';
import { slug } from './twin.ts';

export interface Replay {
  readonly tried: Case;
  readonly evidence: Omit<Evidence, 'confirmation'>;
  /** What came back, or how the transport failed. */
  readonly answer: SeenAnswer | { readonly reason: string };
  readonly findings: readonly Finding[];
}

/** Throws `case-unknown`, and what a run throws when the implementation cannot be judged. */
export async function replayCase(target: Target, caseId: string): Promise<Replay> {
  const session = openSession(target);
  try {
    const tried = await findCase(session, caseId);
    const draft = tried.build(session.fresh);
    const exchange = await session.send(tried, draft);
    const triage = createTriage(session);
    await triage.add({ tried, draft, exchange });
    const { contract, baseUrl, credentials } = target;
    const schemes = session.schemes.get(tried.operation.id) ?? [];
    const evidence = evidenceOf({ contract, tried, draft, exchange, schemes, baseUrl, credentials });
    const reason = exchange.outcome.kind === 'failure' ? exchange.outcome.failure.reason : '';
    return { tried, evidence, answer: evidence.answer ?? { reason }, findings: triage.findings() };
  } finally {
    await session.close();
  }
}

/** From the same plan as in a run, which depends on how this implementation takes a valid request. */
async function findCase(session: Session, caseId: string): Promise<Case> {
  for (const operation of session.target.contract.operations) {
    if (!caseId.startsWith(`${slug(operation.id)}/`)) continue;
    const { cases } = await planFor(session, operation, []);
    const found = [...cases].find(({ id }) => id === caseId);
    if (found !== undefined) return found;
  }
  throw new KitError('case-unknown', JSON.stringify(caseId));
}
