/**
 * `npm run strangers [-- --write] [NAME...]`: the verifier against stores that we did not write. Exits with 1 where a
 * fault has not been judged by hand, or not in favour of the verifier.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { type Judgement, judgementOf, judgements } from './judged.ts';
import { faultsOf, type Outcome, outcomeOf } from './outcome.ts';
import { strangers } from './strangers.ts';
import { markdownOf } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

if (existsSync(new URL('node_modules', import.meta.url))) await main();
else refuse('not installed. Run: npm ci --ignore-scripts --prefix test/evals/third-party');

async function main(): Promise<void> {
  const names = strangers.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) return refuse(`received ${unknown}; expected one of ${names.join(', ')}`);
  if (values.write && positionals.length > 0) return refuse('--write is for all of them, not for some');
  const chosen = strangers.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const outcomes: Outcome[] = [];
  for (const stranger of chosen) {
    const outcome = await outcomeOf(stranger);
    outcomes.push(outcome);
    tell(outcome);
  }
  if (positionals.length === 0) tellStale(outcomes);
  if (values.write) write(markdownOf(outcomes));
}

function tell({ stranger: { name }, result, differences, ended }: Outcome): void {
  const faults = faultsOf(result);
  const open = faults.filter((fault) => judgementOf(name, fault)?.judgement !== 'true');
  const seconds = (result.ms / 1000).toFixed(1);
  console.log(
    `${name}: ${result.cases} cases, ${result.requests} requests, ${faults.length} faults, ${open.length} not upheld, ${seconds} s`,
  );
  for (const { reason } of result.unjudged) console.log(`  ${reason}`);
  if (ended !== undefined) console.log(`  the store ended: ${ended}`);
  for (const fingerprint of differences) console.log(`  only in one of two runs: ${fingerprint}`);
  for (const fault of open) console.log(openLine(name, fault));
  if (open.length > 0) process.exitCode = 1;
}

function openLine(store: string, fault: Finding): string {
  const word = judgementOf(store, fault)?.judgement ?? 'unjudged';
  const { fingerprint, evidence, expected, received } = fault;
  return `  ${word}  ${fingerprint}\n    ${evidence?.mutation}\n    expected ${expected}; received ${received}\n    ${evidence?.curl}`;
}

/** A judgement for a store that was judged in part only may well be needed again. */
function tellStale(outcomes: readonly Outcome[]): void {
  const used = new Set(
    outcomes.flatMap(({ stranger, result }) =>
      faultsOf(result).map((fault) => judgementOf(stranger.name, fault)),
    ),
  );
  const partly = outcomes.filter(({ result }) => result.unjudged.length > 0);
  const mayReturn = ({ stores }: Judgement) => partly.some(({ stranger }) => stores.includes(stranger.name));
  for (const stale of judgements.filter((one) => !used.has(one) && !mayReturn(one)))
    console.log(`no longer found: ${stale.check} ${stale.about.source} (${stale.stores.join(', ')})`);
}

function write(generated: string): void {
  const page = new URL('../../../docs/strangers.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const [start, end] = ['<!-- strangers -->', '<!-- /strangers -->'];
  const [before] = text.split(start);
  const after = text.split(end).at(-1);
  writeFileSync(page, `${before}${start}\n\n${generated}\n${end}${after}`);
}

function refuse(message: string): void {
  console.error(`strangers: ${message}`);
  process.exitCode = 2;
}
