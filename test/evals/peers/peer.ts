/** What the catalogues of other tools test, each entry with a verdict. */
import type { MissingTest } from './missing-tests.ts';

export interface Peer {
  readonly name: string;
  /** Of the repository. */
  readonly url: string;
  /** The last release, and how many commits follow it. */
  readonly version: string;
  /** 40 hexadecimal digits. */
  readonly commit: string;
  /** Of the repository. */
  readonly licence: string;
  /** What its tests are called, and where they are. */
  readonly source: string;
  readonly groups: readonly PeerGroup[];
}

export interface PeerGroup {
  readonly title: string;
  /** Applies to all rows. */
  readonly note?: string;
  readonly tests: readonly PeerTest[];
}

/** A fuzzer, checker, check or oracle. */
export interface PeerTest {
  /** As in the tool's source. */
  readonly name: string;
  /** What it sends or looks for. */
  readonly purpose: string;
  readonly verdict: Verdict;
}

export type Verdict = Covered | Missing | NotAdopted;

export interface Covered {
  readonly kind: 'covered';
  /** Ids of checks and lint rules, or of the error that stops the start. */
  readonly checks: readonly string[];
  readonly where: CoveredWhere;
  /** Where the other tool goes further; mostly it reports what a correct service may do. */
  readonly difference?: string;
}

/** `cases` are ids of cases that the verifier generates for orders.yaml. */
export type CoveredWhere =
  | { readonly kind: 'cases'; readonly cases: readonly string[] }
  | { readonly kind: 'every response' }
  | { readonly kind: 'lint' }
  | { readonly kind: 'start' };

export interface Missing {
  readonly kind: 'missing';
  readonly test: MissingTest;
}

export interface NotAdopted {
  readonly kind: 'not adopted';
  /** A correct service that it would report, or why a contract cannot decide it. */
  readonly example: string;
}

export const verdictKinds = ['covered', 'missing', 'not adopted'] as const satisfies readonly Verdict['kind'][];

export function peerTest(name: string, purpose: string, verdict: Verdict): PeerTest {
  return { name, purpose, verdict };
}

export function coveredBy(checks: readonly string[], ...cases: readonly string[]): Covered {
  return { kind: 'covered', checks, where: { kind: 'cases', cases } };
}

/** The cases are invalid requests. */
export function rejected(...cases: readonly string[]): Covered {
  return coveredBy(['invalid-rejected'], ...cases);
}

/** The cases are valid requests. */
export function accepted(...cases: readonly string[]): Covered {
  return coveredBy(['valid-accepted'], ...cases);
}

/** The cases have values that are stored and returned as they were sent. */
export function returned(...cases: readonly string[]): Covered {
  return coveredBy(['valid-accepted', 'created-is-echoed'], ...cases);
}

/** The contract leaves open how to respond to the cases, except with a server error. */
export function survived(...cases: readonly string[]): Covered {
  return coveredBy(['no-server-error'], ...cases);
}

export function everyResponse(...checks: readonly string[]): Covered {
  return { kind: 'covered', checks, where: { kind: 'every response' } };
}

export function lintedBy(...checks: readonly string[]): Covered {
  return { kind: 'covered', checks, where: { kind: 'lint' } };
}

/** A document with this error is not loaded. */
export const stopsTheStart: Covered = { kind: 'covered', checks: ['spec-invalid'], where: { kind: 'start' } };

/** The second user is given by `--auth-other`. */
export const otherUserCases = ['readOrder/other-users/second-user', 'deleteOrder/other-users/second-user'];

export const sentenceDifference =
  'only where a sentence of the contract or `--isolated` says that the records are out of reach';

export function withDifference(verdict: Covered, difference: string): Covered {
  return { ...verdict, difference };
}

export function missing(test: MissingTest): Missing {
  return { kind: 'missing', test };
}

export function notAdopted(example: string): NotAdopted {
  return { kind: 'not adopted', example };
}
