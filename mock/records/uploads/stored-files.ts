/** Files that clients upload, kept under paths of the mock, which no contract declares. */
import { fromBase64, toBase64, toHex } from '../../../platform/bytes.ts';
import { sha256 } from '../../../platform/crypto.ts';
import { percentEncode } from '../../../sanitize.ts';
import type { UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import type { RecordStore } from '../../model/storage.ts';

const UPLOADS_PATH = '/__uploads/';

/** Cannot collide with a collection, whose name begins with a slash. */
const UPLOADS = 'uploads:';
const UPLOAD_SIZES = 'upload-sizes:';

/** Clients that know the path may read the file, so the path contains a digest of it. */
export function uploadPath({ field, name, content }: UploadedFile, place: string): string {
  const digest = toHex(sha256(`${place}\n${field}\n${name}\n`, content));
  return `${UPLOADS_PATH}${digest.slice(0, 32)}`;
}

export async function storeFile(
  records: RecordStore,
  path: string,
  { name, type, content }: UploadedFile,
): Promise<void> {
  const base64 = toBase64(content);
  await makeRoom(records, base64.length);
  await records.put(UPLOADS, keyOf(path), { name, type, base64 });
  await records.put(UPLOAD_SIZES, keyOf(path), { size: base64.length });
}

/** Removes the oldest files, so that files never displace records, which share the storage. */
async function makeRoom(records: RecordStore, size: number): Promise<void> {
  const known = await records.list(UPLOAD_SIZES);
  const sizes = known.map(({ id, value }) => ({ id, size: Number(value['size']) }));
  let total = sizes.reduce((sum, one) => sum + one.size, size);
  for (const one of sizes) {
    if (total <= MAX_UPLOADED) return;
    await records.remove(UPLOADS, one.id);
    await records.remove(UPLOAD_SIZES, one.id);
    total -= one.size;
  }
}

/** In characters of base64. */
const MAX_UPLOADED = 24_000_000;

export function isUploadPath(target: string): boolean {
  return target.startsWith(UPLOADS_PATH);
}

/** The path of an uploaded file within an address; undefined for other texts. */
export function uploadPathIn(address: string): string | undefined {
  const start = address.indexOf(UPLOADS_PATH);
  return start < 0 ? undefined : address.slice(start);
}

export interface StoredFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
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
    bytes: fromBase64(base64),
  };
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/;
const MAX_NAME = 200;

function keyOf(path: string): string {
  return path.slice(UPLOADS_PATH.length).replace(/[?#].*$/s, '');
}
