/** Whether texts and bytes come back as they were written. */
import { headerOf } from '../../../http/headers.ts';
import type { Known, Write } from '../../model/sequence.ts';
import { isContent, isPlainText } from '../../stateful/model/contents.ts';
import type { Judged } from '../check.ts';

export interface OtherContents {
  readonly write: Write;
  readonly sent: string;
  readonly received: string;
  /** Why it may be right all the same. */
  readonly because: string | undefined;
}

/** Undefined where they are the same, or of another media type. */
export function otherContents({ answer }: Judged, { writes }: Known): OtherContents | undefined {
  const write = writes.at(-1);
  const type = headerOf(answer?.headers ?? [], 'content-type') ?? '';
  const sentType = headerOf(write?.draft.headers ?? [], 'content-type') ?? '';
  if (write?.draft.body === undefined || answer === undefined) return undefined;
  if (essenceOf(type) !== essenceOf(sentType) || !isContent(essenceOf(type))) return undefined;
  const [sent, received] = [Buffer.from(write.draft.body), Buffer.from(answer.body)];
  if (sent.equals(received)) return undefined;
  const because = isPlainText(type)
    ? doubtedText(textOf(sent, sentType), textOf(received, type))
    : doubtedBytes(sent, received, essenceOf(type));
  return { write, sent: inShort(sent, type), received: inShort(received, type), because };
}

function essenceOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function textOf(bytes: Buffer, type: string): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

function doubtedText(sent: string, received: string): string | undefined {
  const isSame = normal(sent) === normal(received);
  return isSame ? 'the ends of a text and of its lines may be written in another way' : undefined;
}

function normal(text: string): string {
  return text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** An image may be stored at another size, a table with other commas; what is cut or read as text is no file any more. */
function doubtedBytes(sent: Buffer, received: Buffer, type: string): string | undefined {
  if (type === 'application/octet-stream' || isDamaged(sent, received)) return undefined;
  return `a store may write ${type} in a form of its own`;
}

function isDamaged(sent: Buffer, received: Buffer): boolean {
  const isCut = received.length < sent.length && sent.subarray(0, received.length).equals(received);
  const misread = (['utf8', 'latin1', 'ascii'] as const).flatMap((read) => [
    Buffer.from(sent.toString(read), 'utf8'),
    Buffer.from(sent.toString(read), 'latin1'),
  ]);
  const written = Buffer.from(sent.toString('base64'));
  return isCut || [...misread, written].some((bytes) => bytes.equals(received));
}

function inShort(bytes: Buffer, type: string): string {
  const count = `${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
  const start = isPlainText(type)
    ? JSON.stringify(bytes.toString('utf8').slice(0, SHOWN))
    : bytes.subarray(0, SHOWN / 4).toString('hex');
  return bytes.length === 0 ? 'nothing' : `${count}: ${start}`;
}

const SHOWN = 64;
