/** The causes in Markdown, each with a request that shows it. */
import type { Collected } from './collect.ts';
import type { Pair } from './compare.ts';
import type { Received } from './request.ts';
import type { Sorted } from './sort.ts';

const head = ['what ours does', 'requests', 'Prism', 'why', 'for example', "Prism's answer", 'ours'];

export function tableOf({ explained }: Sorted): string {
  const rows = [...explained]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([{ id, prism, why }, pairs]) => [id, String(pairs.length), prism, why, ...exampleOf(pairs[0])]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

export function summaryOf({ pairs, restarts }: Collected, { explained, same, unexplained }: Sorted): string {
  return `${pairs.length} requests: ${same} answered alike, ${pairs.length - same} otherwise, for ${explained.size} causes; ${unexplained.length} differences without a cause. Prism had to be started again ${restarts} times.`;
}

function exampleOf(pair: Pair | undefined): readonly string[] {
  if (pair === undefined) return ['', '', ''];
  const { probe, ours, prisms } = pair;
  const body = probe.body === undefined ? '' : ` ${shown(probe.body.toString('utf8'))}`;
  return [`\`${probe.method} ${shown(probe.target)}${body}\` (${probe.kind})`, told(prisms), told(ours)];
}

function told({ outcome, status, text }: Received): string {
  if (outcome !== 'answered') return outcome;
  return text === '' ? String(status) : `${status} \`${shown(text)}\``;
}

function shown(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e]+/g, '.').replaceAll('`', "'");
  return plain.length > 90 ? `${plain.slice(0, 87)}...` : plain;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
