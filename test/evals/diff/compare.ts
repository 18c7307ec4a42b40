/**
 * `npm run diff-peers [-- --write]`: our diff and two others on the same mutants. The table on stdout, wrong results of ours
 * on stderr. `--write` stores the results of the others in peers/peer-verdicts.tsv and updates
 * docs/reference/breaking-changes.md. Exits with 1 if ours misses a breaking change or reports a false positive.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Impact } from '../../../spec/diff/rules/change.ts';
import { contractMutantName } from './apply-mutant.ts';
import { type ImpactsByMutant, tablesOf, writeDiffPage } from './docs-page.ts';
import { mutants } from './mutants/index.ts';
import { runPeers, writePeerVerdicts } from './peers/peer-verdicts.ts';
import { reportedChanges, worstReportedImpact } from './reported-changes.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

if (existsSync(new URL('peers/node_modules', import.meta.url))) await main();
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
