/** The figures as they stand in README.md, docs/zoo.md and what certificates say of the kit. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ZooFigures } from '../../../contracts/certificate/data.ts';
import { type Figures, type Row, sumOf } from './figures.ts';
import { type Measured, originsOf, summaryOf, tableOf } from './table.ts';
import type { Zoo } from './zoo.ts';
import { zoos } from './zoos.ts';

const readme = new URL('../../../README.md', import.meta.url);
const page = new URL('../../../docs/zoo.md', import.meta.url);
const data = new URL('../../../contracts/certificate/zoo-figures.json', import.meta.url);
/** Of each zoo as it was last run as a whole, so that one can be run without the others. */
const measured = new URL('measured.json', import.meta.url);
const marked = /(<!-- zoo -->\n).*?(\n<!-- \/zoo -->)/s;

export function writeDocs(renewed: ReadonlyMap<Zoo, Figures>): void {
  const known = figuresByName();
  for (const [{ name }, figures] of renewed) known[name] = figures;
  writeFileSync(measured, `${JSON.stringify(known, null, 2)}\n`);
  const all = zoos.flatMap(({ name, words }) => {
    const figures = known[name];
    return figures === undefined ? [] : [{ words, ...figures }];
  });
  writeReadme(summaryOf(all));
  writeFileSync(page, pageOf(all));
  writeFileSync(data, `${JSON.stringify(dataOf(all), null, 2)}\n`);
}

function figuresByName(): Record<string, Figures> {
  return JSON.parse(readFileSync(measured, 'utf8'));
}

function writeReadme(summary: string): void {
  const text = readFileSync(readme, 'utf8');
  if (!marked.test(text)) process.stderr.write('README.md has no <!-- zoo --> to write between.\n');
  writeFileSync(
    readme,
    text.replace(marked, (_all, open, close) => `${open}\n${summary}\n${close}`),
  );
}

function totalOf(all: readonly Measured[]): { readonly faulty: Row; readonly right: Row } {
  return {
    faulty: sumOf(
      'all faulty',
      all.map(({ faulty }) => faulty),
    ),
    right: sumOf(
      'all right',
      all.map(({ right }) => right),
    ),
  };
}

/** What a certificate says of the kit. */
function dataOf(all: readonly Measured[]): ZooFigures {
  const { faulty, right } = totalOf(all);
  return {
    faulty: faulty.stores,
    caught: faulty.caught,
    right: right.stores,
    falseAlarms: right.falseAlarms.length,
  };
}

function pageOf(all: readonly Measured[]): string {
  const { faulty, right } = totalOf(all);
  return `# The zoo

Made by \`npm run zoo -- --write\`; do not edit. \`test/evals/zoo\` holds stores that share no code with the verifier, each with a
contract of its own, in variants that are faulty in one way each, or right but unusual. A faulty store is *caught* when all
checks that are about its fault report it; a *missed* one passes, or is found by something else alone. A right store is
judged twice, and every fault told of it is a *false alarm*. Where a contract has several operations, faulty stores are judged
by those that their fault is about, right ones by all.

${tableOf([faulty, right])}

Missed: ${listOf(faulty.missed)}

Accused: ${listOf(right.falseAlarms)}

${all.map(sectionOf).join('\n\n')}

## Where faults were read about

Each is a behaviour of a library, as its documentation or an issue describes it. The stores imitate what is seen from
outside; none contains code of the libraries, and later versions may do otherwise.

${originsOf(zoos.flatMap(({ exhibits }) => exhibits))}
`;
}

function sectionOf({ words, rows, faulty, right }: Measured): string {
  const [first = '', ...rest] = words;
  return `## ${first.toUpperCase()}${rest.join('')}\n\n${tableOf([...rows, faulty, right])}`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
}
