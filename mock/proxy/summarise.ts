/** What is told when the proxy stops: lines for a person, and whether what was seen keeps the contract. */
import { visible } from '../../text.ts';
import type { Summary, ViolationGroup } from './tally.ts';

export interface Told {
  readonly lines: readonly string[];
  /** 0 where all that was seen keeps the contract, 1 where something does not, 2 where nothing was seen. */
  readonly exitCode: 0 | 1 | 2;
}

const MOST_GROUPS = 20;
const MOST_UNSEEN = 10;

export function summarise(summary: Summary): Told {
  const { groups, violations, judged } = summary;
  const shown = groups.slice(0, MOST_GROUPS);
  const rest = violations - shown.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    headline(summary),
    ...groupLines(shown),
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
    ...unseenLine(summary),
  ];
  if (violations > 0) return { lines, exitCode: 1 };
  return { lines, exitCode: judged === 0 ? 2 : 0 };
}

function headline({ upstream, requests, seen, unseen, violations, judged }: Summary): string {
  if (requests === 0) return `no requests were passed on to ${upstream}: nothing is judged`;
  const all = seen.length + unseen.length;
  const verdict =
    violations > 0 ? plural(violations, 'violation') : judged === 0 ? 'nothing is judged' : 'no violations';
  return `${plural(requests, 'request')} passed on to ${upstream}, ${seen.length} of ${plural(all, 'operation')}: ${verdict}`;
}

function groupLines(groups: readonly ViolationGroup[]): readonly string[] {
  return [...Map.groupBy(groups, ({ operation }) => operation)].flatMap(([operation, own]) => [
    `  ${operation}`,
    ...own.map(({ count, side, code, message }) => `    ${count}x  ${side} ${code}  ${visible(message)}`),
  ]);
}

function unseenLine({ unseen, requests }: Summary): readonly string[] {
  if (unseen.length === 0 || requests === 0) return [];
  const more = unseen.length > MOST_UNSEEN ? ` and ${unseen.length - MOST_UNSEEN} more` : '';
  return [`  not called: ${unseen.slice(0, MOST_UNSEEN).join(', ')}${more}`];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
