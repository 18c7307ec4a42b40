/** What the last whole run found, and what we found about each cause by hand: `results.json` and `verdicts.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Service } from './services.ts';
import type { ReportedCause, ServiceRun } from './verify-service.ts';

/** The figures of a service in the last run with `--write`. */
export interface ServiceResult {
  readonly service: string;
  readonly packages: readonly string[];
  readonly operations: number;
  /** Without the configuration: the number of operations that were tested, and of those that were tested in part. */
  readonly tested: number;
  readonly testedInPart: number;
  /** The same with it; absent if the service has none. */
  readonly configured?: { readonly tested: number; readonly testedInPart: number };
  readonly requests: number;
  readonly cpuSeconds: number;
  readonly verdict: string;
  /** Causes that only one of two runs reported. */
  readonly differences: readonly string[];
  readonly causes: readonly KnownCause[];
}

export interface KnownCause {
  readonly severity: 'error' | 'warning';
  /** The fingerprint of the finding that shows it: check, operation, severity and place. */
  readonly place: string;
}

/** `debatable`: the contract and the RFCs leave room for what the service does. */
export interface CauseVerdict {
  readonly service: string;
  readonly place: string;
  readonly verdict: 'true' | 'debatable' | 'false';
  readonly reason: string;
}

export function summarizeRuns(service: Service, packages: readonly string[], runs: ServiceRuns): ServiceResult {
  const { first, second, configured } = runs;
  const all = [first, ...(configured === undefined ? [] : [configured])];
  const causes = new Map(all.flatMap((run) => run.causes).map((cause) => [placeOf(cause), cause.severity]));
  return {
    service: service.name,
    packages,
    operations: first.operations,
    ...testedOf(first),
    ...(configured !== undefined && { configured: testedOf(configured) }),
    requests: first.requests,
    cpuSeconds: Number(Math.max(...all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1)),
    verdict: (configured ?? first).verdict,
    differences: [...placesOf(first).symmetricDifference(placesOf(second))].toSorted(),
    causes: [...causes].map(([place, severity]) => ({ severity, place })),
  };
}

export interface ServiceRuns {
  readonly first: ServiceRun;
  readonly second: ServiceRun;
  readonly configured: ServiceRun | undefined;
}

function testedOf({ operations, untested, inPart }: ServiceRun): { tested: number; testedInPart: number } {
  return { tested: operations - untested.length, testedInPart: inPart.filter((id) => !untested.includes(id)).length };
}

/** On one line, since fingerprints may contain a body. */
export function placeOf({ place }: ReportedCause): string {
  return place.replace(/\s+/g, ' ');
}

function placesOf({ causes }: ServiceRun): Set<string> {
  return new Set(causes.map(placeOf));
}

export function readResults(): readonly ServiceResult[] {
  const results: readonly ServiceResult[] = readJson('results.json');
  return results;
}

export function readVerdicts(): readonly CauseVerdict[] {
  const verdicts: readonly CauseVerdict[] = readJson('verdicts.json');
  return verdicts;
}

/** Our own files, which the tests compare with each other. */
function readJson(name: string) {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

export function writeResults(results: readonly ServiceResult[]): void {
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
}
