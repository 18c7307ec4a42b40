/**
 * The causes behind the findings of a report, most important first: findings of several operations that one defect
 * explains are one cause.
 */
import { isDuplicate } from '../finding/finding.ts';
import { importanceOf } from './importance.ts';
import { createRootCauses } from './root-cause.ts';
import type { ReportedFinding } from './stage-report.ts';

export interface Cause {
  /** The finding that shows it best, and not what follows from it: the most important one, and of these the first. */
  readonly example: ReportedFinding;
  /** `no validation of bodies`, where several findings show that a whole step is missing. */
  readonly description?: string;
  /** All findings of the cause, including the example. */
  readonly findings: readonly ReportedFinding[];
  /** The operations or interactions with the cause, without repetition. */
  readonly subjects: readonly string[];
}

/** Errors before warnings, then by importance, then in the order of the report. Waived findings are left out. */
export function findCauses(findings: readonly ReportedFinding[]): readonly Cause[] {
  const counted = findings.filter((finding) => !isDuplicate(finding) && finding.waived === undefined);
  const { keyOf, describe, isConsequence } = createRootCauses(counted);
  const groups = [...Map.groupBy(counted, keyOf).values()];
  const causes = groups.flatMap((same): readonly Cause[] => {
    const shown = same.filter((finding) => !isConsequence(finding));
    const [example] = shown.toSorted((a, b) => importanceOf(a.check) - importanceOf(b.check));
    if (example === undefined) return [];
    const description = describe(example);
    const subjects = [...new Set(same.map(({ subject }) => subject))];
    return [{ example, findings: same, subjects, ...(description !== undefined && { description }) }];
  });
  return causes.toSorted((a, b) => rank(a) - rank(b));
}

const WARNING_RANK = 100;

function rank({ example: { check, severity } }: Cause): number {
  return importanceOf(check) + (severity === 'warning' ? WARNING_RANK : 0);
}
