/**
 * `npm run diff-peers [-- --write]`: our differ and two others on the same mutants. The table on stdout, what ours gets wrong
 * on stderr; `--write` keeps what the others say in peers/answers.tsv and puts the table into docs/diff.md. Exits with 1
 * where ours misses a breaking change or accuses a harmless one.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Impact } from '../../../spec/diff/rules/change.ts';
import { mutants } from './mutants/index.ts';
import { tablesOf, type Verdicts, writePage } from './page.ts';
import { askPeers, keepAnswers } from './peers/answers.ts';
import { nameOf } from './subject.ts';
import { toldOf, verdictOf } from './told.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

if (existsSync(new URL('peers/node_modules', import.meta.url))) await main();
else refuse('not installed. Run: npm ci --ignore-scripts --prefix test/evals/diff/peers');

async function main(): Promise<void> {
  const ours = await verdicts();
  const theirs = await askPeers(mutants);
  const results = { mutants, ours, theirs };
  process.stdout.write(`${tablesOf(results)}\n`);
  if (!values.write) return;
  keepAnswers(theirs);
  writePage(results);
}

async function verdicts(): Promise<Verdicts> {
  const found = new Map<string, Impact>();
  for (const mutant of mutants) {
    const told = await toldOf(mutant);
    const verdict = verdictOf(told);
    found.set(nameOf(mutant), verdict);
    if (verdict === mutant.label) continue;
    process.exitCode = 1;
    process.stderr.write(`${mutant.label}, told as ${verdict}: ${nameOf(mutant)}\n`);
    for (const { rule, operation, text } of told) process.stderr.write(`  ${rule} ${operation}, ${text}\n`);
  }
  return found;
}

function refuse(message: string): void {
  process.stderr.write(`diff-peers: ${message}\n`);
  process.exitCode = 2;
}
