/** Every check of every stage, for `plant-store explain` and docs/checks. */
import { changeChecks } from '../baseline/change-findings.ts';
import { checks } from '../conformance/checks/index.ts';
import type { Severity } from '../finding/finding.ts';
import { lintRules } from '../lint/lint.ts';
import { compareChecks } from '../pact/compare/findings.ts';
import { pactChecks } from '../pact/provider/findings.ts';

/** The stages of the gate that have checks, by their names in reports. */
export type CheckedStage = keyof typeof reproduceCommands;

export interface CatalogEntry {
  readonly id: string;
  readonly stage: CheckedStage;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly invariant: string;
  /** The title of a finding: what is wrong if the invariant does not hold. */
  readonly title: string;
  /** Why it matters, the likely cause and how to fix it. */
  readonly why: string;
  /** The sections of the standards that it is based on, or what is compared with what. */
  readonly references: string;
  /** Default behavior of frameworks that violates the check, and how to configure it. */
  readonly frameworkDefaults?: string;
}

type CheckDescription = Omit<CatalogEntry, 'stage'>;

/**
 * Checks of the waivers themselves, by id. Both are warnings: the waivers file is wrong, not the implementation, which
 * must not fail for it. They still have an effect: `--strict` fails on them, no certificate is issued until the file is
 * fixed, and findings of an expired waiver count again.
 */
export const waiverChecks = {
  'waiver-expired': {
    severity: 'warning',
    invariant: 'every waiver is within its expiry date',
    title: 'A waiver has expired',
    why: 'The findings that it waives count again. Fix their cause and remove the waiver, or agree on a later date.',
    references: 'the waivers file: the date under expires is the last valid day',
  },
  'waiver-stale': {
    severity: 'warning',
    invariant: 'every waiver matches a finding',
    title: 'A waiver matches no finding',
    why: 'The finding was fixed, has a new fingerprint, or came from a random case of another seed. A waiver that stays would hide the same error if it returns. Remove the waiver.',
    references: 'the waivers file, and all findings of the run',
  },
} as const;

export const checkCatalog: readonly CatalogEntry[] = [
  ...entriesOfStage('conformance', checks),
  ...entriesOfStage('contract lint', lintRules),
  ...entriesOfStage('pact × contract', withErrorSeverity(compareChecks)),
  ...entriesOfStage('provider check', withErrorSeverity(pactChecks)),
  ...entriesOfStage('breaking changes', changeChecks),
  ...entriesOfStage(
    'waivers',
    Object.entries(waiverChecks).map(([id, description]) => ({ id, ...description })),
  ),
];

function entriesOfStage(stage: CheckedStage, entries: readonly CheckDescription[]): readonly CatalogEntry[] {
  return entries.map(({ id, severity, invariant, title, why, references, frameworkDefaults }) => ({
    ...{ id, stage, severity, invariant, title, why, references },
    ...(frameworkDefaults === undefined ? {} : { frameworkDefaults }),
  }));
}

function withErrorSeverity(
  description: Readonly<Record<string, Omit<CheckDescription, 'id' | 'severity'>>>,
): readonly CheckDescription[] {
  return Object.entries(description).map(([id, entry]) => ({ id, severity: 'error', ...entry }));
}

/** By stage: the commands that reproduce a finding; words in upper case are values from the finding. */
export const reproduceCommands = {
  conformance: ['plant-store replay CASE_ID BASE_URL', 'plant-store verify BASE_URL --only CATEGORY'],
  'contract lint': ['plant-store gate --spec FILE'],
  'pact × contract': ['plant-store pact compare --pact FILE'],
  'provider check': ["plant-store pact verify BASE_URL --pact FILE --only '#N'"],
  'breaking changes': ['plant-store diff OLD NEW'],
  waivers: ['plant-store gate BASE_URL --waivers FILE'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
