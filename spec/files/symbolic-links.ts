/**
 * Folders that are written to, and symbolic links on the way to them. A checkout of somebody else's branch brings its own
 * links: a `report` that leads to another place on this machine is not where reports were meant to go.
 */
import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../errors.ts';

/**
 * Throws `file-unwritable` where the way to the folder leads over a link of the work tree, or of another user. Links of the
 * system (root's `/tmp` on macOS) and the user's own ones elsewhere are followed. What does not exist yet is no link.
 */
export function rejectSymbolicLinks(folder: string, from = process.cwd()): void {
  if (/^\/(?:dev|proc)\//.test(folder)) return;
  const link = findUntrustedLink(folder, from);
  if (link === undefined) return;
  throw new KitError(
    'file-unwritable',
    `${folder}: ${link} is a link to ${realPathOrSelf(link)}, which is not followed`,
    {
      fix: 'Name the folder itself, or remove the link.',
    },
  );
}

/** Where a link leads; undefined for what is none. */
export function symbolicLinkTarget(file: string): string | undefined {
  // With a slash at its end the system shows what it leads to.
  const plain = path.resolve(file);
  return lstatIfExists(plain)?.isSymbolicLink() === true ? realPathOrSelf(plain) : undefined;
}

/** Step by step as the system goes: `link/..` is the folder above what the link leads to. */
function findUntrustedLink(folder: string, from: string): string | undefined {
  const { root } = path.parse(folder);
  const tree = findWorkTree(from);
  let real = root === '' ? from : root;
  for (const segment of folder.slice(root.length).split(/[/\\]/)) {
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

/** The repository around a directory, else that itself. */
function findWorkTree(from: string): string {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder))
    if (existsSync(path.join(folder, '.git'))) return folder;
  return from;
}

function isWithin(folder: string, tree: string): boolean {
  // A work tree of `/` would make every link one of the tree, those of the system too.
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

/** Of a link that leads nowhere its own place. */
function realPathOrSelf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
