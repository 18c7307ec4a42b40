/** What the waivers of a run forgive, for whoever tells of findings in a form of its own. */
import type { Finding } from '../finding/finding.ts';
import { findingId } from '../finding/id.ts';
import type { Report } from './report.ts';
import type { WaivedBy } from './stage.ts';

/** Why a finding does not count; undefined where it does. */
export type Forgiven = (finding: Finding) => WaivedBy | undefined;

/** By what the report of the run says, which knows findings by their ids. */
export function forgivenIn({ stages }: Pick<Report, 'stages'>): Forgiven {
  const waived = new Map(
    stages.flatMap(({ findings }) =>
      findings.flatMap(({ id, waived: by }) => (by === undefined ? [] : [[id, by] as const])),
    ),
  );
  return (finding) => waived.get(findingId(finding));
}

/** Whether something was found of which nothing counts. */
export function areForgiven(findings: readonly Finding[], forgiven: Forgiven): boolean {
  return findings.length > 0 && findings.every((finding) => forgiven(finding) !== undefined);
}
