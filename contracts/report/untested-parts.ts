/** Operations that a run did not test, or not in full: no findings, but parts that a waiver can accept. */
import { findingId } from '../finding/finding.ts';
import type { ConformanceRun, NotBuiltOperation, StageReport, UncheckedOperation } from './stage-report.ts';

export interface UntestedPart {
  /** `not-tested/readItem/3f2a91c07b5d`; the same in every run that does not test the operation. */
  readonly id: string;
  readonly check: (typeof untestedStates)[number];
  /** The operation. */
  readonly subject: string;
  /** The entry in `unattempted`. */
  readonly text: string;
}

/** What a waiver names in the place of a check. */
export const untestedStates = ['not-tested', 'not-built'] as const;

/** Whether a waiver is about an untested operation, and not about a finding. */
export function isUntestedId(id: string): boolean {
  return untestedStates.some((state) => id.startsWith(`${state}/`));
}

/** What reports list under `unattempted`. */
export function uncheckedText({ operation, reason }: UncheckedOperation): string {
  return `${operation}: ${reason}`;
}

export function notBuiltText({ operation, reason }: NotBuiltOperation): string {
  return `${operation}: not built yet: ${reason}`;
}

/** Without what a run did not reach because it ended early: that is different each time. */
export function findUntestedParts(stages: readonly Pick<StageReport, 'run'>[]): readonly UntestedPart[] {
  return stages.flatMap(({ run }) => (run === undefined ? [] : partsOfRun(run)));
}

function partsOfRun({ unchecked, notBuilt = [], ended }: ConformanceRun): readonly UntestedPart[] {
  if (ended !== undefined) return [];
  return [
    ...unchecked
      .filter(({ reason }) => !reason.startsWith('stopped: '))
      .map((one) => createPart('not-tested', one.operation, uncheckedText(one))),
    ...notBuilt.map((one) => createPart('not-built', one.operation, notBuiltText(one))),
  ];
}

function createPart(check: UntestedPart['check'], subject: string, text: string): UntestedPart {
  return { id: findingId({ check, subject, fingerprint: `${check}|${subject}` }), check, subject, text };
}
