/** Files as they stood at a commit: in comes `git:REF:path`, out go a URL that holds the commit, and the bytes. */
import { execFile } from 'node:child_process';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { KitError } from '../../errors.ts';

/** Whether the user names a file of a commit. */
export function isGitSource(source: string): boolean {
  return source.startsWith(SCHEME);
}

/** Whether a URL is one that `gitUrl` made. */
export function isGitUrl(url: string): boolean {
  return url.startsWith(`${SCHEME}//`);
}

/**
 * Of `git:REF:path`, as git reads it: the path starts from the top of the repository, or with `./` from the current
 * folder. The URL holds the commit, so that all files of a document are of the same one, and relative references work.
 * Throws `option-invalid`, `git-unusable`, `git-ref-unknown`, `git-file-unknown`.
 */
export async function gitUrl(source: string): Promise<string> {
  const [, ref = '', path = ''] = /^git:([^:]+):(.+)$/s.exec(source) ?? [];
  if (ref === '' || path === '' || /^[-]|[\0\n]/.test(ref) || path.includes('\0')) throw notASource(source);
  const whole = /^\.\.?\//.test(path) ? `${await currentFolder()}${path}` : path.replace(/^\/+/, '');
  if (posix.normalize(whole).startsWith('../')) throw outside({ ref, path });
  const commit = await commitOf(ref);
  const url = new URL(`${SCHEME}//${hostOf(ref, commit)}/`);
  url.pathname = whole.split('/').map(encodeURIComponent).join('/');
  return url.href;
}

/** The bytes. Throws `git-unusable`, `git-file-unknown`, `spec-unreadable`. */
export async function readGitFile(url: string): Promise<Uint8Array> {
  return bytesAt(partsOf(url));
}

/** `REF:path`, which git takes too. */
export function gitName(url: string): string {
  const { ref, path } = partsOf(url);
  return `${ref}:${path}`;
}

const SCHEME = 'git:';

function notASource(source: string): KitError {
  return new KitError(
    'option-invalid',
    `${JSON.stringify(source)}: expected git:REF:path, such as git:main:openapi.yaml`,
    {
      fix: 'REF is a branch, tag or commit; the path starts from the top of the repository, or with ./ from here.',
    },
  );
}

/** The name of a ref may hold characters that a host may not. */
function hostOf(ref: string, commit: string): string {
  return `${commit}.${Buffer.from(ref).toString('hex')}`;
}

function partsOf(url: string): GitFile {
  const { host, pathname } = new URL(url);
  const [commit = '', ref = ''] = host.split('.');
  const path = pathname.slice(1).split('/').map(decodeURIComponent).join('/');
  return { ref: Buffer.from(ref, 'hex').toString(), commit, path };
}

/** From the top of the repository, with a slash at its end; empty at the top itself. */
async function currentFolder(): Promise<string> {
  const asked = await git(['rev-parse', '--show-prefix']);
  if (asked.ok) return asked.stdout.toString().trimEnd();
  throw new KitError('git-unusable', asked.said);
}

async function commitOf(ref: string): Promise<string> {
  const asked = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (asked.ok) return asked.stdout.toString().trim();
  // Asked to be quiet, git says this only where it cannot work at all.
  if (asked.said.startsWith('fatal:')) throw new KitError('git-unusable', asked.said);
  throw new KitError('git-ref-unknown', `git knows no commit "${ref}"`);
}

/** Larger answers are refused. */
const MAX_BYTES = 50_000_000;

type Asked = { readonly ok: true; readonly stdout: Buffer } | { readonly ok: false; readonly said: string };

/** No shell: what a user gives is one argument. Nobody is asked for a password. Throws `git-unusable` without git. */
async function git(args: readonly string[]): Promise<Asked> {
  try {
    const { stdout } = await promisify(execFile)('git', [...args], {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    });
    return { ok: true, stdout };
  } catch (error) {
    return { ok: false, said: reasonOf(error).replaceAll('\t', '  ') };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT')
    throw new KitError('git-unusable', 'there is no program "git"');
  return 'stderr' in error && Buffer.isBuffer(error.stderr) && error.stderr.length > 0
    ? error.stderr.toString().trim()
    : error.message;
}

/** One file of a commit, found as a file system would find it. */
interface GitFile {
  /** As the user named the commit. */
  readonly ref: string;
  readonly commit: string;
  /** From the top of the repository. */
  readonly path: string;
}

/** As many links may lead to a file. */
const MOST_LINKS = 8;

/** The bytes; links within the repository are followed. Throws `git-unusable`, `git-file-unknown`, `spec-unreadable`. */
async function bytesAt(file: GitFile, links = MOST_LINKS): Promise<Uint8Array> {
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
function outside({ ref, path }: Pick<GitFile, 'ref' | 'path'>): KitError {
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
