/** A check is a value: what holds, for which exchanges, and what breaks it. */
import type { MediaType, Place, Response } from '../../../spec/contract.ts';
import type { ParsedJson } from '../../../spec/exact-json.ts';
import type { Severity } from '../../finding.ts';
import type { Case, Draft } from '../case.ts';
import type { Answer, Exchange } from '../exchange.ts';

export interface Check {
  /** Kebab case, the name of its file. */
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly holds: string;
  /** What is wrong where it does not hold, in a few words. */
  readonly title: string;
  /** Why it matters, the likely cause in implementations and what to do. */
  readonly why: string;
  appliesTo(judged: Judged): boolean;
  violations(judged: Judged): readonly Violation[];
}

/** One exchange with all that the contract says of its answer. */
export interface Judged {
  readonly case: Case;
  readonly draft: Draft;
  readonly exchange: Exchange;
  /** What the case sent before it on the same connection. */
  readonly earlier: readonly Exchange[];
  /** Undefined when no whole answer arrived. */
  readonly answer: Answer | undefined;
  /** The declared response that governs the status. */
  readonly response: Response | undefined;
  /** The declared media type that governs the content type. */
  readonly media: MediaType | undefined;
  /** Of a body under a JSON media type. */
  readonly json: ParsedJson | undefined;
}

export interface Violation {
  readonly expected: string;
  readonly received: string;
  readonly place: Place;
  /** What the contract says of it, where the keyword at the place does not say it. */
  readonly rule?: string;
  /** Tells apart violations of one check that have different causes. */
  readonly key: string;
  /** Where it weighs less than the check does by default. */
  readonly severity?: Severity;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

/** 304 sends nobody anywhere. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Nothing of the contract governs the answer: only a message that is broken can be held against it. */
export function isContractSilent({ case: { expectation }, response }: Judged): boolean {
  return expectation === 'silent' && response === undefined;
}

/** HTTP's own answers to too much, whatever a contract declares: told, never failed. */
export const alwaysOpen: ReadonlyMap<number, string> = new Map([
  [413, 'HTTP has a status of its own for a body that is too large'],
  [429, 'HTTP has a status of its own for too many requests'],
]);
