/**
 * `npm run prism-harness -- FOLDER [--write]`: runs the cases of Prism's own test harness (the folder `test-harness/specs`
 * of its repository, which is not part of the kit) against our mock. Prints a table by cause; `--write` puts it into
 * docs/explanation/comparison-with-prism.md. Exits with 1 if a difference has no cause.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Cause, causes, findCause } from './causes.ts';
import { readCases } from './harness-case.ts';
import { type CaseResult, runCase } from './run-case.ts';

const page = new URL('../../../docs/explanation/comparison-with-prism.md', import.meta.url);
const [begin, end] = ['<!-- made by test/evals/prism-harness/run.ts -->', '<!-- end of the harness -->'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const [folder] = positionals;

if (folder === undefined || !existsSync(folder)) {
  process.stderr.write(
    'prism-harness: give the folder test-harness/specs of a clone of https://github.com/stoplightio/prism\n',
  );
  process.exitCode = 2;
} else await main(folder);

async function main(casesFolder: string): Promise<void> {
  const documents = mkdtempSync(path.join(tmpdir(), 'prism-harness-'));
  const results: CaseResult[] = [];
  try {
    for (const one of readCases(casesFolder)) results.push(await runCase(one, documents));
  } finally {
    rmSync(documents, { recursive: true });
  }
  const differing = results.filter(({ outcome }) => outcome !== 'same');
  const byCause = Map.groupBy(differing, findCause);
  for (const { name, outcome, error, expected, received } of byCause.get(undefined) ?? []) {
    process.exitCode = 1;
    process.stderr.write(`${name}: ${outcome} ${error ?? `${expected.status} ${received?.status}`}\n`);
  }
  const table = tableOf(results.length, results.length - differing.length, byCause);
  process.stdout.write(`${table}\n`);
  if (values.write) writeTable(table);
}

function tableOf(all: number, same: number, byCause: ReadonlyMap<Cause | undefined, readonly CaseResult[]>): string {
  const rows = causes.flatMap((cause) => {
    const results = byCause.get(cause) ?? [];
    const [first] = results;
    if (first === undefined) return [];
    return [`| ${cause.title} | ${results.length} | ${cause.verdict} | ${cause.reason} | \`${first.name}\` |`];
  });
  return [
    `${all} cases: ${same} with the same response, ${all - same} with another one.`,
    '',
    '| our mock | cases | verdict | reason | for example |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function writeTable(table: string): void {
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const after = rest.split(end)[1] ?? '';
  writeFileSync(page, `${before}${begin}\n\n${table}\n\n${end}${after}`);
}
