/**
 * Chooses where a recording is written: never outside the given folder, and never over a pact that this command did not
 * write.
 */
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import { writeFileAtomically } from '../../../spec/files/atomic-write.ts';
import { rejectSymbolicLinks, symbolicLinkTarget } from '../../../spec/files/symbolic-links.ts';
import { isJsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import type { PactRecording } from './record-pact.ts';

/**
 * `out` is a file or a folder; a folder exists or ends with a slash. Resolves to the path of the file. Throws
 * `file-unwritable`.
 */
export async function writeRecording(recording: PactRecording, out: string): Promise<string> {
  const isInFolder = await isFolder(out);
  if (isInFolder) rejectLink(out);
  const file = isInFolder ? path.join(out, recordingFileName(recording)) : out;
  rejectSymbolicLinks(path.dirname(file));
  await rejectForeignFile(file);
  await mkdir(path.dirname(file), { recursive: true }).catch((cause: unknown) => {
    throw new KitError('file-unwritable', `${file}: ${errorMessage(cause)}`, { cause });
  });
  // Written atomically: a partial file would look like a pact that was not generated.
  await writeFileAtomically(file, recording.text);
  return file;
}

function rejectLink(folder: string): void {
  const target = symbolicLinkTarget(folder);
  if (target === undefined) return;
  throw new KitError('file-unwritable', `${folder}: this is a symbolic link to ${target}, which is not followed`, {
    fix: 'Give the folder that it points to, or remove the link.',
  });
}

/** `consumer-provider.json`, as Pact names its files; characters that could lead to another folder are replaced. */
export function recordingFileName({ consumer, provider }: Pick<PactRecording, 'consumer' | 'provider'>): string {
  const plain = `${consumer}-${provider}`.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(UNUSABLE_PREFIX, '_');
  return `${[...plain].slice(0, MAX_NAME_LENGTH).join('')}.json`;
}

/** Hidden files, other folders, options, and Windows device names. */
const UNUSABLE_PREFIX = /^[.-]+|^(?=(?:con|prn|aux|nul|com\d|lpt\d)\.)/i;

/** File systems limit names to 255 bytes. */
const MAX_NAME_LENGTH = 60;

async function isFolder(out: string): Promise<boolean> {
  if (/[/\\]$/.test(out)) return true;
  return stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function rejectForeignFile(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new KitError('file-unwritable', `${file}: ${error.message}`, { cause: error });
  });
  if (text === undefined || isGenerated(text)) return;
  throw new KitError('file-unwritable', `${file}: this file was not written by this command`, {
    fix: 'The file was not changed. Give another --out, or remove the file.',
  });
}

function isGenerated(text: string): boolean {
  const parsed = parseJson(text);
  const metadata = parsed.ok && isJsonObject(parsed.value) ? parsed.value.metadata : undefined;
  const kit = isJsonObject(metadata) ? metadata['plant-store'] : undefined;
  return isJsonObject(kit) && kit.generated === true;
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
