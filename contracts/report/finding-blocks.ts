/** Findings for a person: each in full, until so many of one check have been told that no more will be read. */
import { visible } from '../../text.ts';
import type { Finding } from '../finding.ts';
import { findingText } from './finding-text.ts';
import type { Style } from './style.ts';

/** Of one check and severity. */
const MOST_IN_FULL = 6;

export function findingBlocks(findings: readonly Finding[], style: Style): readonly string[] {
  const groups = Map.groupBy(findings, ({ check, severity }) => `${severity} ${check}`);
  return [...groups.values()].flatMap((group) => [
    ...group.slice(0, MOST_IN_FULL).map((finding) => `${findingText(finding, style)}\n`),
    ...shortLines(group.slice(MOST_IN_FULL), style),
  ]);
}

function shortLines(rest: readonly Finding[], style: Style): readonly string[] {
  const [first] = rest;
  if (first === undefined) return [];
  const word = first.severity === 'fault' ? style.red('error') : style.yellow('advice');
  const lines = rest.map(({ received, subject, evidence }) =>
    visible(`  ${evidence?.caseId ?? subject}: ${evidence?.mutation ?? ''} -> ${received}`),
  );
  return [`${word}[${first.check}]: ${rest.length} more of other causes`, ...lines, ''];
}
