/** The generated part of docs/explanation/comparison-with-prism.md, between its two markers. */
import { readFile, writeFile } from 'node:fs/promises';

const DOCUMENT = 'docs/explanation/comparison-with-prism.md';
const BEGIN = '<!-- made by test/mock/differential/run.ts -->';
const END = '<!-- end -->';

export async function writeTable(text: string): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  await writeFile(DOCUMENT, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`);
}

export async function documentedCauses(): Promise<readonly string[]> {
  const document = await readFile(DOCUMENT, 'utf8');
  const table = document.split(BEGIN)[1]?.split(END)[0] ?? '';
  return [...table.matchAll(/^\| (?!our behavior|---)([^|]+) \|/gm)].map(([, id = '']) => id.trim());
}
