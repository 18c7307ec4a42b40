/**
 * `npm run diff-peers [-- --write]`: runs our differ and two others on the same mutants. Prints the table on stdout and
 * wrong verdicts of our differ on stderr; `--write` stores the verdicts of the others in peers/peer-verdicts.tsv and
 * writes the table into docs/reference/breaking-changes.md. Exits with 1 for a missed breaking change or a false positive of our differ.
 * With `--suites FOLDER` it compares our verdicts with the test suites of oasdiff, openapi-diff and openapi-pact-comparator
 * instead, of which the folder has clones with these names. `--write` then writes docs/explanation/peer-suites.md; a difference
 * without a known reason is printed, and exits with 1.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Impact } from '../../../spec/diff/rules/change.ts';
import { contractMutantName } from './apply-mutant.ts';
import { type ImpactsByMutant, tablesOf, writeDiffPage } from './docs-page.ts';
import { mutants } from './mutants/index.ts';
import { runPeers, writePeerVerdicts } from './peers/peer-verdicts.ts';
import { reportedChanges, worstReportedImpact } from './reported-changes.ts';
import { compareWithComparator } from './suites/comparator-suite.ts';
import { compareWithOasdiff } from './suites/oasdiff-suite.ts';
import { compareWithOpenapiDiff } from './suites/openapi-diff-suite.ts';
import { ruleLines, suiteTables, unexplained, writeSuitesPage } from './suites/suites-page.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false }, suites: { type: 'string' } } });

if (values.suites !== undefined) await compareSuites(values.suites);
else if (existsSync(new URL('peers/node_modules', import.meta.url))) await main();
else failWith('not installed. Run: npm ci --ignore-scripts --prefix test/evals/diff/peers');

async function main(): Promise<void> {
  const ownVerdicts = await measureOwnVerdicts();
  const peerVerdicts = await runPeers(mutants);
  const results = { mutants, own: ownVerdicts, peers: peerVerdicts };
  process.stdout.write(`${tablesOf(results)}\n`);
  if (!values.write) return;
  writePeerVerdicts(peerVerdicts);
  writeDiffPage(results);
}

async function compareSuites(folder: string): Promise<void> {
  const oasdiff = await compareWithOasdiff(path.join(folder, 'oasdiff'));
  const openapiDiff = await compareWithOpenapiDiff(path.join(folder, 'openapi-diff'));
  const comparator = await compareWithComparator(path.join(folder, 'openapi-pact-comparator'));
  const results = { oasdiff, openapiDiff, comparator };
  process.stdout.write(`${ruleLines(results)}\n\n${suiteTables(results)}\n`);
  if (values.write) writeSuitesPage(results);
  const differences = unexplained(results);
  if (differences.length > 0) process.exitCode = 1;
  for (const difference of differences) process.stderr.write(`${difference}\n`);
}

async function measureOwnVerdicts(): Promise<ImpactsByMutant> {
  const found = new Map<string, Impact>();
  for (const mutant of mutants) {
    const changes = await reportedChanges(mutant);
    const verdict = worstReportedImpact(changes);
    found.set(contractMutantName(mutant), verdict);
    if (verdict === mutant.label) continue;
    process.exitCode = 1;
    process.stderr.write(`${mutant.label}, reported as ${verdict}: ${contractMutantName(mutant)}\n`);
    for (const { rule, operation, text } of changes) process.stderr.write(`  ${rule} ${operation}, ${text}\n`);
  }
  return found;
}

function failWith(message: string): void {
  process.stderr.write(`diff-peers: ${message}\n`);
  process.exitCode = 2;
}
