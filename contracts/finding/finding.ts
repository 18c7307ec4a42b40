/** A finding: one thing that breaks the contract, or is left open by it, as data. Every stage of the gate makes these. */
import { createHash } from 'node:crypto';
import type { Place } from '../../spec/model/contract.ts';
import type { BodyPath, TextSpan } from '../http/json-path.ts';

/** `fault` breaks the contract and fails the run; `advice` is reported, and fails only under --strict. */
export type Severity = 'fault' | 'advice';

/** One violation, pointing at both sides. */
export interface Finding {
  /** The check that found it; `plant-store explain CHECK` says what it means. */
  readonly check: string;
  readonly severity: Severity;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** The operation id, or the description of a Pact interaction. */
  readonly subject: string;
  readonly expected: string;
  readonly received: string;
  /** The place of the contract that it rests on. */
  readonly place: Place;
  /** The text of that line. */
  readonly line: string;
  /** The same in words: `NewOrder requires "name"`. */
  readonly rule?: string | undefined;
  /** That line, or several of them, and the part of the last that the finding is about. */
  readonly quote?: SourceSnippet;
  /** The part of the answer that it is about. */
  readonly at?: ResponsePart | undefined;
  /** The place on the other side, such as a line of a pact file. */
  readonly otherPlace?: Place;
  /** The text of that line. */
  readonly otherLine?: string;
  /** Why it matters and the likely cause in implementations. */
  readonly why: string;
  /** What makes two findings the same. */
  readonly fingerprint: string;
  /** How many more cases showed the same; they are folded into this one. */
  readonly more: number;
  /** It stands for many causes that are not told one by one, and `more` counts them too. */
  readonly isRest?: boolean;
  /** The ids of the first few of them. */
  readonly others?: readonly string[];
  readonly evidence?: Evidence;
  /** What consumers expect, by their pacts, and do not get for the same cause. */
  readonly breaks?: readonly BrokenPact[];
  /** The fingerprint of the finding that tells of the same cause: this one is not told or counted again. */
  readonly sameAs?: string;
}

/** Another finding tells of its cause. */
export function isDuplicate({ sameAs: duplicateOf }: Finding): boolean {
  return duplicateOf !== undefined;
}

/** In their order otherwise. */
export function errorsFirst<Item extends Pick<Finding, 'severity'>>(findings: readonly Item[]): readonly Item[] {
  return findings.toSorted((a, b) => Number(a.severity === 'advice') - Number(b.severity === 'advice'));
}

/** An interaction of a pact that fails. */
export interface BrokenPact {
  readonly consumer: string;
  /** With its provider states. */
  readonly interaction: string;
  /** `status: received 200; the pact expects 400`; empty where the consumer does not look at what is wrong. */
  readonly messages: readonly string[];
  /** In the pact. */
  readonly place: Place;
}

/** A part of an answer; `from` counts characters within a text, `offset` those of the whole body as it is read. */
export type ResponsePart =
  | { readonly in: 'status' }
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'body'; readonly path: BodyPath; readonly from?: number | undefined }
  | { readonly in: 'body'; readonly offset: number };

/** Lines of a document, and what is meant of the last. */
export interface SourceSnippet {
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly mark: TextSpan;
  /** At which each of the texts begins in its line, from 1; undefined where they are parts of longer ones. */
  readonly column?: number;
}

/** The exchange that shows it, credentials masked. */
export interface Evidence {
  readonly caseId: string;
  readonly family: string;
  /** What makes the request: `the property "name" is left out`. */
  readonly mutation: string;
  /** The same one by one and numbered, where it takes several requests; of many the first and the last. */
  readonly steps?: readonly string[];
  /** What the contract says of it, in words: `NewOrder requires "name"`. */
  readonly rule?: string | undefined;
  readonly request: ShownRequest;
  /** Undefined when no whole answer arrived; then `received` says what happened. */
  readonly answer: ShownResponse | undefined;
  readonly curl: string;
  /** What the case does and the curl line does not: `sends this request alone, replay all that the case is made of`. */
  readonly curlLacks?: string | undefined;
  readonly replay: string;
  readonly confirmation: Reproduction;
  readonly timing?: ExchangeTiming | undefined;
}

/** Of an exchange. */
export interface ExchangeTiming {
  /** When the first byte was sent. ISO 8601, UTC. */
  readonly sentAt: string;
  /** From the first byte sent to the last received, in whole milliseconds. */
  readonly ms: number;
}

/** A request as it is shown. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /** The part of the body that makes the case, where one does. */
  readonly mark?: TextSpan | undefined;
}

/** An answer as it is shown. */
export interface ShownResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The part of the body that is wrong, where one is. */
  readonly mark?: TextSpan | undefined;
}

/** The request was sent again: `seen` of `sent` times it went wrong, the first time included. */
export interface Reproduction {
  readonly seen: number;
  readonly sent: number;
  /** The implementation could not be reached any more afterwards. */
  readonly gone: boolean;
}

/** Begins the fingerprints of what a pact has shown to break the contract: only a run with that pact looks for it. */
export const PACT_FINGERPRINT_PREFIX = 'by pact|';

/** Begins the fingerprints of what stands in many places of a document: it is about none of them more than of the others. */
export const GROUP_FINGERPRINT_PREFIX = 'many|';

/** `invalid-rejected/createOrder/3f2a91c07b5d`, of many `text-has-limit/document/...`, by a pact `.../pact-3f2a91c07b5d`: the same in every run that shows the same. */
export function findingId({ check, subject, fingerprint }: Finding): string {
  const hash = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);
  const prefix = fingerprint.startsWith(PACT_FINGERPRINT_PREFIX) ? 'pact-' : '';
  const owner = isGroupFinding({ fingerprint }) ? 'document' : subject.replace(/[^\w.-]+/g, '-').slice(0, 60);
  return `${check}/${owner}/${prefix}${hash}`;
}

/** Whether it stands for many places, whichever of them is told. */
export function isGroupFinding({ fingerprint }: Pick<Finding, 'fingerprint'>): boolean {
  return fingerprint.startsWith(GROUP_FINGERPRINT_PREFIX);
}

/** Whether the id is that of a finding by a pact. */
export function isPactFindingId(id: string): boolean {
  return /\/pact-[^/]*$/.test(id);
}
