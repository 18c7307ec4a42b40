/** Writes the figures of a file of results into docs/explanation/directory.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { count, markdown } from '../corpus/table.ts';
import type { DirectoryOutcome } from './outcome.ts';

export interface SampleFacts {
  /** Of the package. */
  readonly documents: number;
  /** How the documents of the sample were selected. */
  readonly selection: string;
}

const page = new URL('../../../docs/explanation/directory.md', import.meta.url);
const marked = /(<!-- directory -->\n).*?(\n<!-- \/directory -->)/s;

/** Throws where the page has no marks to write between. */
export function writeDirectoryPage(outcomes: readonly DirectoryOutcome[], facts: SampleFacts): void {
  const text = readFileSync(page, 'utf8');
  if (!marked.test(text)) throw new Error('docs/explanation/directory.md has no <!-- directory --> section');
  writeFileSync(
    page,
    text.replace(marked, (_all, open, close) => `${open}\n${describeRun(outcomes, facts)}\n${close}`),
  );
}

export function describeRun(outcomes: readonly DirectoryOutcome[], { documents, selection }: SampleFacts): string {
  const sum = (of: (outcome: DirectoryOutcome) => number) => count(outcomes.reduce((all, one) => all + of(one), 0));
  const contradicting = outcomes.filter(({ contradictions }) => contradictions.length > 0);
  const withErrors = contradicting.filter(({ contradictions }) =>
    contradictions.some(({ severity }) => severity === 'error'),
  );
  const started = outcomes.filter(({ refusal, aborted }) => refusal === undefined && aborted === undefined);
  return `Sample: ${selection}. ${count(outcomes.length)} of ${count(documents)} documents with ${sum((one) => one.operations)} operations:
${sum((one) => one.cases)} cases, ${sum((one) => one.requests)} requests, ${sum((one) => one.ms / 1000)} seconds.

- ${count(started.length)} documents were served (${percent(started.length, outcomes.length)}).
- **${contradicting.length} documents contradict** (${percent(contradicting.length, outcomes.length)}): the verifier reports something about the mock of the same
  document. ${withErrors.length} of them with an error, the others with warnings only.

### Contradictions by check

${byCause(contradicting, (outcome) => outcome.contradictions.map(({ severity, check }) => `${check} (${severity})`))}

### Not served

${byCause(outcomes, ({ refusal, aborted }) => [...(refusal ? [refusal.code] : []), ...(aborted ? [`ended: ${aborted}`] : [])])}

### Served, but nothing was verified

${byCause(outcomes, ({ notVerified }) => (notVerified === undefined ? [] : [describeCause(notVerified)]))}`;
}

function describeCause({ code, message }: { readonly code: string; readonly message: string }): string {
  return /path has a fragment/.test(message)
    ? `${code}: the paths have a fragment, which HTTP requests cannot have`
    : code;
}

const MAX_NAMES = 3;

/** A document counts once for each of its causes. */
function byCause(
  outcomes: readonly DirectoryOutcome[],
  causesOf: (outcome: DirectoryOutcome) => readonly string[],
): string {
  const pairs = outcomes.flatMap((outcome) => [...new Set(causesOf(outcome))].map((cause) => ({ cause, outcome })));
  if (pairs.length === 0) return 'None.';
  const rows = [...Map.groupBy(pairs, ({ cause }) => cause)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([cause, ones]) => [cause, count(ones.length), exampleNames(ones.map(({ outcome }) => outcome.name))]);
  return markdown(['cause', 'documents', 'such as'], rows);
}

function exampleNames(names: readonly string[]): string {
  return names
    .slice(0, MAX_NAMES)
    .map((name) => name.replace(/\.json$/, ''))
    .join(', ');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;
}
