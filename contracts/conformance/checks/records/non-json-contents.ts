/** Whether text and binary contents come back as they were written. */
import { headerValue } from '../../../http/headers.ts';
import type { KnownRecord, RecordWrite } from '../../model/sequence.ts';
import { isNonJsonContent, isPlainText } from '../../stateful/model/non-json-bodies.ts';
import type { CheckContext } from '../check.ts';

export interface ContentDifference {
  readonly write: RecordWrite;
  readonly sent: string;
  readonly received: string;
  /** Why the difference may be correct. */
  readonly reason: string | undefined;
}

/** Undefined where the contents are the same or have another media type. */
export function findContentDifference(
  { response }: CheckContext,
  { writes }: KnownRecord,
): ContentDifference | undefined {
  const write = writes.at(-1);
  const type = headerValue(response?.headers ?? [], 'content-type') ?? '';
  const sentType = headerValue(write?.requestSpec.headers ?? [], 'content-type') ?? '';
  if (write?.requestSpec.body === undefined || response === undefined) return undefined;
  if (mediaTypeEssence(type) !== mediaTypeEssence(sentType) || !isNonJsonContent(mediaTypeEssence(type)))
    return undefined;
  const [sent, received] = [Buffer.from(write.requestSpec.body), Buffer.from(response.body)];
  if (sent.equals(received)) return undefined;
  const reason = isPlainText(type)
    ? textToleranceReason(decodeText(sent, sentType), decodeText(received, type))
    : bytesToleranceReason(sent, received, mediaTypeEssence(type));
  return { write, sent: summarizeBytes(sent, type), received: summarizeBytes(received, type), reason };
}

function mediaTypeEssence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function decodeText(bytes: Buffer, type: string): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

function textToleranceReason(sent: string, received: string): string | undefined {
  const isSame = normalizeText(sent) === normalizeText(received);
  return isSame ? 'line ends and white space at the end may differ' : undefined;
}

function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** An image may be resized and a table reformatted; truncated or misdecoded bytes are always damaged. */
function bytesToleranceReason(sent: Buffer, received: Buffer, type: string): string | undefined {
  if (type === 'application/octet-stream' || isDamaged(sent, received)) return undefined;
  return `an implementation may store ${type} in another form`;
}

function isDamaged(sent: Buffer, received: Buffer): boolean {
  const isCut = received.length < sent.length && sent.subarray(0, received.length).equals(received);
  const misread = (['utf8', 'latin1', 'ascii'] as const).flatMap((encoding) => [
    Buffer.from(sent.toString(encoding), 'utf8'),
    Buffer.from(sent.toString(encoding), 'latin1'),
  ]);
  const written = Buffer.from(sent.toString('base64'));
  return isCut || [...misread, written].some((bytes) => bytes.equals(received));
}

function summarizeBytes(bytes: Buffer, type: string): string {
  const count = `${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
  const start = isPlainText(type)
    ? JSON.stringify(bytes.toString('utf8').slice(0, EXCERPT_LENGTH))
    : bytes.subarray(0, EXCERPT_LENGTH / 4).toString('hex');
  return bytes.length === 0 ? 'nothing' : `${count}: ${start}`;
}

const EXCERPT_LENGTH = 64;
