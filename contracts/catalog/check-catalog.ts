/** Every check of every stage, for those who want to know what a finding means: `plant-store explain` and docs/checks. */
import { changeChecks } from '../baseline/change-findings.ts';
import { checks } from '../conformance/checks/index.ts';
import type { Severity } from '../finding/finding.ts';
import { lintRules } from '../lint/lint.ts';
import { compareChecks } from '../pact/compare/findings.ts';
import { pactChecks } from '../pact/provider/findings.ts';

/** The stages of the gate that have checks, by the names that reports give them. */
export type CheckedStage = keyof typeof reproduceCommands;

export interface CatalogEntry {
  readonly id: string;
  readonly stage: CheckedStage;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly invariant: string;
  /** What is wrong where it does not hold. */
  readonly title: string;
  /** Why it matters, the likely cause and what to do. */
  readonly why: string;
  /** The sections of the standards that it goes by, or what else is held against what. */
  readonly references: string;
  /** What frameworks do that breaks it, unless they are told otherwise. */
  readonly frameworkDefaults?: string;
}

type CheckDescription = Omit<CatalogEntry, 'stage'>;

/**
 * What is wrong with waivers themselves, by id. Both are advice: the waivers file is at fault and not the implementation,
 * which must not be said to break the contract for it. They have teeth all the same: `--strict` fails by them, there is no
 * certificate until the file is put right, and what an expired waiver names counts again by itself.
 */
export const waiverChecks = {
  'waiver-expired': {
    severity: 'advice',
    invariant: 'no waiver is past its last day',
    title: 'A waiver is past its date',
    why: 'What it names counts again where it is found. Mend what it forgives and remove the waiver, or agree on a later day.',
    references: 'the waivers file: the day under expires is the last',
  },
  'waiver-stale': {
    severity: 'advice',
    invariant: 'every waiver names something that is found',
    title: 'A waiver matches nothing any more',
    why: 'What it forgives is mended, has changed so far that it is another finding, or was drawn at random by another seed. Left in place it would hide the same fault when it comes back. Remove the waiver.',
    references: 'the waivers file, and what the whole run has found',
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
  return Object.entries(description).map(([id, entry]) => ({ id, severity: 'fault', ...entry }));
}

/** By stage: the commands that show a finding again; in upper case what the finding itself says. */
export const reproduceCommands = {
  conformance: ['plant-store replay CASE_ID BASE_URL', 'plant-store verify BASE_URL --only FAMILY'],
  'contract lint': ['plant-store gate --spec FILE'],
  'pact × contract': ['plant-store pact compare --pact FILE'],
  'provider check': ["plant-store pact verify BASE_URL --pact FILE --only '#N'"],
  'breaking changes': ['plant-store diff OLD NEW'],
  waivers: ['plant-store gate BASE_URL --waivers FILE'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
