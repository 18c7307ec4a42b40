/** The outcomes as they stand in docs/corpus.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Bounds, Outcome } from './law.ts';
import { reasonOf } from './reasons.ts';
import { count, tableOf } from './table.ts';

const page = new URL('../../../docs/corpus.md', import.meta.url);
const marked = /(<!-- corpus -->\n).*?(\n<!-- \/corpus -->)/s;

/** Throws where the page has no marks to write between. */
export function writeDocs(outcomes: readonly Outcome[], bounds: Bounds): void {
  const text = readFileSync(page, 'utf8');
  if (!marked.test(text)) throw new Error('docs/corpus.md has no <!-- corpus --> to write between');
  writeFileSync(
    page,
    text.replace(marked, (_all, open, close) => `${open}\n${figuresOf(outcomes, bounds)}\n${close}`),
  );
}

function figuresOf(outcomes: readonly Outcome[], { cases, operations, seed }: Bounds): string {
  const sum = (of: (outcome: Outcome) => number) => count(outcomes.reduce((all, one) => all + of(one), 0));
  const isWhole = outcomes.every((one) => one.chosen === one.operations);
  const which = isWhole
    ? `every operation of every
document (seed ${seed})`
    : `at most ${operations} operations of a
document (chosen by the seed ${seed})`;
  const command = `npm run corpus -- --cases ${cases} --operations ${operations} --write`;
  return `A run of \`${command}\`: ${cases} cases for each operation on average, ${which}. ${outcomes.length} documents with ${sum((one) => one.operations)} operations, ${sum((one) => one.chosen)} of them asked for:
${sum((one) => one.cases)} cases, ${sum((one) => one.requests)} requests, **${sum((one) => one.faults.length)} faults, ${sum((one) => one.advice.length)} pieces of advice**.

${tableOf(outcomes)}

### What was not judged, and why

${unjudgedOf(outcomes)}

### Faults and advice

${findingsOf(outcomes)}`;
}

function unjudgedOf(outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap(({ name, unjudged }) =>
    [...Map.groupBy(unjudged, (one) => reasonOf(name, one) ?? `**not of the document**: ${one.reason}`)].map(
      ([reason, ones]) => `- ${name}, ${namesOf(ones.map(({ operation }) => operation))}: ${plain(reason)}`,
    ),
  );
  return lines.length === 0 ? 'Nothing.' : lines.join('\n');
}

const MOST_NAMES = 6;

function namesOf(operations: readonly string[]): string {
  const names = operations.slice(0, MOST_NAMES).map((one) => `\`${one}\``);
  const more = operations.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function findingsOf(outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap(({ name, failure, faults, advice }) => [
    ...(failure === undefined ? [] : [`- ${name}: ${plain(failure)}`]),
    ...faults.map(
      ({ operation, check, words }) => `- fault, ${name}, \`${operation}\`, ${check}: ${plain(words)}`,
    ),
    ...advice.map(
      ({ operation, check, words }) => `- advice, ${name}, \`${operation}\`, ${check}: ${plain(words)}`,
    ),
  ]);
  return lines.length === 0 ? 'None.' : lines.join('\n');
}

/** In one line; ports change with every run. */
function plain(text: string): string {
  const [first = ''] = text.split('\n');
  return first
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll('|', '\\|')
    .slice(0, 400);
}
