/** From broken checks to findings: sent again before anybody is accused, and folded where the cause is the same. */
import { sourceLine } from '../../spec/contract.ts';
import type { Confirmation, Finding, Severity } from '../finding.ts';
import type { Case, Draft } from './case.ts';
import type { Check, Violation } from './checks/check.ts';
import { masker } from './credentials.ts';
import { evidenceOf } from './evidence.ts';
import { type Exchange, isUnreachable } from './exchange.ts';
import { judge } from './judge.ts';
import type { Session } from './session.ts';

export interface Tried {
  readonly tried: Case;
  readonly draft: Draft;
  readonly exchange: Exchange;
}

/** How often a request that went wrong is sent again. */
const REPEATS = 2;

export interface Triage {
  /** Findings of one exchange that are new; those that are known only count up. */
  add(attempt: Tried): Promise<readonly Severity[]>;
  /** All findings, faults first, each in the order of its first case. */
  findings(): readonly Finding[];
}

export function createTriage(session: Session): Triage {
  const known = new Map<string, Finding>();

  return {
    async add(attempt) {
      const { broken } = judge(attempt.tried, attempt.draft, attempt.exchange);
      const fresh = broken.filter(({ check, violation }) => {
        const before = known.get(fingerprintOf(attempt.tried, check, violation));
        return before === undefined || !isReproduced(before);
      });
      const confirmations = fresh.length === 0 ? new Map() : await confirm(session, attempt, fresh);
      const severities: Severity[] = [];
      for (const { check, violation } of broken) {
        const fingerprint = fingerprintOf(attempt.tried, check, violation);
        const before = known.get(fingerprint);
        const confirmation = confirmations.get(fingerprint) ?? { seen: 1, sent: 1, gone: false };
        const now = findingOf(session, attempt, { check, violation }, confirmation);
        const finding = before === undefined ? now : fold(before, now);
        known.set(fingerprint, finding);
        severities.push(finding.severity);
      }
      return severities;
    },
    findings: () =>
      [...known.values()].toSorted(
        (a, b) => Number(a.severity === 'advice') - Number(b.severity === 'advice'),
      ),
  };
}

/** What was seen once only, and did not come again, must not hide what comes every time. */
function isReproduced({ evidence }: Finding): boolean {
  return evidence === undefined || evidence.confirmation.seen > 1 || evidence.confirmation.gone;
}

function fold(before: Finding, now: Finding): Finding {
  const told = !isReproduced(before) && isReproduced(now) ? now : before;
  return { ...told, more: before.more + 1 };
}

interface Broken {
  readonly check: Check;
  readonly violation: Violation;
}

function fingerprintOf({ operation }: Case, check: Check, violation: Violation): string {
  return [check.id, operation.id, violation.severity ?? check.severity, violation.key].join('|');
}

/** Sends the case again, with fresh ids each time, and counts for each finding how often it was seen. */
async function confirm(
  session: Session,
  { tried, exchange: first }: Tried,
  fresh: readonly Broken[],
): Promise<Map<string, Confirmation>> {
  const seen = new Map<string, number>();
  for (const { check, violation } of fresh) seen.set(fingerprintOf(tried, check, violation), 1);
  let sent = 1;
  while (sent <= REPEATS && session.gone() === undefined) {
    const draft = tried.build(session.fresh);
    const exchange = await (isBroken(first) ? session.sendSettled(tried, draft) : session.send(tried, draft));
    if (isUnreachable(exchange)) break;
    sent++;
    const { broken } = judge(tried, draft, exchange);
    for (const fingerprint of new Set(
      broken.map(({ check, violation }) => fingerprintOf(tried, check, violation)),
    )) {
      const count = seen.get(fingerprint);
      if (count !== undefined) seen.set(fingerprint, count + 1);
    }
  }
  const gone = session.gone() !== undefined;
  return new Map(
    [...seen].map(([fingerprint, count]) => [fingerprint, { seen: count, sent, gone }] as const),
  );
}

/** A connection that ended may have ended for a reason of its own. */
function isBroken({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'broken';
}

function findingOf(
  session: Session,
  attempt: Tried,
  { check, violation }: Broken,
  confirmation: Confirmation,
): Finding {
  const { tried, draft, exchange } = attempt;
  const { contract, baseUrl, credentials } = session.target;
  const schemes = session.schemes.get(tried.operation.id) ?? [];
  const input = { contract, tried, draft, exchange, baseUrl, schemes, credentials };
  const mask = masker(credentials);
  return {
    check: check.id,
    severity: severityOf(check, violation, confirmation),
    title: check.title,
    subject: tried.operation.id,
    expected: mask(violation.expected),
    received: mask(violation.received),
    place: violation.place,
    line: sourceLine(contract, violation.place),
    why: check.why,
    fingerprint: mask(fingerprintOf(tried, check, violation)),
    more: 0,
    evidence: { ...evidenceOf(input), confirmation },
  };
}

/** A connection that broke once and never again may be the network's doing; an answer that was given was given. */
function severityOf(check: Check, violation: Violation, { seen, gone }: Confirmation): Severity {
  if (check.id === 'answer-arrives' && seen === 1 && !gone) return 'advice';
  return violation.severity ?? check.severity;
}
