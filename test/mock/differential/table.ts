/** The causes in Markdown, each with a request that shows it. */

import type { ClassifiedDifferences } from './classify.ts';
import type { CollectedPairs } from './collect.ts';
import type { ResponsePair } from './compare.ts';
import type { ReceivedOutcome } from './probe.ts';

const head = [
  'behaviour of the mock',
  'requests',
  'behaviour of Prism',
  'reason',
  'example request',
  'response of Prism',
  'response of the mock',
];

export function causesTable({ explained }: ClassifiedDifferences): string {
  const rows = [...explained]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([{ id, prismBehavior, reason }, pairs]) => [
      id,
      String(pairs.length),
      prismBehavior,
      reason,
      ...exampleOf(pairs[0]),
    ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

export function differentialSummary(
  { pairs, restarts }: CollectedPairs,
  { explained, same, unexplained }: ClassifiedDifferences,
): string {
  return `${pairs.length} requests: ${same} with the same response, ${pairs.length - same} with different ones, for ${explained.size} causes; ${unexplained.length} differences without a cause. Prism had to be restarted ${restarts} times.`;
}

function exampleOf(pair: ResponsePair | undefined): readonly string[] {
  if (pair === undefined) return ['', '', ''];
  const { probe, mockResponse, prismResponse } = pair;
  const body = probe.body === undefined ? '' : ` ${shortened(probe.body.toString('utf8'))}`;
  return [
    `\`${probe.method} ${shortened(probe.target)}${body}\` (${probe.kind})`,
    outcomeText(prismResponse),
    outcomeText(mockResponse),
  ];
}

function outcomeText({ outcome, status, text }: ReceivedOutcome): string {
  if (outcome !== 'answered') return outcome;
  return text === '' ? String(status) : `${status} \`${shortened(text)}\``;
}

function shortened(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e]+/g, '.').replaceAll('`', "'");
  return plain.length > 90 ? `${plain.slice(0, 87)}...` : plain;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
