/** Whether dist/ is of the present source, so that a test needs no build of its own: `.ci/run` has made one. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Not part of the package, or not of the build; other tests write into some of them. */
const others = new Set(['.git', 'dist', 'docs', 'examples', 'node_modules', 'report', 'site', 'test']);

/** The last files of a build. */
const results = ['cli/main.js', 'LICENSES.txt'];

/** `kitFolder` is that of package.json. False if anything there is younger than any file of the build. */
export function isBuilt(kitFolder: string): boolean {
  const dist = path.join(kitFolder, 'dist');
  if (results.some((file) => !existsSync(path.join(dist, file)))) return false;
  return Math.min(...timesIn(dist, 'files')) > Math.max(...timesIn(kitFolder, 'files and folders'));
}

/** When each was last changed, in milliseconds; a folder changes when a file in it is deleted. */
function timesIn(folder: string, kind: 'files' | 'files and folders'): readonly number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (others.has(entry.name)) return [];
    const place = path.join(folder, entry.name);
    const own = entry.isDirectory() && kind === 'files' ? [] : [statSync(place).mtimeMs];
    return entry.isDirectory() ? [...own, ...timesIn(place, kind)] : own;
  });
}
