/**
 * `npm run third-party [-- --write] [NAME...]`: verifies implementations that others wrote. Exits with 1 if an error was not
 * checked by hand, or not confirmed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { outcomesMarkdown } from './docs-table.ts';
import { thirdPartyImplementations } from './implementations.ts';
import { findManualVerdict, type ManualVerdict, manualVerdicts } from './manual-verdicts.ts';
import { errorFindings, type ThirdPartyOutcome, verifyImplementation } from './outcome.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

if (existsSync(new URL('node_modules', import.meta.url))) await main();
else failWith('not installed. Run: npm ci --ignore-scripts --prefix test/evals/third-party');

async function main(): Promise<void> {
  const names = thirdPartyImplementations.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) return failWith(`received ${unknown}; expected one of ${names.join(', ')}`);
  if (values.write && positionals.length > 0) return failWith('--write needs a run of all implementations');
  const selected = thirdPartyImplementations.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const outcomes: ThirdPartyOutcome[] = [];
  for (const implementation of selected) {
    const outcome = await verifyImplementation(implementation);
    outcomes.push(outcome);
    reportOutcome(outcome);
  }
  if (positionals.length === 0) reportStaleVerdicts(outcomes);
  if (values.write) write(outcomesMarkdown(outcomes));
}

function reportOutcome({ implementation: { name }, result, differences, exitReason }: ThirdPartyOutcome): void {
  const errors = errorFindings(result);
  const unconfirmed = errors.filter((error) => findManualVerdict(name, error)?.verdict !== 'true');
  const seconds = (result.ms / 1000).toFixed(1);
  console.log(
    `${name}: ${result.cases} cases, ${result.requests} requests, ${errors.length} errors, ${unconfirmed.length} not confirmed by hand, ${seconds} s`,
  );
  for (const { reason } of result.unchecked) console.log(`  ${reason}`);
  if (exitReason !== undefined) console.log(`  the server ended: ${exitReason}`);
  for (const fingerprint of differences) console.log(`  only in one of two runs: ${fingerprint}`);
  for (const error of unconfirmed) console.log(unconfirmedLine(name, error));
  if (unconfirmed.length > 0) process.exitCode = 1;
}

function unconfirmedLine(store: string, error: Finding): string {
  const verdict = findManualVerdict(store, error)?.verdict ?? 'unjudged';
  const { fingerprint, evidence, expected, received } = error;
  return `  ${verdict}  ${fingerprint}\n    ${evidence?.mutation}\n    expected ${expected}; received ${received}\n    ${evidence?.curl}`;
}

/** A judgement for a store that was judged in part only may well be needed again. */
function reportStaleVerdicts(outcomes: readonly ThirdPartyOutcome[]): void {
  const used = new Set(
    outcomes.flatMap(({ implementation, result }) =>
      errorFindings(result).map((error) => findManualVerdict(implementation.name, error)),
    ),
  );
  const incompleteOutcomes = outcomes.filter(({ result }) => result.unchecked.length > 0);
  const mayReturn = ({ stores }: ManualVerdict) =>
    incompleteOutcomes.some(({ implementation }) => stores.includes(implementation.name));
  for (const stale of manualVerdicts.filter((one) => !used.has(one) && !mayReturn(one)))
    console.log(`no longer found: ${stale.check} ${stale.pattern.source} (${stale.stores.join(', ')})`);
}

function write(generated: string): void {
  const page = new URL('../../../docs/explanation/third-party-implementations.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const [start, end] = ['<!-- third-party -->', '<!-- /third-party -->'];
  const [before] = text.split(start);
  const after = text.split(end).at(-1);
  writeFileSync(page, `${before}${start}\n\n${generated}\n${end}${after}`);
}

function failWith(message: string): void {
  console.error(`third-party: ${message}`);
  process.exitCode = 2;
}
