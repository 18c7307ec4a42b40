/** Files as they stood at a commit: `git:REF:path`. */
import { posix } from 'node:path';
import { KitError } from '../../errors.ts';
import { git } from './git.ts';
import { bytesAt, type GitFile, outside } from './git-file.ts';

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
