/** All that people read in this repository: every test of the documents begins here. */
import { existsSync, globSync } from 'node:fs';

const named = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

export const documents: readonly string[] = [
  ...named.filter((name) => existsSync(name)),
  ...globSync('docs/**/*.md').toSorted(),
];
