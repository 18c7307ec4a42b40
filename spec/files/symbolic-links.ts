/**
 * Rejects symbolic links in paths of output folders. A checkout of an untrusted branch can contain links: a `report`
 * that points to another location on this machine is not where reports should be written.
 */
import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../errors.ts';

/**
 * Throws `file-unwritable` if the path of the folder goes through a link of the work tree, or of another user. Links of
 * the system (root's `/tmp` on macOS) and the user's links elsewhere are followed. A path that does not exist yet
 * contains no link.
 */
export function rejectSymbolicLinks(folder: string, from = process.cwd()): void {
  if (/^\/(?:dev|proc)\//.test(folder)) return;
  const link = findUntrustedLink(folder, from);
  if (link === undefined) return;
  throw new KitError(
    'file-unwritable',
    `${folder}: ${link} is a symbolic link to ${realPathOrSelf(link)}, which is not followed`,
    {
      fix: 'Give the path of the target folder, or remove the link.',
    },
  );
}

/** Returns the target of a link; undefined if the file is not a link. */
export function symbolicLinkTarget(file: string): string | undefined {
  // With a trailing slash, lstat would follow the link.
  const plain = path.resolve(file);
  return lstatIfExists(plain)?.isSymbolicLink() === true ? realPathOrSelf(plain) : undefined;
}

/** Elsewhere a backslash is part of a name, and a link behind it would not be seen. */
const SEPARATORS = path.sep === '\\' ? /[/\\]/ : '/';

/** Resolves each segment as the system does: `link/..` is the parent of the link's target. */
function findUntrustedLink(folder: string, from: string): string | undefined {
  const { root } = path.parse(folder);
  const tree = findWorkTree(from);
  let real = root === '' ? from : root;
  for (const segment of folder.slice(root.length).split(SEPARATORS)) {
    if (segment === '' || segment === '.') continue;
    const next = path.join(real, segment);
    const stats = lstatIfExists(next);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink() && !isTrusted(stats, isWithin(real, tree))) return next;
    real = realPathOrSelf(next);
  }
  return undefined;
}

function isTrusted({ uid }: Stats, isInTree: boolean): boolean {
  const ownUid = process.getuid?.();
  return !isInTree && (ownUid === undefined || uid === ownUid || uid === 0);
}

/** Returns the repository root of a directory, or the directory itself if it is in none. */
function findWorkTree(from: string): string {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder))
    if (existsSync(path.join(folder, '.git'))) return folder;
  return from;
}

function isWithin(folder: string, tree: string): boolean {
  // A work tree of `/` would include every link, even those of the system.
  if (tree === path.dirname(tree)) return false;
  return folder === tree || folder.startsWith(`${tree}${path.sep}`);
}

function lstatIfExists(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch {
    return undefined;
  }
}

/** For a broken link, its own path. */
function realPathOrSelf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
