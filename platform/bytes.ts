/**
 * Texts and bytes in Node and in a browser, with the results of Node's `Buffer`, which Node uses because it is faster.
 */
import { inNode } from './node-modules.ts';

const NodeBuffer = inNode?.getBuiltinModule('node:buffer').Buffer;

const encoder = new TextEncoder();

/** As UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** As much of the text as fits, as UTF-8. */
export function encodeInto(text: string, bytes: Uint8Array): void {
  encoder.encodeInto(text, bytes);
}

/** Keeps a byte order mark; invalid bytes become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined) return toNodeBuffer(bytes, NodeBuffer).toString();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** A text as UTF-8; bytes as they are. */
export function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? encodeUtf8(content) : content;
}

/** The number of bytes of the text as UTF-8. */
export function utf8Length(text: string): number {
  return NodeBuffer === undefined ? encodeUtf8(text).length : NodeBuffer.byteLength(text);
}

/** One character for each byte. */
export function decodeLatin1(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined) return toNodeBuffer(bytes, NodeBuffer).toString('latin1');
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK_LENGTH)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK_LENGTH));
  return text;
}

/** More arguments could exceed the stack. */
const CHUNK_LENGTH = 8_192;

/** The low byte of each UTF-16 code unit. */
export function encodeLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length }, (_unused, index) => text.charCodeAt(index));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function toBase64(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined) return toNodeBuffer(bytes, NodeBuffer).toString('base64');
  return btoa(decodeLatin1(bytes));
}

/** Without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

/** Accepts both alphabets, and skips other characters; ends at the first `=`. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (NodeBuffer !== undefined) return NodeBuffer.from(text, 'base64');
  const [content = ''] = text.replaceAll('-', '+').replaceAll('_', '/').split('=', 1);
  const digits = content.replaceAll(/[^A-Za-z0-9+/]/g, '');
  // A single last digit has less than a byte.
  return encodeLatin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The index of the text as UTF-8, from `start` on; -1 if there is none. */
export function findText(bytes: Uint8Array, text: string, start = 0): number {
  if (NodeBuffer !== undefined) return toNodeBuffer(bytes, NodeBuffer).indexOf(text, start);
  const searched = encodeUtf8(text);
  const [first = 0] = searched;
  let at = bytes.indexOf(first, start);
  while (at >= 0 && !searched.every((byte, index) => bytes[at + index] === byte)) at = bytes.indexOf(first, at + 1);
  return at;
}

/** A slice of a text would keep the whole text in memory. */
export function copyText(text: string): string {
  return NodeBuffer === undefined ? text : NodeBuffer.from(text, 'utf16le').toString('utf16le');
}

/** A big-endian signed integer of the first four bytes. */
export function firstInt32({ buffer, byteOffset }: Uint8Array): number {
  return new DataView(buffer, byteOffset).getInt32(0);
}

/** Without a copy. */
function toNodeBuffer(bytes: Uint8Array, NodeBuffer: typeof Buffer): Buffer {
  if (NodeBuffer.isBuffer(bytes)) return bytes;
  return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
