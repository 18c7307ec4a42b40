/** The figures as they stand in README.md, docs/zoo.md and what certificates say of the kit. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ZooFigures } from '../../contracts/certificate/data.ts';
import type { Figures } from './figures.ts';
import type { Variant } from './index.ts';
import { originsOf, summaryOf, tableOf } from './table.ts';

const readme = new URL('../../README.md', import.meta.url);
const page = new URL('../../docs/zoo.md', import.meta.url);
const data = new URL('../../contracts/certificate/zoo-figures.json', import.meta.url);
const marked = /(<!-- zoo -->\n).*?(\n<!-- \/zoo -->)/s;

export function writeDocs(figures: Figures, variants: readonly Variant[]): void {
  const text = readFileSync(readme, 'utf8');
  if (marked.test(text))
    writeFileSync(
      readme,
      text.replace(marked, (_all, open, close) => `${open}\n${summaryOf(figures)}\n${close}`),
    );
  else process.stderr.write('README.md has no <!-- zoo --> to write between.\n');
  writeFileSync(page, pageOf(figures, variants));
  writeFileSync(data, `${JSON.stringify(dataOf(figures), null, 2)}\n`);
}

/** What a certificate says of the kit. */
function dataOf({ faulty, right }: Figures): ZooFigures {
  return {
    faulty: faulty.stores,
    caught: faulty.caught,
    right: right.stores,
    falseAlarms: right.falseAlarms.length,
  };
}

function pageOf(figures: Figures, variants: readonly Variant[]): string {
  const { rows, faulty, right } = figures;
  return `# The zoo

Made by \`npm run zoo -- --write\`; do not edit. \`test/zoo\` holds a plant store that shares no code with the verifier, in
variants that are faulty in one way each, or right but unusual. A faulty store is *caught* when all checks that are about
its fault report it; a *missed* one passes, or is found by something else alone. A right store is judged twice, and every
fault told of it is a *false alarm*.

${tableOf([...rows, faulty, right])}

Missed: ${listOf(faulty.missed)}

Accused: ${listOf(right.falseAlarms)}

## Where faults were read about

Each is a behaviour of a library, as its documentation or an issue describes it. The stores imitate what is seen from
outside; none contains code of the libraries, and later versions may do otherwise.

${originsOf(variants)}
`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
}
