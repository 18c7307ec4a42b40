/** Contents that some implementations change when they store them: texts, and bytes that are no text. */
import { crc32 } from 'node:zlib';
import type { StatedContents } from '../../../../spec/described/stated-contents.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { sampleFileBytes } from '../../../../spec/sampling/sample-files.ts';
import { isValid } from '../../../../spec/validation/validate.ts';

export interface ContentSample {
  /** Completes "it is written with". */
  readonly description: string;
  readonly content: string | Uint8Array;
  /** An implementation may reject it for a reason that contracts rarely state: it has no such characters, or is large. */
  readonly mayBeRejected: boolean;
  /** A sentence of the contract says that it is accepted. */
  readonly isAcceptanceStated?: boolean;
  /** The media type, if it is not that of the other samples. */
  readonly type?: string;
}

/** A size beyond the 64 KiB of some columns and buffers. */
const LARGE_SIZE = 70_000;

/** Beyond the 255 characters of many columns. */
const MEDIUM_SIZE = 300;

/** Those that the schema allows. The last one is short: nothing of an earlier one may be left. */
export function textSamples(schema: Schema | undefined): readonly ContentSample[] {
  const { maxLength = LARGE_SIZE, format } = schema === undefined ? {} : flattenSchema(schema);
  // What a format allows is not always known.
  if (format !== undefined) return [];
  const size = Math.min(Number(maxLength), LARGE_SIZE);
  const samples: readonly ContentSample[] = [
    text('characters beyond ASCII, markup and a percent escape', 'Grüße, 東京 😀, e\u0301, <b>&amp;</b> %41,\tA b'),
    text('spaces at both ends and several line ends', '  One\r\nTwo\nThree\r\n\r\n\tFour  '),
    { ...text('U+0000', 'before\0after'), mayBeRejected: true },
    { ...text('a byte order mark', '\ufeffSome text'), mayBeRejected: true },
    text(`${MEDIUM_SIZE} characters`, numberedText(MEDIUM_SIZE)),
    { ...text(`${size} characters`, numberedText(size)), mayBeRejected: true },
    text('a short text', 'Short'),
  ];
  return samples.filter(({ content }) => schema === undefined || isValid(schema, String(content), 'request'));
}

/** Also with line ends, one of them at the end. */
export const everyByte: Uint8Array = Uint8Array.from([...Array(256).keys(), 13, 10, 65, 10, 13, 0, 13, 10]);

/** The last one is short: nothing of an earlier one may be left. */
export function byteSamples({ maxBytes = 0, mayBeEmpty }: StatedContents): readonly ContentSample[] {
  const isLargeStated = maxBytes >= LARGE_SIZE;
  const large = bytes(`${LARGE_SIZE} bytes`, Buffer.from(numberedText(LARGE_SIZE)));
  return [
    bytes('each byte, and line ends', everyByte),
    { ...large, mayBeRejected: !isLargeStated, isAcceptanceStated: isLargeStated },
    ...(mayBeEmpty ? [{ ...bytes('no bytes', Uint8Array.of()), isAcceptanceStated: true }] : []),
    bytes('a few bytes', Uint8Array.of(200, 0, 7)),
  ];
}

/** Files of a type. The last one is short: nothing of an earlier one may be left. */
export function fileSamples(type: string): readonly ContentSample[] {
  const file = sampleFileBytes(type);
  const large = type === 'image/png' ? [{ ...bytes('a large file', withComment(file)), mayBeRejected: true }] : [];
  return [...large, bytes('a small file', file)];
}

/** A PNG image with a long comment behind its header: a text chunk (PNG, section 11.3.3.2). */
function withComment(image: Uint8Array): Uint8Array {
  const content = Buffer.from(`tEXtComment\0${numberedText(LARGE_SIZE)}`, 'latin1');
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 'tEXt'.length);
  checksum.writeUInt32BE(crc32(content));
  const [header, rest] = [image.subarray(0, PNG_HEADER_BYTES), image.subarray(PNG_HEADER_BYTES)];
  return Buffer.concat([header, length, content, checksum, rest]);
}

/** The signature, and the chunk IHDR. */
const PNG_HEADER_BYTES = 8 + 25;

function text(description: string, content: string): ContentSample {
  return { description, content, mayBeRejected: false };
}

function bytes(description: string, content: Uint8Array): ContentSample {
  return { description, content, mayBeRejected: false };
}

/** Different at every place, so that a missing part shows. */
function numberedText(length: number): string {
  const words = Array.from({ length: Math.ceil(length / 2) }, (_none, index) => index.toString(36));
  return words
    .join(' ')
    .slice(0, length - 1)
    .padEnd(length, '.');
}
