/** Reads files at a commit: converts `git:REF:path` to a URL that contains the commit, and reads its bytes. */
import { execFile } from 'node:child_process';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { KitError } from '../../errors.ts';
import { encodeHost, GIT_SCHEME, type GitFile, parseGitUrl } from './git-url.ts';

/**
 * Resolves `git:REF:path` like git: the path is relative to the top of the repository, or with `./` to the current
 * folder. The URL contains the commit, so that all files of a document are from the same one, and relative references
 * work. Throws `option-invalid`, `git-unusable`, `git-ref-unknown`, `git-file-unknown`.
 */
export async function resolveGitUrl(source: string): Promise<string> {
  const [, ref = '', path = ''] = /^git:([^:]+):(.+)$/s.exec(source) ?? [];
  if (ref === '' || path === '' || /^[-]|[\0\n]/.test(ref) || path.includes('\0')) throw invalidSourceError(source);
  const fullPath = /^\.\.?\//.test(path) ? `${await currentFolder()}${path}` : path.replace(/^\/+/, '');
  if (posix.normalize(fullPath).startsWith('../')) throw outsideRepositoryError({ ref, path });
  const commit = await resolveCommit(ref);
  const url = new URL(`${GIT_SCHEME}//${encodeHost(ref, commit)}/`);
  url.pathname = fullPath.split('/').map(encodeURIComponent).join('/');
  return url.href;
}

/** Throws `git-unusable`, `git-file-unknown`, `spec-unreadable`. */
export async function readGitFile(url: string): Promise<Uint8Array> {
  return readBlob(parseGitUrl(url));
}

function invalidSourceError(source: string): KitError {
  return new KitError(
    'option-invalid',
    `${JSON.stringify(source)}: expected git:REF:path, such as git:main:openapi.yaml`,
    {
      fix: 'REF is a branch, tag or commit; the path is relative to the top of the repository, or with ./ to the current folder.',
    },
  );
}

/** Relative to the top of the repository, with a trailing slash; empty at the top itself. */
async function currentFolder(): Promise<string> {
  const result = await runGit(['rev-parse', '--show-prefix']);
  if (result.ok) return result.stdout.toString().trimEnd();
  throw new KitError('git-unusable', result.message);
}

async function resolveCommit(ref: string): Promise<string> {
  const result = await runGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (result.ok) return result.stdout.toString().trim();
  // With --quiet, git prints this only if it cannot work at all.
  if (result.message.startsWith('fatal:')) throw new KitError('git-unusable', result.message);
  throw new KitError('git-ref-unknown', `git does not find the commit "${ref}"`);
}

/** Larger output is rejected. */
const MAX_BYTES = 50_000_000;

type GitResult = { readonly ok: true; readonly stdout: Buffer } | { readonly ok: false; readonly message: string };

/**
 * Runs without a shell, so user input is always one argument, and without password prompts. Throws `git-unusable`
 * without git.
 */
async function runGit(args: readonly string[]): Promise<GitResult> {
  try {
    const { stdout } = await promisify(execFile)('git', [...args], {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    });
    return { ok: true, stdout };
  } catch (error) {
    return { ok: false, message: gitErrorMessage(error).replaceAll('\t', '  ') };
  }
}

function gitErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT')
    throw new KitError('git-unusable', 'the program "git" is not installed');
  return 'stderr' in error && Buffer.isBuffer(error.stderr) && error.stderr.length > 0
    ? error.stderr.toString().trim()
    : error.message;
}

/** The maximum number of links to follow. */
const MAX_SYMLINKS = 8;

/**
 * Returns the bytes; follows links within the repository. Throws `git-unusable`, `git-file-unknown`, `spec-unreadable`.
 */
async function readBlob(file: GitFile, remainingLinks = MAX_SYMLINKS): Promise<Uint8Array> {
  const entry = await findTreeEntry(file.commit, file.path);
  if (entry?.type !== 'blob') throw await fileNotFoundError(file);
  const result = await runGit(['cat-file', 'blob', entry.id]);
  if (!result.ok) throw unreadableFileError(file, result.message);
  if (entry.mode !== SYMLINK_MODE) return result.stdout;
  if (remainingLinks === 0) throw await fileNotFoundError(file);
  const target = result.stdout.toString();
  if (posix.isAbsolute(target)) throw outsideRepositoryError({ ...file, path: target });
  return readBlob({ ...file, path: posix.join(posix.dirname(file.path), target) }, remainingLinks - 1);
}

/** URLs drop `..` at the top, so without this check another, existing file would be read instead. */
function outsideRepositoryError({ ref, path }: Pick<GitFile, 'ref' | 'path'>): KitError {
  return new KitError('git-file-unknown', `"${path}" is not a file at ${ref}: it is outside of the repository`);
}

const SYMLINK_MODE = '120000';

interface GitTreeEntry {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
}

async function findTreeEntry(commit: string, path: string): Promise<GitTreeEntry | undefined> {
  if (posix.normalize(path).startsWith('..')) return undefined;
  const result = await runGit(['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', path]);
  if (!result.ok) throw new KitError('git-unusable', result.message);
  const [, mode = '', type = '', id = ''] = /^(\d+) (\w+) (\w+)\t/.exec(result.stdout.toString()) ?? [];
  return id === '' ? undefined : { mode, type, id };
}

async function fileNotFoundError(file: GitFile): Promise<KitError> {
  const { ref, commit, path } = file;
  if (posix.normalize(path).startsWith('..')) return outsideRepositoryError(file);
  const parts = path.split('/');
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('/');
    const entry = await findTreeEntry(commit, name);
    if (entry?.type === 'commit')
      return new KitError('git-file-unknown', `"${path}" is not a file at ${ref}: "${name}" is a submodule`, {
        fix: 'Run this in the submodule, with a commit and a path of the submodule.',
      });
    if (entry !== undefined) break;
  }
  return new KitError('git-file-unknown', `"${path}" is not a file at ${ref}`);
}

/** The file exists: a partial clone, which fetches files on demand, may have been unable to reach its remote. */
function unreadableFileError({ ref, path }: GitFile, message: string): KitError {
  return message.includes('maxBuffer')
    ? new KitError('spec-unreadable', `${ref}:${path}: larger than ${MAX_BYTES} bytes`)
    : new KitError('git-unusable', message);
}
