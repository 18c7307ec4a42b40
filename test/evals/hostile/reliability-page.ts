/** Reads and writes the generated sections of docs/explanation/reliability.md and of the two pages beside this file. */
import { readFileSync, writeFileSync } from 'node:fs';

const reliabilityPage = new URL('../../../docs/explanation/reliability.md', import.meta.url);

/** Long tables, which only maintainers need, have their own pages. */
const otherPages: ReadonlyMap<string, URL> = new Map([
  ['attacks-in-full', new URL('attacks.md', import.meta.url)],
  ['hostile servers', new URL('servers.md', import.meta.url)],
]);

/** The text between `<!-- NAME -->` and `<!-- /NAME -->`. Throws if there is no such section. */
export function readSection(name: string): string {
  const page = pageOf(name);
  const [, text] = markedBy(name).exec(readFileSync(page, 'utf8')) ?? [];
  if (text === undefined) throw new Error(`${page.pathname}: expected <!-- ${name} -->, got none`);
  return text;
}

export function writeSection(name: string, text: string): void {
  readSection(name);
  const page = pageOf(name);
  const written = readFileSync(page, 'utf8').replace(
    markedBy(name),
    () => `<!-- ${name} -->\n${text}\n<!-- /${name} -->`,
  );
  writeFileSync(page, written);
}

function pageOf(name: string): URL {
  return otherPages.get(name) ?? reliabilityPage;
}

function markedBy(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`);
}
