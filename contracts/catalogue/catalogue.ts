/** Every check of every stage, for those who want to know what a finding means: `plant-store explain` and docs/checks. */
import { changeChecks } from '../baseline/findings.ts';
import { checks } from '../conformance/checks/index.ts';
import type { Severity } from '../finding/finding.ts';
import { lintRules } from '../lint/lint.ts';
import { compareChecks } from '../pact/compare/findings.ts';
import { pactChecks } from '../pact/provider/findings.ts';

/** The stages of the gate that have checks, by the names that reports give them. */
export type CheckedStage = keyof typeof again;

export interface CatalogueEntry {
  readonly id: string;
  readonly stage: CheckedStage;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly holds: string;
  /** What is wrong where it does not hold. */
  readonly title: string;
  /** Why it matters, the likely cause and what to do. */
  readonly why: string;
  /** The sections of the standards that it goes by, or what else is held against what. */
  readonly restsOn: string;
  /** What frameworks do that breaks it, unless they are told otherwise. */
  readonly defaults?: string;
}

type Words = Omit<CatalogueEntry, 'stage'>;

/**
 * What is wrong with waivers themselves, by id. Both are advice: the waivers file is at fault and not the implementation,
 * which must not be said to break the contract for it. They have teeth all the same: `--strict` fails by them, there is no
 * certificate until the file is put right, and what an expired waiver names counts again by itself.
 */
export const waiverChecks = {
  'waiver-expired': {
    severity: 'advice',
    holds: 'no waiver is past its last day',
    title: 'A waiver is past its date',
    why: 'What it names counts again where it is found. Mend what it forgives and remove the waiver, or agree on a later day.',
    restsOn: 'the waivers file: the day under expires is the last',
  },
  'waiver-stale': {
    severity: 'advice',
    holds: 'every waiver names something that is found',
    title: 'A waiver matches nothing any more',
    why: 'What it forgives is mended, has changed so far that it is another finding, or was drawn at random by another seed. Left in place it would hide the same fault when it comes back. Remove the waiver.',
    restsOn: 'the waivers file, and what the whole run has found',
  },
} as const;

export const catalogue: readonly CatalogueEntry[] = [
  ...ofStage('conformance', checks),
  ...ofStage('contract lint', lintRules),
  ...ofStage('pact × contract', faults(compareChecks)),
  ...ofStage('provider check', faults(pactChecks)),
  ...ofStage('breaking changes', changeChecks),
  ...ofStage(
    'waivers',
    Object.entries(waiverChecks).map(([id, words]) => ({ id, ...words })),
  ),
];

function ofStage(stage: CheckedStage, entries: readonly Words[]): readonly CatalogueEntry[] {
  return entries.map(({ id, severity, holds, title, why, restsOn, defaults }) => ({
    ...{ id, stage, severity, holds, title, why, restsOn },
    ...(defaults === undefined ? {} : { defaults }),
  }));
}

function faults(words: Readonly<Record<string, Omit<Words, 'id' | 'severity'>>>): readonly Words[] {
  return Object.entries(words).map(([id, entry]) => ({ id, severity: 'fault', ...entry }));
}

/** By stage: the commands that show a finding again; in upper case what the finding itself says. */
export const again = {
  conformance: ['plant-store replay CASE_ID BASE_URL', 'plant-store verify BASE_URL --only FAMILY'],
  'contract lint': ['plant-store gate --spec FILE'],
  'pact × contract': ['plant-store pact compare --pact FILE'],
  'provider check': ["plant-store pact verify BASE_URL --pact FILE --only '#N'"],
  'breaking changes': ['plant-store diff OLD NEW'],
  waivers: ['plant-store gate BASE_URL --waivers FILE'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
