/** A check is a value: what holds, for which exchanges, and what breaks it. */
import type { ParsedJson } from '../../../spec/json/exact-json.ts';
import type { MediaType, Place, Response } from '../../../spec/model/contract.ts';
import type { ResponsePart, Severity } from '../../finding/finding.ts';
import type { Exchange, ReceivedResponse } from '../model/exchange.ts';
import type { ListQuery } from '../model/list-query.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { ExpectedState } from '../model/sequence.ts';
import type { CaseFacts } from '../model/test-case.ts';

/** One thing that holds of every answer that it applies to. */
export interface Check {
  /** Kebab case, the name of its file. */
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly invariant: string;
  /** What is wrong where it does not hold, in a few words. */
  readonly title: string;
  /** Why it matters, the likely cause in implementations and what to do. */
  readonly why: string;
  /** The sections of the standards that it goes by. */
  readonly references: string;
  /** What frameworks do that breaks it, unless they are told otherwise. */
  readonly frameworkDefaults?: string;
  /** A store may take a moment until it holds: it is asked again before anything is told. */
  readonly mayBeDelayed?: boolean;
  appliesTo(context: CheckContext): boolean;
  violations(context: CheckContext): readonly Violation[];
}

/** One exchange with all that the contract says of its answer. */
export interface CheckContext {
  readonly testCase: CaseFacts;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  /** What the case sent before it on the same connection. */
  readonly precedingExchanges: readonly Exchange[];
  /** Undefined when no whole answer arrived. */
  readonly response: ReceivedResponse | undefined;
  /** The declared response that governs the status. */
  readonly declared: Response | undefined;
  /** The declared media type that governs the content type. */
  readonly media: MediaType | undefined;
  /** Of a body under a JSON media type. */
  readonly json: ParsedJson | undefined;
  /** What the story that it belongs to knows by then. */
  readonly expectedState?: ExpectedState | undefined;
  /** What was asked of a list. */
  readonly query?: ListQuery | undefined;
}

/** One way in which an answer breaks a check. */
export interface Violation {
  readonly expected: string;
  readonly received: string;
  readonly place: Place;
  /** The part of the answer that is wrong. */
  readonly responsePart?: ResponsePart;
  /** What the contract says of it, where the keyword at the place does not say it. */
  readonly requirement?: string;
  /** Tells apart violations of one check that have different causes. */
  readonly key: string;
  /** Where it weighs less than the check does by default. */
  readonly severity?: Severity;
}

/** Nothing of the contract governs the answer: only a message that is broken can be held against it. */
export function isContractSilent({ testCase: { expectation }, declared }: CheckContext): boolean {
  return expectation === 'silent' && declared === undefined;
}

/** What the contract says of the body, as near as it says anything. */
export function bodyPlace({ media, declared, testCase: { operation } }: CheckContext): Place {
  return media?.place ?? declared?.place ?? operation.place;
}

/** Why HTTP allows an answer no body, whatever its headers say (RFC 9110, sections 6.4.1, 9.3.2 and 15). */
export function reasonForNoBody(method: string, status: number): string | undefined {
  if (method === 'HEAD') return 'to HEAD';
  return statusesWithoutBody.has(status) ? `with status ${status}` : undefined;
}

const statusesWithoutBody = new Set([204, 205, 304]);

/** What the contract leaves open is advice, with the reason. */
export function downgradeIfTolerated(violation: Violation, reason: string | undefined): Violation {
  if (reason === undefined) return violation;
  const expected = `${violation.expected} (left open: ${reason})`;
  return { ...violation, severity: 'advice', expected };
}

/** HTTP's own answers to too much, whatever a contract declares: told, never failed. */
export const alwaysTolerated: ReadonlyMap<number, string> = new Map([
  [413, 'HTTP has a status of its own for a body that is too large'],
  [414, 'HTTP has a status of its own for a URL that is too long'],
  [429, 'HTTP has a status of its own for too many requests'],
  [431, 'HTTP has a status of its own for headers that are too large'],
]);
