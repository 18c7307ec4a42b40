/** The data model of a certificate. */
import type { UsedHooks } from '../hooks/hook-run.ts';
import type { TargetKind, WaiverUse } from '../report/report.ts';
import type { FewRequests, StageReport } from '../report/stage-report.ts';

/** Increased when a field is removed or changes its meaning. */
export const CERTIFICATE_VERSION = 2;

/** Everything except the digest, in the order in which it is written. */
export interface CertificateContent {
  readonly certificateVersion: number;
  /** A summary in sentences, for readers who read nothing else. */
  readonly statement: string;
  /** What the digest proves, and what it does not prove. */
  readonly signature: string;
  readonly kit: { readonly name: 'plant-store'; readonly version: string; readonly zoo: ZooFigures };
  readonly contract: CertifiedContract;
  readonly target: string;
  readonly targetKind: TargetKind;
  /** The hooks of the user that took part in the run. */
  readonly hooks?: UsedHooks;
  /** Seed of the random cases. */
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Whether warnings would have failed the run too. */
  readonly strict: boolean;
  readonly stages: readonly Pick<StageReport, 'name' | 'status' | 'summary'>[];
  readonly cases: number;
  readonly requests: number;
  /** Operations that deliberately got few requests, because of their effects outside of the run; absent if there are none. */
  readonly fewRequests?: readonly FewRequests[];
  /** Over all operations. */
  readonly categories: readonly CategoryCount[];
  /** In the order of the contract. */
  readonly operations: readonly CertifiedOperation[];
  /** How many parts of the contract were covered. */
  readonly coverage: readonly CoverageSum[];
  readonly warnings: number;
  readonly waived: number;
  readonly waivers: readonly Pick<WaiverUse, 'id' | 'reason' | 'expires' | 'state'>[];
  /** SHA-256 of the exact bytes of report.json, hexadecimal. */
  readonly report: { readonly sha256: string };
}

export interface Certificate extends CertificateContent {
  /** SHA-256 of the rest as canonical JSON (RFC 8785: sorted keys, no white space), hexadecimal. */
  readonly digest: string;
}

/**
 * How the verifier performs against the faulty and correct implementations of the zoo; docs/explanation/zoo.md has the full
 * figures.
 */
export interface ZooFigures {
  readonly faultyImplementations: number;
  readonly detected: number;
  readonly correctImplementations: number;
  readonly falsePositives: number;
}

interface CertifiedContract {
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  /** SHA-256 of the main document, hexadecimal. */
  readonly sha256: string;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
}

export interface CategoryCount {
  readonly category: string;
  readonly cases: number;
  readonly errors: number;
  readonly warnings: number;
}

interface CertifiedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly categories: readonly CategoryCount[];
}

export interface CoverageSum {
  /** `response properties` */
  readonly kind: string;
  readonly covered: number;
  readonly total: number;
}
