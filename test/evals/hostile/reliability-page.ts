/** docs/explanation/reliability.md, in which tables are made of what they are about. */
import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../../docs/explanation/reliability.md', import.meta.url);

/** What stands between `<!-- NAME -->` and `<!-- /NAME -->`. Throws where there is no such part. */
export function readSection(name: string): string {
  const [, text] = markedBy(name).exec(readFileSync(page, 'utf8')) ?? [];
  if (text === undefined) throw new Error(`docs/explanation/reliability.md: expected <!-- ${name} -->, got none`);
  return text;
}

export function writeSection(name: string, text: string): void {
  readSection(name);
  const written = readFileSync(page, 'utf8').replace(
    markedBy(name),
    () => `<!-- ${name} -->\n${text}\n<!-- /${name} -->`,
  );
  writeFileSync(page, written);
}

function markedBy(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`);
}
