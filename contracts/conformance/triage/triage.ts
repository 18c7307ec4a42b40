/** From broken checks to findings: sent again before anybody is accused, and folded where the cause is the same. */
import { type Finding, faultsFirst, type Severity } from '../../finding/finding.ts';
import { type Attempt, type Broken, brokenIn, type JudgedScene } from '../judging/attempt.ts';
import type { Case } from '../model/case.ts';
import type { Session } from '../session/session.ts';
import { findingOf } from '../telling/make-finding.ts';
import { requestsTold } from '../telling/shown-case.ts';
import { isReproduced, shownAlready } from './by-chance.ts';
import { type Confirmer, createConfirmer } from './confirm.ts';
import { countCauses, nameOfRest, ONCE, restOf } from './many-causes.ts';

export interface Triage {
  /** Confirms and keeps the findings that are new; those that are known only count up. */
  add(attempt: Attempt): Promise<readonly Severity[]>;
  /** All findings, faults first, each in the order of its first case. */
  findings(): readonly Finding[];
  faults(): number;
}

/** `isOver` tells when there is no time left to send anything again. */
export function createTriage(session: Session, isOver = () => false): Triage {
  const known = new Map<string, Finding>();
  /** How plainly each of them is shown. */
  const shown = new Map<string, number>();
  const causes = countCauses();
  const confirmer = createConfirmer(session, isOver);
  return {
    async add(attempt) {
      const broken = brokenIn(attempt);
      if (broken.size === 0) return [];
      const unseen = [...broken].filter(([key, one]) => {
        const name = nameFor(attempt, key, one);
        const isNew = !isReproduced(known.get(name)) || plainness(attempt.tried, one.scene) < shownAt(name);
        return name !== nameOfRest(one) && isNew;
      });
      const found = await confirmed({ session, confirmer }, attempt, new Map(unseen));
      return [...broken].map(([key, one]) => {
        const name = nameFor(attempt, key, one);
        const finding = findingFor({ attempt, one, name, now: found.get(key) });
        if (finding.evidence !== known.get(name)?.evidence)
          shown.set(name, plainness(attempt.tried, one.scene));
        known.set(name, finding);
        return finding.severity;
      });
    },
    findings: () => faultsFirst([...known.values()]),
    faults: () => [...known.values()].filter((finding) => !isAdvice(finding)).length,
  };

  function shownAt(name: string): number {
    return shown.get(name) ?? 0;
  }

  function findingFor({ attempt: { tried }, one, name, now }: Told): Finding {
    const before = known.get(name);
    if (name === nameOfRest(one))
      return before === undefined ? restOf(session, tried, one) : onceMore(before, tried.id);
    if (before !== undefined && now === undefined) return onceMore(before, tried.id);
    const finding = fold(before, now ?? findingOf(session, tried, one, ONCE));
    if (before === undefined) causes.add(one, finding);
    return finding;
  }

  /** That of its cause, while there is room for one more. */
  function nameFor(attempt: Attempt, fingerprint: string, one: Broken): string {
    const name = nameOfCause(attempt, fingerprint, one);
    return known.has(name) || causes.hasRoomFor(one) ? name : nameOfRest(one);
  }

  /** Of what was drawn at random, and is told already, the name of that. */
  function nameOfCause({ tried }: Attempt, fingerprint: string, { check, violation }: Broken): string {
    if (tried.simpler === undefined) return fingerprint;
    const severity = violation.severity ?? check.severity;
    const drawn = {
      check: check.id,
      severity,
      subject: tried.operation.id,
      place: violation.place,
      fingerprint,
    };
    const shown = shownAlready(drawn, known.values());
    if (shown === undefined) return fingerprint;
    const [name = fingerprint] = [...known].find(([, finding]) => finding === shown) ?? [];
    return name;
  }
}

/** One of the things that an attempt shows to be broken. */
interface Told {
  readonly attempt: Attempt;
  readonly one: Broken;
  readonly name: string;
  /** Undefined where it was not sent again. */
  readonly now: Finding | undefined;
}

/** The findings by fingerprint, each with how often it was seen, and as simple as it can be shown. */
async function confirmed(
  { session, confirmer }: { readonly session: Session; readonly confirmer: Confirmer },
  attempt: Attempt,
  unseen: ReadonlyMap<string, Broken>,
): Promise<ReadonlyMap<string, Finding>> {
  if (unseen.size === 0) return new Map();
  const told = await confirmer.simplest(attempt, [...unseen.keys()]);
  const { sent, seen, gone } = await confirmer.confirm(told, [...unseen.keys()]);
  const shown = brokenIn(told);
  const findings = [...unseen].map(([fingerprint, one]) => {
    const confirmation = { seen: seen.get(fingerprint) ?? 1, sent, gone };
    const simple = shown.get(fingerprint);
    const { tried } = simple === undefined ? attempt : told;
    return [fingerprint, findingOf(session, tried, simple ?? one, confirmation)] as const;
  });
  return new Map(findings);
}

function isAdvice({ severity }: Finding): boolean {
  return severity === 'advice';
}

function fold(before: Finding | undefined, now: Finding): Finding {
  if (before === undefined) return now;
  const isBetter = !isReproduced(before) || now.severity === before.severity;
  const told = isReproduced(now) && isBetter ? now : before;
  const { evidence } = told === now ? before : now;
  return { ...told, more: before.more + 1, others: othersOf(before, evidence?.caseId) };
}

/** What is known, and was seen again, is not written out once more: of a wrong store that is nearly every case. */
function onceMore(before: Finding, caseId: string): Finding {
  return { ...before, more: before.more + 1, others: othersOf(before, caseId) };
}

const MOST_OTHERS = 3;

/** Which cases show the same: the first few are enough to see what they have in common. */
function othersOf({ others = [] }: Finding, caseId: string | undefined): readonly string[] {
  if (caseId === undefined || others.length >= MOST_OTHERS || others.includes(caseId)) return others;
  return [...others, caseId];
}

/** Lower is plainer: what was made on purpose, fewer requests, a kind of case that needs no thought. */
function plainness({ family, company, simpler }: Case, scene: JudgedScene): number {
  // To make it simpler takes many requests.
  if (simpler !== undefined) return Number.POSITIVE_INFINITY;
  const requests = requestsTold(scene) + (company === undefined ? 0 : 1);
  const rank = plainFamilies.indexOf(family);
  return requests + (rank < 0 ? plainFamilies.length : rank) / (plainFamilies.length + 1);
}

/** Anybody has seen these go wrong. */
const plainFamilies = ['valid-bodies', 'missing-properties', 'wrong-types'];
