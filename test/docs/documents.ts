/** The documents of this repository: every test of the documents starts here. */
import { existsSync, globSync, readFileSync } from 'node:fs';

const named = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

export const documents: readonly string[] = [
  ...named.filter((name) => existsSync(name)),
  ...globSync('docs/**/*.md').toSorted(),
];

/** Relative links, also of images; code blocks contain none. */
export function linksIn(document: string): readonly string[] {
  const text = readFileSync(document, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, target, attribute]) => target ?? attribute ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}
