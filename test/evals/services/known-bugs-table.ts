/** The known bugs of a service on its page, and their number in all. */
import type { KnownBug } from './known-bugs.ts';
import { cell, row } from './markdown-table.ts';

export function knownBugsTable(bugs: readonly KnownBug[]): readonly string[] {
  return [
    row(['known from', 'what is wrong', 'result']),
    row(['---', '---', '---']),
    ...bugs.map((bug) => row([sourceText(bug.source), cell(bug.description), cell(resultText(bug))])),
  ];
}

/** `fastify/fastify#4613`, as a link. */
function sourceText(source: string): string {
  const [, repository, number] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)$/.exec(source) ?? [];
  return repository === undefined ? cell(source) : `[${cell(`${repository}#${number}`)}](${source})`;
}

function resultText(bug: KnownBug): string {
  if (bug.result !== 'found') return `${bug.result}: ${bug.reason}`;
  const [check = '', operation = '', , ...rest] = bug.cause.split('|');
  return `found: ${[check, operation, ...rest].join(' ')}`;
}

export function knownBugsLine(bugs: readonly KnownBug[]): string {
  const count = (result: KnownBug['result']) => bugs.filter((one) => one.result === result).length;
  return `Of ${bugs.length} known bugs, ${count('found')} are found, ${count('missed')} are missed, and ${count('not provable')} contradict nothing in the document.`;
}
