/** The location of a file in its repository, for tools that show something at its lines: code scanning, annotations. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URI reference of a file as a Place names it: relative to the root of the repository if the file is inside, with
 * slashes and percent-encoded; absolute if it is outside, or is a URL. Undefined for what is not a file of the working
 * tree, such as `git:main:openapi.yaml`.
 */
export function repositoryUri(file: string, root = findRepositoryRoot(process.cwd())): string | undefined {
  if (/^git:/.test(file)) return undefined;
  if (/^https?:\/\//i.test(file)) return encodeURI(file.toWellFormed()).replace(/%25(?=[0-9a-f]{2})/gi, '%');
  const full = path.resolve(file);
  const relativePath = path.relative(root, full);
  const segments = relativePath.split(path.sep);
  if (segments[0] !== '..' && !path.isAbsolute(relativePath)) return encodeSegments(segments);
  return pathToFileURL(full.toWellFormed()).href;
}

function encodeSegments(segments: readonly string[]): string {
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

/** The nearest parent folder that contains a `.git`; without one, the folder itself. */
function findRepositoryRoot(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return folder;
  }
}
