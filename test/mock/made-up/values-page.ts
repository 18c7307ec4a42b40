/** `node test/mock/made-up/values-page.ts --write`: the tables of docs/reference/made-up-values.md, from the data of the mock. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadFaker, seedFaker } from '../../../mock/made-up/faker.ts';
import { type GeneratorName, generators } from '../../../mock/made-up/generators.ts';
import { withRequestOrigin } from '../../../mock/made-up/image-url.ts';
import { formatTable, nameTable } from '../../../mock/made-up/name-table.ts';
import { createSubject } from '../../../mock/made-up/subject.ts';
import { tableText } from '../../docs/table.ts';

const PAGE = 'docs/reference/made-up-values.md';
const marked = /(<!-- made by test\/mock\/made-up\/values-page\.ts -->\n)(.*?)(<!-- end -->)/s;

/** The part between the marks, as it is. */
export function pageTables(): string | undefined {
  return marked.exec(readFileSync(PAGE, 'utf8'))?.[2];
}

/** The same part, as it should be. */
export function renderTables(): string {
  const names = nameTable.map(({ names: row, within, value }) => [codes(row), codes(within ?? ''), exampleOf(value)]);
  const formats = Object.entries(formatTable).map(([format, value]) => [codes(format), exampleOf(value)]);
  return `\n${tableText(['name', 'in an object, or after a word', 'such as'], names)}\n\n${tableText(['format', 'such as'], formats)}\n\n`;
}

function codes(words: string): string {
  const list = words.split(' ').filter((word) => word !== '');
  return list.map((word) => `\`${word}\``).join(', ');
}

function exampleOf(name: GeneratorName): string {
  const faker = seedFaker(loadFaker('en'), `docs ${name}`);
  const subject = createSubject({
    ...{ faker, locale: 'en', given: new Map() },
    seed: (part) => void seedFaker(faker, `docs ${part}`),
  });
  generators[name]({ faker, subject });
  const value = generators[name]({ faker: seedFaker(faker, `docs ${name}`), subject });
  const text = value instanceof Date ? value.toISOString().replace('.000', '') : String(value);
  return `\`${withRequestOrigin(text, 'http://127.0.0.1:4010').replaceAll('|', '\\|')}\``;
}

if (process.argv.includes('--write') && process.argv[1]?.endsWith('values-page.ts'))
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(marked, (_all, start, _old, end) => `${start}${renderTables()}${end}`),
  );
