/** One file of a commit, found as a file system would find it. */
import { posix } from 'node:path';
import { KitError } from '../../errors.ts';
import { git, MAX_BYTES } from './git.ts';

export interface GitFile {
  /** As the user named the commit. */
  readonly ref: string;
  readonly commit: string;
  /** From the top of the repository. */
  readonly path: string;
}

/** As many links may lead to a file. */
const MOST_LINKS = 8;

/** The bytes; links within the repository are followed. Throws `git-unusable`, `git-file-unknown`, `spec-unreadable`. */
export async function bytesAt(file: GitFile, links = MOST_LINKS): Promise<Uint8Array> {
  const entry = await entryAt(file.commit, file.path);
  if (entry?.type !== 'blob') throw await noFile(file);
  const asked = await git(['cat-file', 'blob', entry.id]);
  if (!asked.ok) throw unread(file, asked.said);
  if (entry.mode !== LINK) return asked.stdout;
  if (links === 0) throw await noFile(file);
  const target = asked.stdout.toString();
  if (posix.isAbsolute(target)) throw outside({ ...file, path: target });
  return bytesAt({ ...file, path: posix.join(posix.dirname(file.path), target) }, links - 1);
}

/** A URL has nothing above its top: without this another file, which is there, would be read in its place. */
export function outside({ ref, path }: Pick<GitFile, 'ref' | 'path'>): KitError {
  return new KitError('git-file-unknown', `"${path}" is no file at ${ref}: it is outside of the repository`);
}

const LINK = '120000';

interface Entry {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
}

async function entryAt(commit: string, path: string): Promise<Entry | undefined> {
  if (posix.normalize(path).startsWith('..')) return undefined;
  const asked = await git(['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', path]);
  if (!asked.ok) throw new KitError('git-unusable', asked.said);
  const [, mode = '', type = '', id = ''] = /^(\d+) (\w+) (\w+)\t/.exec(asked.stdout.toString()) ?? [];
  return id === '' ? undefined : { mode, type, id };
}

async function noFile(file: GitFile): Promise<KitError> {
  const { ref, commit, path } = file;
  if (posix.normalize(path).startsWith('..')) return outside(file);
  const parts = path.split('/');
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('/');
    const entry = await entryAt(commit, name);
    if (entry?.type === 'commit')
      return new KitError('git-file-unknown', `"${path}" is no file at ${ref}: "${name}" is a submodule`, {
        fix: 'Run this in the submodule, with a commit and a path of its own.',
      });
    if (entry !== undefined) break;
  }
  return new KitError('git-file-unknown', `"${path}" is no file at ${ref}`);
}

/** It is there: a clone that fetches files as they are asked for may have found nobody to ask. */
function unread({ ref, path }: GitFile, said: string): KitError {
  return said.includes('maxBuffer')
    ? new KitError('spec-unreadable', `${ref}:${path}: larger than ${MAX_BYTES} bytes`)
    : new KitError('git-unusable', said);
}
