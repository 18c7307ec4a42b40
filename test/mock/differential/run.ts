/** `node test/mock/differential/run.ts [--write]`: sends all requests to Prism's command line and to the mock. */

import { classifyDifferences, describeDifference } from './classify.ts';
import { collect, ROUNDS } from './collect.ts';
import { writeTable } from './docs-table.ts';
import { causesTable, differentialSummary } from './table.ts';

const collected = await collect(ROUNDS);
const sorted = classifyDifferences(collected.pairs);
const text = `${differentialSummary(collected, sorted)}\n\n${causesTable(sorted)}`;
if (process.argv.includes('--write')) await writeTable(text);
else console.log(text);
for (const one of sorted.unexplained) console.error(`no cause: ${describeDifference(one)}`);
for (const pair of sorted.wrong) console.error(`ours is wrong: ${describeDifference({ aspect: 'status', pair })}`);
process.exitCode = sorted.unexplained.length + sorted.wrong.length > 0 ? 1 : 0;
