/** A check is a value: its invariant, the exchanges it applies to, and the violations it finds. */
import type { ParsedJson } from '../../../spec/json/exact-json.ts';
import type { MediaType, Place, Response } from '../../../spec/model/contract.ts';
import type { ResponsePart, Severity } from '../../finding/finding.ts';
import type { Exchange, ReceivedResponse } from '../model/exchange.ts';
import type { ListQuery } from '../model/list-query.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { ExpectedState } from '../model/sequence.ts';
import type { CaseFacts } from '../model/test-case.ts';

/** An invariant of every response that the check applies to. */
export interface Check {
  /** In kebab case; also the name of its file. */
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly invariant: string;
  /** The problem, in a few words. */
  readonly title: string;
  /** Why it matters, the likely cause in implementations and the fix. */
  readonly why: string;
  /** The sections of the standards that require it. */
  readonly references: string;
  /** Defaults of frameworks that violate it. */
  readonly frameworkDefaults?: string;
  /** The implementation may be eventually consistent: the request is repeated before a violation is reported. */
  readonly mayBeDelayed?: boolean;
  appliesTo(context: CheckContext): boolean;
  violations(context: CheckContext): readonly Violation[];
}

/** An exchange with the parts of the contract that govern its response. */
export interface CheckContext {
  readonly testCase: CaseFacts;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  /** Exchanges that the case made earlier on the same connection. */
  readonly precedingExchanges: readonly Exchange[];
  /** Undefined when no complete response arrived. */
  readonly response: ReceivedResponse | undefined;
  /** The declared response that governs the status. */
  readonly declared: Response | undefined;
  /** The declared media type that governs the content type. */
  readonly media: MediaType | undefined;
  /** The parsed body; undefined unless its media type is JSON. */
  readonly json: ParsedJson | undefined;
  /** The requests that were sent at the same time and write the same record: their values may be returned. */
  readonly concurrentWrites?: readonly RequestSpec[] | undefined;
  /** The exchanges of the same request, sent at the same time. */
  readonly repeatedExchanges?: readonly Exchange[] | undefined;
  /** The state that a sequence expects at this point. */
  readonly expectedState?: ExpectedState | undefined;
  /** The query that was sent to a list. */
  readonly query?: ListQuery | undefined;
}

/** One way in which a response violates a check. */
export interface Violation {
  readonly expected: string;
  readonly received: string;
  readonly place: Place;
  /** The part of the response that is wrong. */
  readonly responsePart?: ResponsePart;
  /** What the contract requires, where the keyword at the place does not express it. */
  readonly requirement?: string;
  /** Distinguishes violations of one check that have different causes. */
  readonly key: string;
  /** Overrides the severity of the check. */
  readonly severity?: Severity;
}

/** Nothing in the contract governs the response: only a malformed message is reported. */
export function isContractSilent({ testCase: { expectation }, declared }: CheckContext): boolean {
  return expectation === 'unspecified' && declared === undefined;
}

/** The most specific place in the contract that describes the body. */
export function bodyPlace({ media, declared, testCase: { operation } }: CheckContext): Place {
  return media?.place ?? declared?.place ?? operation.place;
}

/** Why HTTP allows no body in the response, whatever its headers say (RFC 9110, sections 6.4.1, 9.3.2 and 15). */
export function reasonForNoBody(method: string, status: number): string | undefined {
  if (method === 'HEAD') return 'to HEAD';
  return statusesWithoutBody.has(status) ? `with status ${status}` : undefined;
}

const statusesWithoutBody = new Set([204, 205, 304]);

/** Turns a violation of something that the contract leaves open into a warning, with the reason: only the first one. */
export function downgradeIfTolerated(violation: Violation, reason: string | undefined): Violation {
  const isTolerated = violation.severity === 'warning' && violation.expected.includes(REASON_START);
  if (reason === undefined || isTolerated) return violation;
  const expected = `${violation.expected}${REASON_START}${reason})`;
  return { ...violation, severity: 'warning', expected };
}

const REASON_START = ' (only a warning: ';

/** HTTP's own statuses for excessive requests: warnings, never errors, whether the contract declares them or not. */
export const alwaysTolerated: ReadonlyMap<number, string> = new Map([
  [413, 'HTTP defines 413 for a body that is too large'],
  [414, 'HTTP defines 414 for a URL that is too long'],
  [429, 'HTTP defines 429 for too many requests'],
  [431, 'HTTP defines 431 for headers that are too large'],
]);
