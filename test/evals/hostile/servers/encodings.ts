/** Bodies in codings that nobody asked for, some of them bombs. */
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { StoreResponse } from '../../zoo/response.ts';
import { withHeader } from '../../zoo/store.ts';
import { type HostileServer, startZooVariant, withBehavior } from '../hostile-server.ts';

/** Of 20 MB some tens of kilobytes are left, of which a thousandth part of the memory is needed to send them. */
const large = Buffer.alloc(20_000_000, ' ');
const once = <Value>(make: () => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};
const bombs = {
  gzip: once(() => gzipSync(large)),
  br: once(() => brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  zstd: once(() => zstdCompressSync(large)),
  deflate: once(() => deflateSync(large)),
} as const;

const notRequested = {
  exitCode: 1,
  checks: ['body-is-json', 'content-encoding-accepted'],
  why: 'the request has Accept-Encoding: identity; nothing is ever unpacked, so that no bomb goes off',
} as const;

export const encodings: readonly HostileServer[] = [
  ...(['gzip', 'br', 'zstd', 'deflate'] as const).map(
    (coding): HostileServer => ({
      name: `${coding}-bomb`,
      description: `It returns some kilobytes that ${coding} unfolds to 20 MB.`,
      expected: notRequested,
      proxied: 'passed on',
      start: compress(coding, () => bombs[coding]()),
    }),
  ),
  {
    name: 'nested-codings',
    description: 'It packs a plant ten times over.',
    expected: notRequested,
    proxied: 'passed on',
    start: compress(Array(10).fill('gzip').join(', '), ({ body }) =>
      Array(10)
        .fill(0)
        .reduce((compressedOnce: Buffer) => gzipSync(compressedOnce), Buffer.from(body)),
    ),
  },
  {
    name: 'unknown-coding',
    description: 'It declares an unknown content coding for a plant.',
    expected: { ...notRequested, checks: ['content-encoding-accepted'] },
    proxied: 'passed on',
    start: compress('x-cow', ({ body }) => Buffer.from(body)),
  },
  {
    name: 'corrupt-gzip',
    description: 'It sends gzip with a wrong byte in the middle.',
    expected: notRequested,
    proxied: 'passed on',
    start: compress('gzip', ({ body }) => {
      const bytes = gzipSync(body);
      bytes.writeUInt8(bytes.readUInt8(12) ^ 0xff, 12);
      return bytes;
    }),
  },
  {
    name: 'claims-gzip',
    description: 'It labels a plain body as gzip.',
    expected: { ...notRequested, checks: ['content-encoding-accepted'] },
    proxied: 'passed on',
    start: startZooVariant('claims-gzip'),
  },
];

function compress(coding: string, pack: (reply: StoreResponse) => Buffer): HostileServer['start'] {
  return withBehavior((right) => ({
    respondToCreate: (shown) => {
      const reply = right.respondToCreate(shown);
      return { ...withHeader(reply, 'content-encoding', coding), body: pack(reply) };
    },
  }));
}
