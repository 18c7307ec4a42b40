/** What a run says, as data for machines: the JSON report, from which the other formats are made. */
import type { Contract } from '../../spec/contract.ts';
import { kitVersion } from '../../spec/version.ts';
import { checks } from '../conformance/checks/index.ts';
import type { Coverage } from '../conformance/coverage.ts';
import type { RunResult } from '../conformance/result.ts';
import type { Finding } from '../finding.ts';
import { type Verdict, verdictOf } from '../verdict.ts';
import { count } from './words.ts';

/** Raised when a field changes its meaning or goes. */
export const REPORT_VERSION = 1;

/** The JSON report. */
export interface Report {
  readonly reportVersion: number;
  readonly kit: { readonly name: 'plant-store'; readonly version: string };
  readonly contract: {
    readonly file: string;
    readonly sha256: string;
    readonly title: string;
    readonly version: string;
  };
  /** The base URL that was judged. */
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
  readonly verdict: Verdict;
  readonly stages: readonly StageReport[];
}

/** What one stage of the gate did and found. */
export interface StageReport {
  readonly name: string;
  /** `not run`: it should have been, so nothing passes; `not applicable`: this contract has nothing for it. */
  readonly status: 'passed' | 'failed' | 'not run' | 'not applicable';
  /** One line: what was done, or why not. */
  readonly summary: string;
  readonly ms: number;
  /** What was tried, one each; with the findings they make the lines of JUnit. */
  readonly tried: readonly TriedUnit[];
  readonly findings: readonly Finding[];
  /** What was not judged, or not in full, and why; what the contract leaves out. */
  readonly notes: readonly string[];
  /** What of the contract was tried, and why the rest was not; of the conformance stage. */
  readonly coverage?: Coverage;
  /** What a program of others said that did the work of this stage. */
  readonly engine?: { readonly name: string; readonly output: string };
  /** Gives the same random draws again; of the conformance stage. */
  readonly seed?: number;
}

/** One thing that was looked at: a check of an operation, an interaction of a pact. */
export interface TriedUnit {
  readonly subject: string;
  readonly check: string;
  /** How many exchanges or places; 0 is told as skipped. */
  readonly count: number;
}

/** A conformance run, and what it was of. */
export interface ConformanceInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly result: RunResult;
  readonly strict: boolean;
}

/** Of a conformance run alone. */
export function conformanceReport({ contract, baseUrl, result, strict }: ConformanceInput): Report {
  const stage = conformanceStage(contract, result);
  return reportOf({ contract, baseUrl, stages: [stage], strict, unattempted: unattemptedIn(result) });
}

/** Of the stages that there were. */
export function reportOf(input: {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly stages: readonly StageReport[];
  readonly strict: boolean;
  readonly unattempted: readonly string[];
}): Report {
  const { contract, baseUrl, stages, strict, unattempted } = input;
  const { file, sha256, title, version } = contract;
  return {
    reportVersion: REPORT_VERSION,
    kit: { name: 'plant-store', version: kitVersion() },
    contract: { file, sha256, title, version },
    target: baseUrl,
    finishedAt: new Date().toISOString(),
    verdict: verdictOf({ findings: stages.flatMap(({ findings }) => findings), strict, unattempted }),
    stages,
  };
}

/** Every operation × every check, so that what was not tried is seen as not tried. */
export function conformanceStage({ operations }: Contract, result: RunResult): StageReport {
  const counts = new Map(
    result.checked.map(({ operation, check, exchanges }) => [`${operation} ${check}`, exchanges] as const),
  );
  const tried = operations.flatMap(({ id }) =>
    checks.map((check) => ({ subject: id, check: check.id, count: counts.get(`${id} ${check.id}`) ?? 0 })),
  );
  const { coverage, seed } = result;
  const faults = result.findings.filter(({ severity }) => severity === 'fault').length;
  return {
    name: 'conformance',
    status: faults > 0 ? 'failed' : 'passed',
    summary: `${count(result.cases, 'case')}, ${count(result.requests, 'request')}, ${count(faults, 'fault')}`,
    ms: Math.round(result.ms),
    tried,
    findings: result.findings,
    notes: [
      ...unattemptedIn(result).map((what) => `not judged in full: ${what}`),
      ...result.removed,
      ...result.gaps,
    ],
    coverage,
    seed,
  };
}

/** Operations that could not be judged, or not in full: a required row that was not attempted is never a pass. */
export function unattemptedIn({ unjudged }: RunResult): readonly string[] {
  return unjudged.map(({ operation, reason }) => `${operation}: ${reason}`);
}
