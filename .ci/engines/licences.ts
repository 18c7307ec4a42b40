/** The licences of bundled packages: every licence requires that its text goes with copies. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function licencesText(folders: readonly string[]): string {
  const parts = folders.map(licenceOf).toSorted();
  return `Parts of these packages are included in dist/.\n\n${[...new Set(parts)].join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenceOf(folder: string): string {
  const { name, version, license, licenses } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const declared = license ?? licenses?.[0]?.type ?? '';
  if (texts.length === 0 && declared === '') throw new Error(`${folder} has no licence`);
  return `${name} ${version}: ${declared}\n\n${texts.join('\n\n')}\n`;
}
