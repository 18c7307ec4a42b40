/**
 * Decodes the content codings of a body (RFC 9110, section 8.4), for validation only: the body is forwarded encoded.
 */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { parseListHeader } from './http-message.ts';

export type DecodedContent =
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  /** The bytes do not match the header. */
  | { readonly kind: 'broken'; readonly coding: string }
  /** The coding is unsupported, or the decoded body exceeds `limit`: it is not validated. */
  | { readonly kind: 'unread'; readonly reason: string };

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['identity', async (bytes) => bytes],
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', inflateWithOrWithoutHeader],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** More codings than are used in practice. */
const MAX_CODINGS = 3;

/** Never rejects. */
export async function decodeContent(
  bytes: Uint8Array,
  coding: string | undefined,
  limit: number,
): Promise<DecodedContent> {
  const codings = parseListHeader(coding).toReversed();
  if (bytes.length === 0 || codings.length === 0) return { kind: 'content', bytes };
  if (codings.length > MAX_CODINGS) return unsupported(`more than ${MAX_CODINGS} content codings`);
  let content = bytes;
  for (const name of codings) {
    const decoder = decoders.get(name);
    if (decoder === undefined)
      return unsupported(`the unsupported content coding ${JSON.stringify(name.slice(0, 40))}`);
    try {
      content = await decoder(content, { maxOutputLength: limit });
    } catch (error) {
      return isTooLarge(error)
        ? unsupported(`more than ${limit} bytes after decoding`)
        : { kind: 'broken', coding: name };
    }
  }
  return { kind: 'content', bytes: content };
}

/** HTTP defines `deflate` with the zlib wrapper; some servers omit it. */
async function inflateWithOrWithoutHeader(
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
): Promise<Uint8Array> {
  try {
    return await promisify(inflate)(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return promisify(inflateRaw)(bytes, options);
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

function unsupported(reason: string): DecodedContent {
  return { kind: 'unread', reason };
}
