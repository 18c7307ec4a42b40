/** Writes the figures into README.md, docs/explanation/zoo.md and the data of certificates. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ZooFigures } from '../../../contracts/certificate/certificate-model.ts';
import { sumRows, type ZooResults, type ZooRow } from './figures.ts';
import { defectSources, type MeasuredZoo, zooSummary, zooTable } from './table.ts';
import type { Zoo } from './zoo.ts';
import { zoos } from './zoos.ts';

const readme = new URL('../../../README.md', import.meta.url);
const page = new URL('../../../docs/explanation/zoo.md', import.meta.url);
const data = new URL('../../../contracts/certificate/zoo-figures.json', import.meta.url);
/** The last complete run of each zoo, so that one zoo can be run without the others. */
const measured = new URL('measured.json', import.meta.url);
const marked = /(<!-- zoo -->\n).*?(\n<!-- \/zoo -->)/s;

export function writeZooDocs(renewed: ReadonlyMap<Zoo, ZooResults>): void {
  const measuredZoos = figuresByName();
  for (const [{ name }, figures] of renewed) measuredZoos[name] = figures;
  writeFileSync(measured, `${JSON.stringify(measuredZoos, null, 2)}\n`);
  const all = zoos.flatMap(({ name, title }) => {
    const figures = measuredZoos[name];
    return figures === undefined ? [] : [{ title, ...figures }];
  });
  writeReadme(zooSummary(all));
  writeFileSync(page, pageOf(all));
  writeFileSync(data, `${JSON.stringify(certificateFigures(all), null, 2)}\n`);
}

function figuresByName(): Record<string, ZooResults> {
  return JSON.parse(readFileSync(measured, 'utf8'));
}

function writeReadme(summary: string): void {
  const text = readFileSync(readme, 'utf8');
  if (!marked.test(text)) process.stderr.write('README.md has no <!-- zoo --> section.\n');
  writeFileSync(
    readme,
    text.replace(marked, (_all, open, close) => `${open}\n${summary}\n${close}`),
  );
}

function totalOf(all: readonly MeasuredZoo[]): { readonly faulty: ZooRow; readonly right: ZooRow } {
  return {
    faulty: sumRows(
      'all faulty',
      all.map(({ faulty }) => faulty),
    ),
    right: sumRows(
      'all correct',
      all.map(({ right }) => right),
    ),
  };
}

/** What a certificate reports about the kit. */
function certificateFigures(all: readonly MeasuredZoo[]): ZooFigures {
  const { faulty, right } = totalOf(all);
  return {
    faultyImplementations: faulty.stores,
    detected: faulty.caught,
    correctImplementations: right.stores,
    falsePositives: right.falseAlarms.length,
  };
}

function pageOf(all: readonly MeasuredZoo[]): string {
  const { faulty, right } = totalOf(all);
  return `# Zoo: how many faults does the verifier detect?

Made by \`npm run zoo -- --write\`; do not edit. \`test/evals/zoo\` holds stores that share no code with the verifier, each with a
contract of its own, in variants that are faulty in one way each, or right but unusual. A faulty store is *caught* when all
checks that are about its fault report it; a *missed* one passes, or is found by something else alone. A correct implementation is
judged twice, and every fault told of it is a *false alarm*. Where a contract has several operations, faulty stores are judged
by those that their fault is about, right ones by all.

${zooTable([faulty, right])}

Missed: ${listOf(faulty.missed)}

False positives: ${listOf(right.falseAlarms)}

${all.map(sectionOf).join('\n\n')}

## Sources of the faults

Many faults imitate the behaviour of a real library, as its documentation or an issue describes it. The variants imitate only
what a client sees. They contain no code of the libraries, and later versions of a library may behave differently.

${defectSources(zoos.flatMap(({ variants }) => variants))}
`;
}

function sectionOf({ title, rows, faulty, right }: MeasuredZoo): string {
  const [first = '', ...rest] = title;
  return `## ${first.toUpperCase()}${rest.join('')}\n\n${zooTable([...rows, faulty, right])}`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
}
