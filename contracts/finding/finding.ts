/**
 * A finding as data: one violation of the contract, or a part that the contract leaves open. Every stage of the gate
 * produces findings.
 */
import { createHash } from 'node:crypto';
import type { Place } from '../../spec/model/contract.ts';
import type { BodyPath, TextSpan } from '../http/json-path.ts';

/** `error`: fails the run. `warning`: fails the run only with --strict. */
export type Severity = 'error' | 'warning';

/** One violation, with its place in the contract and in the exchange. */
export interface Finding {
  /** The id of the check that found it; `plant-store explain CHECK` describes it. */
  readonly check: string;
  readonly severity: Severity;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** The operation id, or the description of a Pact interaction. */
  readonly subject: string;
  readonly expected: string;
  readonly received: string;
  /** The place in the contract that the finding is based on. */
  readonly place: Place;
  /** The text of that line. */
  readonly lineText: string;
  /** What that line requires, as text: `NewOrder requires "name"`. */
  readonly requirement?: string | undefined;
  /** The quoted lines of the contract, and the part of the last one that the finding is about. */
  readonly snippet?: SourceSnippet;
  /** The part of the response that the finding is about. */
  readonly responsePart?: ResponsePart | undefined;
  /** The place on the other side, such as a line of a pact file. */
  readonly otherPlace?: Place;
  /** The text of that line. */
  readonly otherLineText?: string;
  /** Why it matters, and the likely cause in implementations. */
  readonly why: string;
  /** Identifies the finding: equal findings have equal fingerprints, also in different runs. */
  readonly fingerprint: string;
  /** The number of further cases with the same result, folded into this finding. */
  readonly similarCount: number;
  /** The finding stands for several causes that are not reported separately; `similarCount` counts their cases too. */
  readonly isRemainder?: boolean;
  /** The ids of the first few folded cases. */
  readonly similar?: readonly string[];
  readonly evidence?: Evidence;
  /** Interactions of consumers' pacts that fail for the same cause. */
  readonly brokenPacts?: readonly BrokenPact[];
  /** The fingerprint of the finding that reports the same cause; this one is not counted again. */
  readonly duplicateOf?: string;
}

/** Whether another finding already reports the same cause. */
export function isDuplicate({ duplicateOf }: Finding): boolean {
  return duplicateOf !== undefined;
}

/** Sorts errors before warnings; otherwise keeps the order. */
export function errorsFirst<Item extends Pick<Finding, 'severity'>>(findings: readonly Item[]): readonly Item[] {
  return findings.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

/** A failing interaction of a pact. */
export interface BrokenPact {
  readonly consumer: string;
  /** The description, with its provider states. */
  readonly interaction: string;
  /** `status: received 200; the pact expects 400`; empty if the consumer does not check the part that is wrong. */
  readonly messages: readonly string[];
  /** The place in the pact file. */
  readonly place: Place;
}

/**
 * A part of a response. `from` counts characters within a string value, `offset` characters of the whole decoded body.
 */
export type ResponsePart =
  | { readonly in: 'status' }
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'body'; readonly path: BodyPath; readonly from?: number | undefined }
  | { readonly in: 'body'; readonly offset: number };

/** Lines of a document, and the highlighted part of the last one. */
export interface SourceSnippet {
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly mark: TextSpan;
  /** The column where each text begins in its line, from 1; undefined if the texts are excerpts of longer lines. */
  readonly column?: number;
}

/** The exchange that shows the finding, with credentials masked. */
export interface Evidence {
  readonly caseId: string;
  readonly category: string;
  /** What the case changes in the request: `the property "name" is left out`. */
  readonly mutation: string;
  /** The same as numbered steps, if the case has several requests; of many steps, the first and the last ones. */
  readonly steps?: readonly string[];
  /** What a hook of the user changed in the request, which is shown as it was sent: `the header X-Tenant and the body`. */
  readonly changedByHook?: string;
  /** What the contract requires, as text: `NewOrder requires "name"`. */
  readonly requirement?: string | undefined;
  readonly request: ShownRequest;
  /** Undefined if no complete response arrived; then `received` says what happened. */
  readonly response: ShownResponse | undefined;
  readonly curl: string;
  /** What the curl command does not reproduce: `sends this request alone, replay all that the case is made of`. */
  readonly curlLimitations?: string | undefined;
  readonly replay: string;
  readonly reproduction: Reproduction;
  readonly timing?: ExchangeTiming | undefined;
}

/** When an exchange took place, and how long it took. */
export interface ExchangeTiming {
  /** When the first byte was sent. ISO 8601, UTC. */
  readonly sentAt: string;
  /** From the first byte sent to the last byte received, in whole milliseconds. */
  readonly ms: number;
}

/** A request as reports show it. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /** The mutated part of the body, if any. */
  readonly mark?: TextSpan | undefined;
}

/** A response as reports show it. */
export interface ShownResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The part of the body that is wrong, if any. */
  readonly mark?: TextSpan | undefined;
}

/** The result of repeating the request: `reproduced` of `attempts` failed, including the first one. */
export interface Reproduction {
  readonly reproduced: number;
  readonly attempts: number;
  /** The implementation was unreachable afterwards. */
  readonly isUnreachable: boolean;
  /** It was not reproduced alone, but while so many of these requests were sent concurrently. */
  readonly concurrency?: number;
  /** It was not reproduced, but occurred in so many cases; `requests` is the number that could have shown it. */
  readonly intermittent?: { readonly occurrences: number; readonly requests: number };
}

const HOOK_CHECK_PREFIX = 'hook-';

/** The id of a check of the user's hooks: none of the kit has such an id. */
export function hookCheckId(name: string): string {
  return `${HOOK_CHECK_PREFIX}${name}`;
}

const REDOCLY_CHECK_PREFIX = 'redocly-';

/** The id of a rule of the user's Redocly configuration: `redocly-operation-summary`. */
export function redoclyCheckId(rule: string): string {
  return `${REDOCLY_CHECK_PREFIX}${rule.replaceAll(/[^\w.-]+/g, '-')}`;
}

/** The stage of a check that a file of the user defines; undefined for the checks of the kit. */
export function stageOfUserCheck(id: string): 'conformance' | 'contract lint' | undefined {
  if (id.startsWith(HOOK_CHECK_PREFIX)) return 'conformance';
  return id.startsWith(REDOCLY_CHECK_PREFIX) ? 'contract lint' : undefined;
}

/** Whether a file of the user defines the check: hooks, or a Redocly configuration. */
export function isUserCheck(id: string): boolean {
  return stageOfUserCheck(id) !== undefined;
}

/** Prefix of the fingerprints of findings from a pact: only a run with that pact can reproduce them. */
export const PACT_FINGERPRINT_PREFIX = 'by pact|';

/** Prefix of the fingerprints of findings that cover many places of a document, and none of them in particular. */
export const GROUP_FINGERPRINT_PREFIX = 'many|';

/**
 * `invalid-rejected/createOrder/3f2a91c07b5d`; for a group `string-has-limit/document/...`; for a finding from a pact
 * `.../pact-3f2a91c07b5d`. The same finding has the same id in every run.
 */
export function findingId({ check, subject, fingerprint }: Pick<Finding, 'check' | 'subject' | 'fingerprint'>): string {
  const hash = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);
  const prefix = fingerprint.startsWith(PACT_FINGERPRINT_PREFIX) ? 'pact-' : '';
  const owner = isGroupFinding({ fingerprint }) ? 'document' : subject.replace(/[^\w.-]+/g, '-').slice(0, 60);
  return `${check}/${owner}/${prefix}${hash}`;
}

/** Whether the finding covers many places of a document. */
export function isGroupFinding({ fingerprint }: Pick<Finding, 'fingerprint'>): boolean {
  return fingerprint.startsWith(GROUP_FINGERPRINT_PREFIX);
}

/** Whether the id is that of a finding from a pact. */
export function isPactFindingId(id: string): boolean {
  return /\/pact-[^/]*$/.test(id);
}
