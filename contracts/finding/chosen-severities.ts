/** `--severity`: other severities than those of the checks. */
import type { Finding, Severity } from './finding.ts';

/** A check, and the severity that the user gives its findings. */
export interface ChosenSeverity {
  readonly check: string;
  readonly severity: Severity | 'off';
}

export type ChosenSeverities = readonly ChosenSeverity[];

/** Undefined if the check is off. A failure that was not reproduced stays a warning: its cause may be elsewhere. */
export function withChosenSeverity<FindingType extends Finding>(
  finding: FindingType,
  severities: ChosenSeverities,
): FindingType | undefined {
  const severity = findChosenSeverity(finding.check, severities);
  if (severity === undefined || severity === finding.severity) return finding;
  if (severity === 'off') return undefined;
  return severity === 'error' && isSeenOnce(finding) ? finding : { ...finding, severity };
}

export function isOff(check: string, severities: ChosenSeverities): boolean {
  return findChosenSeverity(check, severities) === 'off';
}

/** The last one applies, as for other options that are given twice. */
function findChosenSeverity(check: string, severities: ChosenSeverities): ChosenSeverity['severity'] | undefined {
  return severities.findLast((one) => one.check === check)?.severity;
}

function isSeenOnce({ evidence }: Finding): boolean {
  const { reproduced = 1, attempts = 1, isUnreachable = false } = evidence?.reproduction ?? {};
  return reproduced === 1 && attempts > 1 && !isUnreachable;
}

/** `no-redirect is off`, `allow-present is an error`: one for each check. */
export function describeChosenSeverities(severities: ChosenSeverities = []): readonly string[] {
  return [...new Map(severities.map((one) => [one.check, one])).values()].map(
    ({ check, severity }) => `${check} is ${severityNames[severity]} (--severity)`,
  );
}

const severityNames: Readonly<Record<ChosenSeverity['severity'], string>> = {
  off: 'off',
  warning: 'a warning',
  error: 'an error',
};
