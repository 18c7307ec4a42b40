/** What a stage did, in a line, with what of it is waived: a fault that does not count is still one that was found. */
import type { Severity } from '../../finding/finding.ts';
import type { StageReport, ToldFinding } from '../../report/stage.ts';
import { count } from '../../report/words.ts';

/** Findings of a stage that is not over yet have no waivers. */
export type Summed = Pick<StageReport, 'summary'> & {
  readonly findings: readonly (Pick<ToldFinding, 'severity' | 'fingerprint' | 'sameAs'> &
    Pick<ToldFinding, 'waived'>)[];
};

/** `816 cases, 956 requests, 9 faults, all waived`; `3 of 7 interactions held, 1 fault, waived` */
export function summaryOf({ summary, findings }: Summed): string {
  const faults = causesOf(findings, 'fault');
  const waived = faults.filter((cause) => cause.waived !== undefined).length;
  const told = count(faults.length, 'fault');
  const isTold = summary.endsWith(`, ${told}`);
  const advice = causesOf(findings, 'advice').filter((cause) => cause.waived !== undefined).length;
  return [
    summary,
    ...(waived === 0 || isTold ? [] : [told]),
    ...(waived === 0 ? [] : [waivedWords(waived, faults.length)]),
    ...(advice === 0 ? [] : [`${advice} advice waived`]),
  ].join(', ');
}

/** Those of one cause are one. */
function causesOf(findings: Summed['findings'], severity: Severity): Summed['findings'] {
  const some = findings.filter((finding) => finding.severity === severity);
  return [
    ...new Map(some.map((finding) => [finding.sameAs ?? finding.fingerprint, finding] as const)).values(),
  ];
}

function waivedWords(waived: number, all: number): string {
  if (waived < all) return `${waived} of them waived`;
  return all === 1 ? 'waived' : 'all waived';
}
