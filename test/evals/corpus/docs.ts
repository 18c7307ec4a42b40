/** Writes the outcomes into docs/explanation/corpus.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { documentLimitation } from './document-limitations.ts';
import type { CorpusBounds, CorpusOutcome } from './self-consistency.ts';
import { corpusTable, count } from './table.ts';

const page = new URL('../../../docs/explanation/corpus.md', import.meta.url);
const marked = /(<!-- corpus -->\n).*?(\n<!-- \/corpus -->)/s;

/** Throws where the page has no marks to write between. */
export function writeCorpusDocs(outcomes: readonly CorpusOutcome[], bounds: CorpusBounds): void {
  const text = readFileSync(page, 'utf8');
  if (!marked.test(text)) throw new Error('docs/explanation/corpus.md has no <!-- corpus --> section');
  writeFileSync(
    page,
    text.replace(marked, (_all, open, close) => `${open}\n${figuresOf(outcomes, bounds)}\n${close}`),
  );
}

function figuresOf(
  outcomes: readonly CorpusOutcome[],
  { casesPerOperation, maxOperations, seed }: CorpusBounds,
): string {
  const sum = (of: (outcome: CorpusOutcome) => number) => count(outcomes.reduce((all, one) => all + of(one), 0));
  const isWhole = outcomes.every((one) => one.selectedOperations === one.operations);
  const which = isWhole
    ? `every operation of every
document (seed ${seed})`
    : `at most ${maxOperations} operations of a
document (chosen by the seed ${seed})`;
  const command = `npm run corpus -- --cases ${casesPerOperation} --operations ${maxOperations} --write`;
  return `A run of \`${command}\`: ${casesPerOperation} cases for each operation on average, ${which}. ${outcomes.length} documents with ${sum((one) => one.operations)} operations, ${sum((one) => one.selectedOperations)} of them requested:
${sum((one) => one.cases)} cases, ${sum((one) => one.requests)} requests, **${sum((one) => one.errors.length)} errors, ${sum((one) => one.warnings.length)} warnings**.

${corpusTable(outcomes)}

### What was not checked, and why

${uncheckedTable(outcomes)}

### Errors and warnings

${findingsOf(outcomes)}`;
}

function uncheckedTable(outcomes: readonly CorpusOutcome[]): string {
  const lines = outcomes.flatMap(({ name, unchecked }) =>
    [...Map.groupBy(unchecked, (one) => documentLimitation(name, one) ?? `**not of the document**: ${one.reason}`)].map(
      ([reason, ones]) => `- ${name}, ${namesOf(ones.map(({ operation }) => operation))}: ${plain(reason)}`,
    ),
  );
  return lines.length === 0 ? 'Nothing.' : lines.join('\n');
}

const MAX_NAMES = 6;

function namesOf(operations: readonly string[]): string {
  const names = operations.slice(0, MAX_NAMES).map((one) => `\`${one}\``);
  const more = operations.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function findingsOf(outcomes: readonly CorpusOutcome[]): string {
  const lines = outcomes.flatMap(({ name, failure, errors, warnings }) => [
    ...(failure === undefined ? [] : [`- ${name}: ${plain(failure)}`]),
    ...errors.map(
      ({ operation, check, text: findingText }) =>
        `- error, ${name}, \`${operation}\`, ${check}: ${plain(findingText)}`,
    ),
    ...warnings.map(
      ({ operation, check, text: findingText }) =>
        `- warning, ${name}, \`${operation}\`, ${check}: ${plain(findingText)}`,
    ),
  ]);
  return lines.length === 0 ? 'None.' : lines.join('\n');
}

/** One line, without ports, which change with every run. */
function plain(text: string): string {
  const [first = ''] = text.split('\n');
  return first
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll('|', '\\|')
    .slice(0, 400);
}
