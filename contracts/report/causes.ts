/**
 * The causes behind the findings of a report, most important first: findings of several operations that one defect
 * explains are one cause.
 */
import { isDuplicate } from '../finding/finding.ts';
import { importanceOf } from './importance.ts';
import { createRootCauses } from './root-cause.ts';
import type { ReportedFinding } from './stage-report.ts';

export interface Cause {
  /** The finding that shows it best: the most important one, and of these the first. */
  readonly example: ReportedFinding;
  /** All findings of the cause, including the example. */
  readonly findings: readonly ReportedFinding[];
  /** The operations or interactions with the cause, without repetition. */
  readonly subjects: readonly string[];
}

/** Errors before warnings, then by importance, then in the order of the report. Waived findings are left out. */
export function findCauses(findings: readonly ReportedFinding[]): readonly Cause[] {
  const counted = findings.filter((finding) => !isDuplicate(finding) && finding.waived === undefined);
  const groups = [...Map.groupBy(counted, createRootCauses(counted)).values()];
  const causes = groups.flatMap((same): readonly Cause[] => {
    const [example] = same.toSorted((a, b) => importanceOf(a.check) - importanceOf(b.check));
    if (example === undefined) return [];
    return [{ example, findings: same, subjects: [...new Set(same.map(({ subject }) => subject))] }];
  });
  return causes.toSorted((a, b) => rank(a) - rank(b));
}

const WARNING_RANK = 100;

function rank({ example: { check, severity } }: Cause): number {
  return importanceOf(check) + (severity === 'warning' ? WARNING_RANK : 0);
}
