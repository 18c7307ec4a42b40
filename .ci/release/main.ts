/** `node .ci/release/main.ts TAG NOTES`: writes the notes of a release, and prints its outputs for the workflow. */
import { readFileSync, writeFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { describeRelease } from './describe-release.ts';

const [tag, notesFile] = process.argv.slice(2);
if (tag === undefined || notesFile === undefined) throw new Error('expected a tag and a file for the notes');

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const { version, publishes, notes } = describeRelease({ tag, manifest, changelog });
writeFileSync(notesFile, notes);
process.stdout.write(`version=${version}\npublishes=${publishes}\n`);
