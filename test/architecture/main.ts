/**
 * Part of `npm run check`: measures the shape of the code and exits with 1 where it breaks a rule. `--write` puts the
 * figures into CONTRIBUTING.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeViolations, measureShape } from './code-shape.ts';
import { layers, order } from './layer-order.ts';
import { sizeTable } from './size-table.ts';
import { readSources } from './sources.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const page = new URL('../../CONTRIBUTING.md', import.meta.url);
const marks = /(<!-- shape -->\n)[\s\S]*?(<!-- \/shape -->)/;

const shape = measureShape(readSources(Object.keys(layers)), order);
const violations = describeViolations(shape);
const table = sizeTable(shape);
process.stdout.write(`${table}\n`);
for (const violation of violations) process.stdout.write(`${violation}\n`);
if (values.write) {
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(marks, (_all, begin: string, end: string) => `${begin}${table}\n${end}`),
  );
}
process.exitCode = violations.length === 0 ? 0 : 1;
