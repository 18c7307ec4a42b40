/** Which findings and untested operations a waiver covers. */
import { type Finding, findingId } from '../finding/finding.ts';
import { createMatcher } from '../options/permitted-operations.ts';
import type { ReportedOperation, Waiver } from '../report/report.ts';
import type { ReportedFinding } from '../report/stage-report.ts';
import type { UntestedPart } from '../report/untested-parts.ts';

type WaivablePart = UntestedPart | ReportedFinding;

/** A pattern covers also the finding that stands for many causes; an id names the finding of one. */
export function createWaiverMatch(
  { id, pattern }: Waiver,
  operations: readonly ReportedOperation[],
): (part: WaivablePart) => boolean {
  if (pattern === undefined) return (part) => part.id === id && !isRemainder(part);
  const isNamed = createMatcher(pattern.operations);
  const covered = new Set(operations.filter(isNamed).map((operation) => operation.id));
  return ({ check, subject }) => (pattern.check === '*' || pattern.check === check) && covered.has(subject);
}

/** Whether one of the waivers holds a finding, whatever its last day. */
export function createKnownFindings(
  waivers: readonly Waiver[],
  operations: readonly ReportedOperation[],
): (finding: Finding) => boolean {
  const matches = waivers.map((waiver) => createWaiverMatch(waiver, operations));
  return (finding) => matches.some((isMatch) => isMatch({ ...finding, id: findingId(finding) }));
}

function isRemainder(part: WaivablePart): boolean {
  return 'isRemainder' in part && part.isRemainder === true;
}
