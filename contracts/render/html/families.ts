/** Which families of cases a finding is of. */
import type { Finding } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';

/** Of all rows of a report, in the order in which they come. */
export function familiesIn({ stages }: Pick<Report, 'stages'>): readonly string[] {
  return [...new Set(stages.flatMap(({ run }) => run?.rows ?? []).map(({ family }) => family))];
}

/** That of its case, and those of the cases folded into it that it names. */
export function familiesOf({ evidence, others = [] }: Finding, known: readonly string[]): readonly string[] {
  const folded = known.filter((family) => others.some((id) => id.includes(`/${family}/`)));
  return [...new Set([...(evidence === undefined ? [] : [evidence.family]), ...folded])];
}
