/** Whether text and binary contents come back as they were written. */

import { unchangedSentence } from '../../../../spec/described/stated-contents.ts';
import { findResponse } from '../../../../spec/model/contract.ts';
import { mediaTypeEssence } from '../../../../spec/model/media-parameters.ts';
import { successResponses } from '../../../../spec/resources/record-views.ts';
import { isOctets, type UploadedFile } from '../../../../spec/resources/uploaded-files.ts';
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
  /** The sentence of the contract that excludes any difference. */
  readonly sentence: string | undefined;
}

/** Undefined where the contents are the same or have another media type. */
export function findContentDifference(
  { response, testCase: { operation } }: CheckContext,
  { writes }: KnownRecord,
): ContentDifference | undefined {
  const write = writes.at(-1);
  const type = headerValue(response?.headers ?? [], 'content-type') ?? '';
  const sentType = headerValue(write?.requestSpec.headers ?? [], 'content-type') ?? '';
  if (write?.requestSpec.body === undefined || response === undefined) return undefined;
  if (mediaTypeEssence(type) !== mediaTypeEssence(sentType) || !isNonJsonContent(mediaTypeEssence(type)))
    return undefined;
  const [sent, received] = [Buffer.from(write.requestSpec.body), Buffer.from(response.body)];
  if (sent.equals(received) && (!isPlainText(type) || charsetOf(sentType) === undefined)) return undefined;
  const sentence = unchangedSentence([write.operation, operation]);
  const isConfirmed = sentence !== undefined || hasValidator(write);
  if (!isPlainText(type))
    return {
      write,
      sentence,
      ...summarizeDifference([sent, sent.length], [received, received.length]),
      reason: isConfirmed ? undefined : bytesToleranceReason(sent, received, mediaTypeEssence(type)),
    };
  const [sentText, receivedText] = [decodeText(sent, sentType), decodeText(received, type)];
  if (sentText === receivedText) return undefined;
  return {
    write,
    sentence,
    ...summarizeDifference([sentText, sent.length], [receivedText, received.length]),
    reason: isConfirmed ? undefined : textToleranceReason(sentText, receivedText),
  };
}

/** Written and read in the same media types, but read as octets. */
export function findTypeDifference(
  { response, testCase: { operation } }: CheckContext,
  { writes }: KnownRecord,
): ContentDifference | undefined {
  const write = writes.at(-1);
  const [sent, received] = [write?.requestSpec.headers, response?.headers].map((headers = []) =>
    mediaTypeEssence(headerValue(headers, 'content-type') ?? ''),
  );
  if (write === undefined || response?.status !== 200 || sent === undefined || received === undefined) return undefined;
  const written = (write.operation.requestBody?.content ?? []).map(({ range }) => range);
  const read = successResponses(operation).flatMap(({ content }) => content.map(({ range }) => range));
  const isDeclared = written.includes(sent) && [sent, received].every((type) => read.includes(type));
  if (!isDeclared || !isNonJsonContent(sent) || isOctets(sent) || !isOctets(received)) return undefined;
  // Browsers do not show what they download.
  const isDownload = /^attachment\b/i.test(headerValue(response.headers, 'content-disposition') ?? '');
  const reason = isDownload ? 'the content is for downloads' : undefined;
  return { write, sent: `content of the media type ${sent}`, received, reason, sentence: undefined };
}

/** Undefined where the response has all bytes of the file, or another media type. */
export function findUploadedContentDifference(
  { response }: CheckContext,
  { type, content }: UploadedFile,
): Pick<ContentDifference, 'sent' | 'received'> | undefined {
  const shownType = mediaTypeEssence(headerValue(response?.headers ?? [], 'content-type') ?? '');
  if (response?.status !== 200 || !isOctets(type) || shownType !== type) return undefined;
  const [sent, received] = [Buffer.from(content), Buffer.from(response.body)];
  if (sent.equals(received)) return undefined;
  return summarizeDifference([sent, sent.length], [received, received.length]);
}

/** A PUT may only return an ETag if the content is stored unchanged (RFC 9110, section 9.3.4). */
function hasValidator({ operation, exchange: { outcome } }: RecordWrite): boolean {
  if (operation.method !== 'PUT' || outcome.kind === 'failure') return false;
  const { status, headers } = outcome.response;
  const isDeclared = findResponse(operation, status)?.headers.some(({ name }) => /^etag$/i.test(name)) === true;
  return isDeclared && headerValue(headers, 'etag')?.startsWith('"') === true;
}

function charsetOf(type: string): string | undefined {
  return /charset="?([\w-]+)/i.exec(type)?.[1];
}

/** U+FEFF at the beginning is a part of a text in UTF-8. */
function decodeText(bytes: Buffer, type: string): string {
  const charset = charsetOf(type) ?? 'utf-8';
  try {
    return new TextDecoder(charset, { ignoreBOM: /^utf-?8$/i.test(charset) }).decode(bytes);
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
    .replaceAll(/^\ufeff|\0/g, '')
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

/** Both from a little before the first difference on, with their sizes in bytes. */
function summarizeDifference<Content extends string | Buffer>(
  [sent, sentSize]: readonly [Content, number],
  [received, receivedSize]: readonly [Content, number],
): Pick<ContentDifference, 'sent' | 'received'> {
  const first = firstDifference(sent, received);
  const from = first < EXCERPT_LENGTH / 8 ? 0 : first - 2;
  const position = typeof sent === 'string' ? `character ${first + 1}` : `byte ${first + 1}`;
  return {
    sent: summarize(sent, from, sentSize),
    received: `${summarize(received, from, receivedSize)}${first === 0 ? '' : `, other from ${position} on`}`,
  };
}

/** The index of the first byte or UTF-16 code unit that differs, or the length of the shorter one. */
function firstDifference(one: string | Buffer, other: string | Buffer): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) if (one[index] !== other[index]) return index;
  return length;
}

function summarize(content: string | Buffer, from: number, size: number): string {
  const count = size === 0 ? 'nothing' : `${size} ${size === 1 ? 'byte' : 'bytes'}`;
  if (from >= content.length) return count;
  const excerpt =
    typeof content === 'string'
      ? JSON.stringify(content.slice(from, from + EXCERPT_LENGTH))
      : content.subarray(from, from + EXCERPT_LENGTH / 4).toString('hex');
  return `${count}${from === 0 ? '' : `, after the first ${from}`}: ${excerpt}`;
}

const EXCERPT_LENGTH = 64;
