/** Reads the text of the files of a contract: from a folder, a commit or a server. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { KitError } from '../../errors.ts';
import { displayName, maskSecrets } from './document-name.ts';
import { readGitFile, resolveGitUrl } from './git-source.ts';
import { isGitSource, isGitUrl } from './git-url.ts';
import { describeReadError, isEncodingError } from './source-file.ts';

export { displayName } from './document-name.ts';
export { parseSource } from './parse-source.ts';

const FETCH_TIMEOUT_MS = 10_000;
const MAX_BYTES = 50_000_000;
/** Returns the URL of a path or an http(s) URL. Throws `spec-unreadable`. */
export function toDocumentUrl(source: string): string {
  if (!/^(https?|file):\/\//i.test(source)) return pathToFileURL(path.resolve(source)).href;
  if (!URL.canParse(source))
    throw new KitError('spec-unreadable', `${maskSecrets(source.replace(/\/\/.*@/s, '//***@'))}: is not a valid URL`);
  const { href, host, pathname, username, password } = new URL(source);
  if (username === '' && password === '') return href;
  throw new KitError('spec-unreadable', `${host}${pathname}: the URL contains a user name or password`, {
    fix: 'Download the document with another tool and give the file: every report contains the name of the document.',
  });
}

/** Like `toDocumentUrl`, and also accepts `git:REF:path`. Also throws the errors of `resolveGitUrl`. */
export async function resolveSourceUrl(source: string): Promise<string> {
  return isGitSource(source) ? resolveGitUrl(source) : toDocumentUrl(source);
}

/**
 * Reads the text at a URL, including its byte order mark: encoded as UTF-8 the text has the same bytes, and so the same
 * sha256, as the file. Throws `spec-unreadable`, and the errors of `readGitFile`.
 */
export async function readSource(url: string): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readBytes(url));
    // ASCII in UTF-16 without a byte order mark is valid UTF-8 with a NUL in every other byte.
    if (text.includes('\0')) throw notUtf8Error(url);
    return text;
  } catch (error) {
    if (error instanceof KitError) throw error;
    if (isEncodingError(error)) throw notUtf8Error(url);
    throw new KitError('spec-unreadable', `${displayName(url)}: ${describeReadError(error)}`, {
      cause: error,
    });
  }
}

function notUtf8Error(url: string): KitError {
  return new KitError('spec-unreadable', `${displayName(url)}: is not UTF-8 text`, {
    fix: 'Save the document as UTF-8; decompress a compressed file first.',
  });
}

function readBytes(url: string): Promise<Uint8Array> {
  if (isGitUrl(url)) return readGitFile(url);
  return url.startsWith('file:') ? readFile(fileURLToPath(url)) : download(url);
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel();
    throw new Error(
      `the server redirects to ${withoutQuery(location, url)}; redirects are not followed: give that URL`,
    );
  }
  if (!response.ok) throw new Error(`the server responds with ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Removes the query, which may contain a credential. */
function withoutQuery(location: string, base: string): string {
  const targetUrl = URL.parse(location, base);
  return targetUrl === null ? 'an invalid URL' : `${targetUrl.origin}${targetUrl.pathname}`;
}
