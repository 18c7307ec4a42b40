/** The file of results: one outcome a line, appended while a run lasts, so that a run can be continued. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { DirectoryOutcome } from './outcome.ts';

/** By the names of the documents; of two lines about one document the later one counts. */
export function readResults(file: string): ReadonlyMap<string, DirectoryOutcome> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(isComplete);
  const outcomes = lines.map((line): DirectoryOutcome => JSON.parse(line));
  return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
}

export function appendResult(file: string, outcome: DirectoryOutcome): void {
  appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}

/** The last line of a run that was killed may be cut. */
function isComplete(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}');
}
