/** What a certificate says, as data. */
import type { TargetKind, WaiverUse } from '../report/report.ts';
import type { StageReport } from '../report/stage-report.ts';

/** Raised when a field changes its meaning or goes. */
export const CERTIFICATE_VERSION = 1;

/** Everything but the digest, in the order in which it is written. */
export interface CertificateContent {
  readonly certificateVersion: number;
  /** In words, for whoever reads nothing else. */
  readonly statement: string;
  /** What it proves, and what it does not. */
  readonly signature: string;
  readonly kit: { readonly name: 'plant-store'; readonly version: string; readonly zoo: ZooFigures };
  readonly contract: CertifiedContract;
  readonly target: string;
  readonly targetKind: TargetKind;
  /** Of what was drawn at random. */
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Advice would have failed too. */
  readonly strict: boolean;
  readonly stages: readonly Pick<StageReport, 'name' | 'status' | 'summary'>[];
  readonly cases: number;
  readonly requests: number;
  /** Over all operations. */
  readonly families: readonly CategoryCount[];
  /** In the order of the contract. */
  readonly operations: readonly CertifiedOperation[];
  /** Parts of the contract that were tried, of all that it has. */
  readonly coverage: readonly CoverageSum[];
  readonly advice: number;
  readonly waived: number;
  readonly waivers: readonly Pick<WaiverUse, 'id' | 'reason' | 'expires' | 'state'>[];
  /** Of the exact bytes of report.json, hexadecimal. */
  readonly report: { readonly sha256: string };
}

export interface Certificate extends CertificateContent {
  /** sha256 of the rest as JSON with sorted keys and no white space (RFC 8785), hexadecimal. */
  readonly digest: string;
}

/** How the verifier does before implementations whose faults are known; docs/zoo.md has them in full. */
export interface ZooFigures {
  readonly faulty: number;
  readonly caught: number;
  readonly right: number;
  readonly falseAlarms: number;
}

interface CertifiedContract {
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  /** Of the main document. */
  readonly sha256: string;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
}

export interface CategoryCount {
  readonly family: string;
  readonly cases: number;
  readonly faults: number;
  readonly advice: number;
}

interface CertifiedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly families: readonly CategoryCount[];
}

export interface CoverageSum {
  /** `response properties` */
  readonly kind: string;
  readonly covered: number;
  readonly of: number;
}
