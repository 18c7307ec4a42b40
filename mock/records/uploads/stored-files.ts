/** Files that clients upload, kept under paths of the mock, which no contract declares. */
import { createHash } from 'node:crypto';
import { percentEncode } from '../../../sanitize.ts';
import type { UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import type { RecordStore } from '../../model/storage.ts';

const UPLOADS_PATH = '/__uploads/';

/** Cannot collide with a collection, whose name begins with a slash. */
const UPLOADS = 'uploads:';

/** Clients that know the path may read the file, so the path contains a digest of it. */
export function uploadPath({ field, name, content }: UploadedFile, place: string): string {
  const digest = createHash('sha256').update(`${place}\n${field}\n${name}\n`).update(content).digest('hex');
  return `${UPLOADS_PATH}${digest.slice(0, 32)}`;
}

export async function storeFile(
  records: RecordStore,
  path: string,
  { name, type, content }: UploadedFile,
): Promise<void> {
  await records.put(UPLOADS, keyOf(path), { name, type, base64: Buffer.from(content).toString('base64') });
}

export function isUploadPath(target: string): boolean {
  return target.startsWith(UPLOADS_PATH);
}

export interface StoredFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** As an attachment: a document of a client must not act on the origin of the mock. */
export async function readFile(records: RecordStore, path: string): Promise<StoredFile | undefined> {
  const { base64, name, type } = (await records.read(UPLOADS, keyOf(path)))?.value ?? {};
  if (typeof base64 !== 'string') return undefined;
  const isType = typeof type === 'string' && MEDIA_TYPE.test(type);
  return {
    headers: {
      'Content-Type': isType ? type : 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${percentEncode(String(name).slice(0, MAX_NAME))}`,
    },
    bytes: Buffer.from(base64, 'base64'),
  };
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/;
const MAX_NAME = 200;

function keyOf(path: string): string {
  return path.slice(UPLOADS_PATH.length).replace(/[?#].*$/s, '');
}
