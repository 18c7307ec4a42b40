/** The conformance run: contract in, events out. Knows no reporter. */
import { KitError } from '../../errors.ts';
import { type Contract, formatPlace, type Operation } from '../../spec/contract.ts';
import type { Finding, Severity } from '../finding.ts';
import type { Case, OpenAnswer } from './case.ts';
import { credentials as credentialCases } from './cases/credentials.ts';
import { families, familiesFor } from './cases/index.ts';
import { validBodies } from './cases/valid-bodies.ts';
import { declaresInvalid } from './checks/status-declared.ts';
import { isSecured } from './credentials.ts';
import { judge } from './judge.ts';
import { type DuplicatePolicy, type Preflight, preflight } from './preflight.ts';
import { openSession, type Session, type Target } from './session.ts';
import { createTriage, type Triage } from './triage.ts';
import { isTwin, type Twin, twinOf } from './twin.ts';

export interface RunOptions extends Target {
  /** Families to run; all when empty. */
  readonly only: readonly string[];
}

export type RunEvent =
  | {
      readonly type: 'case';
      readonly operation: string;
      readonly family: string;
      readonly result: CaseResult;
    }
  | { readonly type: 'finished'; readonly result: RunResult };

export type CaseResult = 'passed' | Severity;

export interface RunResult {
  /** Of operation × family, in the order of the run. */
  readonly rows: readonly Row[];
  /** Of operation × check, for reports that need a line for each. */
  readonly checked: readonly Checked[];
  readonly findings: readonly Finding[];
  /** What could not be judged, and why. */
  readonly unjudged: readonly Unjudged[];
  /** What the contract leaves out, said once. */
  readonly gaps: readonly string[];
  readonly cases: number;
  readonly requests: number;
  readonly ms: number;
}

export interface Row {
  readonly operation: string;
  readonly family: string;
  readonly cases: number;
  readonly faults: number;
  readonly advice: number;
}

export interface Checked {
  readonly operation: string;
  readonly check: string;
  /** Exchanges that the check had something to say of. */
  readonly exchanges: number;
}

export interface Unjudged {
  readonly operation: string;
  readonly reason: string;
  /** `none` of its cases ran, or only those that need no accepted request. */
  readonly ran: 'none' | 'credentials only';
}

/**
 * Ends by itself: the cases are finite and every exchange has a time limit. Throws a KitError when nothing can be
 * judged: unreachable, credentials refused, no valid request accepted, no cases.
 */
export async function* runConformance(options: RunOptions): AsyncGenerator<RunEvent> {
  checkFamilyNames(options.only);
  const start = performance.now();
  const session = openSession(options);
  const tally = createTally();
  const triage = createTriage(session);
  const unjudged: Unjudged[] = [];
  try {
    for (const operation of options.contract.operations) {
      yield* coldStart(session, triage, tally, operation, options.only);
      const plan = await planFor(session, operation, options.only);
      if (plan.unjudged !== undefined) unjudged.push(plan.unjudged);
      for await (const done of tryAll(session, triage, tally, plan.cases)) {
        tally.count(done.operation, done.family, done.result);
        yield done;
      }
    }
  } finally {
    await session.close();
  }
  if (tally.cases() === 0) throw new KitError('nothing-judged', reasonOf(unjudged, options.only));
  const { rows, checked } = tally.read();
  const ms = performance.now() - start;
  const result = { rows, checked, findings: triage.findings(), unjudged, gaps: gapsOf(options.contract) };
  yield { type: 'finished', result: { ...result, cases: tally.cases(), requests: session.sent(), ms } };
}

function checkFamilyNames(only: readonly string[]): void {
  const names = families.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new KitError('option-invalid', `--only ${unknown}: expected one of ${names.join(', ')}`);
}

function reasonOf(unjudged: readonly Unjudged[], only: readonly string[]): string {
  if (unjudged.length > 0)
    return unjudged.map(({ operation, reason }) => `${operation}: ${reason}`).join('\n');
  return `no case of ${only.join(', ')} applies to this contract`;
}

/** Before anything has succeeded: some implementations only check once they have warmed up. */
async function* coldStart(
  session: Session,
  triage: Triage,
  tally: Tally,
  operation: Operation,
  only: readonly string[],
): AsyncGenerator<Done> {
  const twin = twinOf(operation, session.schemes.get(operation.id) ?? []);
  const runs = familiesFor(only).includes(credentialCases);
  const [first] = isTwin(twin) && runs ? credentialCases.generate(twin) : [];
  if (first === undefined) return;
  const { id, mutation } = first;
  yield* tryAll(session, triage, tally, [
    { ...first, id: `${id}-at-first`, mutation: `${mutation}, in the first request of all` },
  ]);
}

interface Plan {
  readonly cases: Iterable<Case>;
  readonly unjudged: Unjudged | undefined;
}

async function planFor(session: Session, operation: Operation, only: readonly string[]): Promise<Plan> {
  const twin = twinOf(operation, session.schemes.get(operation.id) ?? []);
  if (!isTwin(twin)) {
    return { cases: [], unjudged: { operation: operation.id, reason: twin.reason, ran: 'none' } };
  }
  const ready = await preflight(session, twin);
  return ready.kind === 'ready' ? fullPlan(twin, ready, only) : partialPlan(twin, ready, only);
}

/** What is valid is tried as the contract has it; every other case is a mutation of the request that was accepted. */
function fullPlan(twin: Twin, ready: Extract<Preflight, { kind: 'ready' }>, only: readonly string[]): Plan {
  const cases = familiesFor(only).flatMap((family) => [
    ...family.generate(family === validBodies ? twin : ready.twin),
  ]);
  return { cases: cases.map((tried) => withPolicy(tried, ready.duplicates)), unjudged: undefined };
}

/** Without an accepted request a rejection proves nothing; only a refusal of wrong credentials still does. */
function partialPlan(
  twin: Twin,
  { reason }: Extract<Preflight, { kind: 'no twin' }>,
  only: readonly string[],
): Plan {
  const cases = familiesFor(only)
    .flatMap((family) => [...family.generate(twin)])
    .filter(({ expectation }) => expectation === 'refuse');
  return { cases, unjudged: { operation: twin.operation.id, reason, ran: 'credentials only' } };
}

const duplicateRefused: OpenAnswer = {
  status: 'declared client error',
  because: 'this implementation refuses duplicates, and the value is the same in every run',
};

function withPolicy(tried: Case, duplicates: DuplicatePolicy): Case {
  const isOpen =
    duplicates === 'refused' ? tried.fixed !== undefined : duplicates !== 'taken' && tried.fixed === 'number';
  return isOpen ? { ...tried, open: [...tried.open, duplicateRefused] } : tried;
}

type Done = Extract<RunEvent, { type: 'case' }>;

/** At most `concurrency` cases under way; results in the order of the cases. */
async function* tryAll(
  session: Session,
  triage: Triage,
  tally: Tally,
  cases: Iterable<Case>,
): AsyncGenerator<Done> {
  const underWay: Promise<Done>[] = [];
  for (const tried of cases) {
    underWay.push(tryCase(session, triage, tally, tried));
    if (underWay.length >= session.target.concurrency) yield* shift(underWay);
  }
  while (underWay.length > 0) yield* shift(underWay);
}

async function* shift(underWay: Promise<Done>[]): AsyncGenerator<Done> {
  const first = await underWay.shift();
  if (first !== undefined) yield first;
}

async function tryCase(session: Session, triage: Triage, tally: Tally, tried: Case): Promise<Done> {
  const draft = tried.build(session.fresh);
  const exchange = await session.send(tried, draft);
  for (const check of judge(tried, draft, exchange).applied) tally.applied(tried.operation.id, check.id);
  const severities = await triage.add({ tried, draft, exchange });
  const result = severities.includes('fault') ? 'fault' : (severities[0] ?? 'passed');
  return { type: 'case', operation: tried.operation.id, family: tried.family, result };
}

interface Tally {
  count(operation: string, family: string, result: CaseResult): void;
  applied(operation: string, check: string): void;
  cases(): number;
  read(): Pick<RunResult, 'rows' | 'checked'>;
}

function createTally(): Tally {
  const rows = new Map<string, Row>();
  const checked = new Map<string, Checked>();
  let cases = 0;
  return {
    cases: () => cases,
    read: () => ({ rows: [...rows.values()], checked: [...checked.values()] }),
    count(operation, family, result) {
      cases++;
      const key = `${operation} ${family}`;
      const row = rows.get(key) ?? { operation, family, cases: 0, faults: 0, advice: 0 };
      const faults = row.faults + Number(result === 'fault');
      rows.set(key, {
        ...row,
        cases: row.cases + 1,
        faults,
        advice: row.advice + Number(result === 'advice'),
      });
    },
    applied(operation, check) {
      const key = `${operation} ${check}`;
      const before = checked.get(key)?.exchanges ?? 0;
      checked.set(key, { operation, check, exchanges: before + 1 });
    },
  };
}

function gapsOf({ operations }: Contract): readonly string[] {
  return operations.flatMap((operation) => {
    const { id, place, responses } = operation;
    const declaresRefusal = responses.some(({ status }) => /^(401|403|4XX|default)$/.test(status));
    return [
      ...(isSecured(operation) && !declaresRefusal
        ? [`${id} asks for credentials but declares no 401; any refusal is taken`]
        : []),
      ...(declaresInvalid(operation)
        ? []
        : [`${id} declares no answer to an invalid request; any 4xx is taken`]),
    ].map((gap) => `${formatPlace(place)}: ${gap}`);
  });
}
