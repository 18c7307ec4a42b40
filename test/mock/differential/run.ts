/** `node test/mock/differential/run.ts [--write]`: all requests to Prism's command line and to the fake store. */
import { collect, ROUNDS } from './collect.ts';
import { writeTable } from './document.ts';
import { describeDifference, sortDifferences } from './sort.ts';
import { summaryOf, tableOf } from './table.ts';

const collected = await collect(ROUNDS);
const sorted = sortDifferences(collected.pairs);
const text = `${summaryOf(collected, sorted)}\n\n${tableOf(sorted)}`;
if (process.argv.includes('--write')) await writeTable(text);
else console.log(text);
for (const one of sorted.unexplained) console.error(`no cause: ${describeDifference(one)}`);
for (const pair of sorted.wrong)
  console.error(`ours is wrong: ${describeDifference({ aspect: 'status', pair })}`);
process.exitCode = sorted.unexplained.length + sorted.wrong.length > 0 ? 1 : 0;
