/** URLs of files at a commit. They contain the commit and the name of the ref. */
import { encodeUtf8, toHex } from '../../platform/bytes.ts';

export const GIT_SCHEME = 'git:';

/** A file of a commit. */
export interface GitFile {
  /** The commit as the user wrote it. */
  readonly ref: string;
  readonly commit: string;
  /** Relative to the top of the repository. */
  readonly path: string;
}

/** Whether the source is a file at a commit. */
export function isGitSource(source: string): boolean {
  return source.startsWith(GIT_SCHEME);
}

/** Whether `resolveGitUrl` created the URL. */
export function isGitUrl(url: string): boolean {
  return url.startsWith(`${GIT_SCHEME}//`);
}

/** `REF:path`, which git also accepts. */
export function gitDisplayName(url: string): string {
  const { ref, path } = parseGitUrl(url);
  return `${ref}:${path}`;
}

/** The name of a ref may contain characters that are invalid in a host. */
export function encodeHost(ref: string, commit: string): string {
  return `${commit}.${toHex(encodeUtf8(ref))}`;
}

/** Of a URL that `resolveGitUrl` created. */
export function parseGitUrl(url: string): GitFile {
  const { host, pathname } = new URL(url);
  const [commit = '', ref = ''] = host.split('.');
  const path = pathname.slice(1).split('/').map(decodeURIComponent).join('/');
  return { ref: decodeURIComponent(ref.replaceAll(/../g, '%$&')), commit, path };
}
