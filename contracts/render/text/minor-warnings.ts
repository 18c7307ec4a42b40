/** Minor warnings of the lint stage: a line for each rule in the terminal, and all places in the reports. */
import type { Finding } from '../../finding/finding.ts';
import { minorRules } from '../../lint/lint.ts';
import { pluralize } from '../../report/text-format.ts';

/** Not if the user made the rule an error. */
export function isMinor({ check, severity }: Pick<Finding, 'check' | 'severity'>): boolean {
  return severity === 'warning' && minorRules.has(check);
}

/** `3 places, in the reports` */
export function countPlaces(findings: readonly Pick<Finding, 'similarCount'>[]): string {
  const count = findings.reduce((sum, { similarCount }) => sum + 1 + similarCount, 0);
  return `${pluralize(count, 'place')}, in the reports`;
}
