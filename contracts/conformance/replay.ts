/** One case again: found by its id in the contract, sent with fresh ids, judged like the first time. */
import { KitError } from '../../errors.ts';
import type { Evidence, Finding, SeenAnswer } from '../finding.ts';
import type { Case } from './case.ts';
import { families } from './cases/index.ts';
import { schemesFor } from './credentials.ts';
import { evidenceOf } from './evidence.ts';
import { openSession, type Target } from './session.ts';
import { createTriage } from './triage.ts';
import { isTwin, twinOf } from './twin.ts';

export interface Replay {
  readonly tried: Case;
  readonly evidence: Omit<Evidence, 'confirmation'>;
  /** What came back, or how the transport failed. */
  readonly answer: SeenAnswer | { readonly reason: string };
  readonly findings: readonly Finding[];
}

/** Throws `case-unknown`. */
export async function replayCase(target: Target, caseId: string): Promise<Replay> {
  const tried = findCase(target, caseId);
  const session = openSession(target);
  try {
    const draft = tried.build(session.fresh);
    const exchange = await session.send(tried, draft);
    const triage = createTriage(session);
    await triage.add({ tried, draft, exchange });
    const schemes = session.schemes.get(tried.operation.id) ?? [];
    const evidence = evidenceOf({
      tried,
      draft,
      exchange,
      schemes,
      baseUrl: target.baseUrl,
      credentials: target.credentials,
    });
    const reason = exchange.outcome.kind === 'failure' ? exchange.outcome.failure.reason : '';
    return { tried, evidence, answer: evidence.answer ?? { reason }, findings: triage.findings() };
  } finally {
    await session.close();
  }
}

function findCase({ contract, credentials }: Target, caseId: string): Case {
  for (const operation of contract.operations) {
    const twin = twinOf(operation, schemesFor(operation, credentials));
    if (!isTwin(twin)) continue;
    const found = families.flatMap((family) => [...family.generate(twin)]).find(({ id }) => id === caseId);
    if (found !== undefined) return found;
  }
  throw new KitError('case-unknown', JSON.stringify(caseId));
}
