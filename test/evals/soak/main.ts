/**
 * `npm run soak`: five minutes under mixed load and faults; memory must not grow. `--seconds N` sets another time, `--write`
 * updates docs/explanation/reliability.md.
 */
import { parseArgs } from 'node:util';
import { circumstancesText, readCircumstances } from '../bench/measuring/circumstances.ts';
import { writeSection } from '../hostile/reliability-page.ts';
import { startAndEndMeans } from './memory-growth.ts';
import { type SoakResult, soak } from './soak.ts';

const circumstancesBefore = circumstancesText(readCircumstances());

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '300' }, write: { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);

const results = await soak({
  seconds,
  // Every half minute, and often enough in a short one.
  sampleCount: Math.max(10, Math.round(seconds / 30)),
  progress: ({ name, seconds: at, requests, heapMB, rssMB, handles }) =>
    process.stderr.write(
      `${String(at).padStart(4)} s  ${name.padEnd(22)} ${String(requests).padStart(7)} requests  heap ${mb(heapMB)}  RSS ${mb(rssMB)}  ${handles} handles\n`,
    ),
});

const table = [summaryOf(results), ...results.map(courseOf)].join('\n\n');
process.stdout.write(`${table}\n`);
for (const { name, errors, isClosed } of results) {
  for (const error of errors) process.stderr.write(`${name}: ${error}\n`);
  if (!isClosed) process.stderr.write(`${name}: handles stay open\n`);
}
if (values.write) writeSection('soak', `${circumstancesBefore} ${seconds} seconds.\n\n${table}`);
process.exitCode = results.every(isSound) ? 0 : 1;

function summaryOf(all: readonly SoakResult[]): string {
  const rows = all.map((one) => {
    const { start, end } = startAndEndMeans(one.samples.map(({ heapMB, rssMB }) => heapMB ?? rssMB));
    const isSeen = one.samples.every(({ heapMB }) => heapMB !== null);
    const last = one.samples.at(-1);
    const cells = [
      one.name,
      last?.requests,
      one.errors.length,
      isSeen ? 'heap' : 'RSS',
      ...[mb(start), mb(end)],
      isSound(one) ? 'flat' : 'NOT FLAT',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| process | requests, or runs | errors | measured | first third, MB | last third, MB | memory |',
    '|---|--:|--:|---|--:|--:|---|',
    ...rows,
  ].join('\n');
}

function courseOf({ name, samples }: SoakResult): string {
  const rows = samples.map(({ seconds: at, requests, heapMB, rssMB, handles }) =>
    [at, requests, mb(heapMB), mb(rssMB), handles].join(' | '),
  );
  return [
    `${name}:`,
    '',
    '| seconds | requests, or runs | heap after GC, MB | RSS, MB | handles |',
    '|--:|--:|--:|--:|--:|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function isSound({ isFlat, isClosed, errors }: SoakResult): boolean {
  return isFlat && isClosed && errors.length === 0;
}

function mb(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}
