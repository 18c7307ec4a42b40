/** A SARIF log as a reader takes it: held against its schema, and against what the standard says beyond. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { sarifLog } from '../../../contracts/render/sarif/sarif-report.ts';
import type { Report } from '../../../contracts/report/report.ts';

export interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly automationDetails: { readonly id: string };
  readonly invocations: readonly { readonly toolExecutionNotifications?: readonly unknown[] }[];
  readonly originalUriBaseIds: Readonly<Record<string, unknown>>;
  readonly artifacts: readonly { readonly location: ArtifactLocation }[];
  readonly results: readonly SarifResult[];
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Location[];
  readonly relatedLocations?: readonly Location[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly unknown[];
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Location {
  readonly id?: number;
  readonly message?: { readonly text: string };
  readonly physicalLocation?: { readonly artifactLocation: ArtifactLocation; readonly region?: Region };
}

interface Region {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: string;
}

const ajv = new Ajv2020({ strict: true, allErrors: true });
formats.default(ajv);
const schema: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('../../fixtures/report-schemas/sarif-2.1.0.schema.json', import.meta.url), 'utf8'),
);
const validate = ajv.compile<{ readonly runs: readonly SarifRun[] }>(schema);

/** What a report becomes. */
export function parseRun(report: Report): SarifRun {
  return runIn(sarifLog(report));
}

/** The one run of a log that keeps the rules; fails the test for any other. */
export function runIn(text: string): SarifRun {
  const log: unknown = JSON.parse(text);
  if (!validate(log)) throw new Error(JSON.stringify(validate.errors?.slice(0, 5), null, 2));
  const [run, ...others] = log.runs;
  if (run === undefined || others.length > 0) throw new Error(`${log.runs.length} runs`);
  expectRules(run);
  expectUris(run);
  return run;
}

/** Sections 3.27.6 (ruleIndex), 3.19.23 (ids are unique) and 3.27.23 (suppressions of all or of none). */
function expectRules({ tool, results }: SarifRun): void {
  const ids = tool.driver.rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(results.filter(({ ruleId, ruleIndex }) => ids[ruleIndex] !== ruleId)).toEqual([]);
  expect(new Set(results.map(({ suppressions }) => suppressions !== undefined)).size).toBeLessThan(2);
}

/** Sections 3.4.3 and 3.4.4: relative ones have a base that is known and no dots, absolute ones none. RFC 3986: encoded. */
function expectUris({ artifacts, results, originalUriBaseIds }: SarifRun): void {
  const locations = results.flatMap(({ locations, relatedLocations = [] }) => [...locations, ...relatedLocations]);
  const named = [
    ...artifacts.map(({ location }) => location),
    ...locations.flatMap(({ physicalLocation }) => physicalLocation?.artifactLocation ?? []),
  ];
  for (const { uri, uriBaseId } of named) {
    expect(uri).toMatch(/^(?:[\w.~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})+$/);
    if (uriBaseId === undefined) expect(URL.canParse(uri)).toBe(true);
    else expect([URL.canParse(uri), uri.startsWith('/'), /(^|\/)\.\.?(\/|$)/.test(uri)]).toEqual([false, false, false]);
    if (uriBaseId !== undefined) expect(originalUriBaseIds).toHaveProperty([uriBaseId]);
  }
}
