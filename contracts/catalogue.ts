/** Every check of every stage, for those who want to know what a finding means. */
import { changeChecks } from './baseline/catalogue.ts';
import { checks } from './conformance/checks/index.ts';
import type { Severity } from './finding.ts';
import { lintRules } from './lint/lint.ts';
import { compareChecks } from './pact/compare/checks.ts';
import { pactChecks } from './pact/provider/findings.ts';
import { waiverChecks } from './waivers/checks.ts';

export interface CatalogueEntry {
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly holds: string;
  /** What is wrong where it does not hold. */
  readonly title: string;
  readonly why: string;
}

export const catalogue: readonly CatalogueEntry[] = [
  ...checks,
  ...lintRules,
  ...Object.entries({ ...compareChecks, ...pactChecks }).map(([id, words]) => ({
    id,
    severity: 'fault' as const,
    ...words,
  })),
  ...changeChecks,
  ...Object.entries(waiverChecks).map(([id, words]) => ({ id, ...words })),
];
