/** Bodies in codings that nobody asked for, some of them bombs. */
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Reply } from '../../zoo/exchange.ts';
import { withHeader } from '../../zoo/store.ts';
import { fromZoo, type HostileServer, store } from '../server.ts';

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

const notAsked = {
  exit: 1,
  checks: ['body-is-json', 'encoding-as-asked'],
  why: 'the request says Accept-Encoding: identity; nothing is ever unpacked, so that no bomb goes off',
} as const;

export const encodings: readonly HostileServer[] = [
  ...(['gzip', 'br', 'zstd', 'deflate'] as const).map(
    (coding): HostileServer => ({
      name: `${coding}-bomb`,
      what: `It answers with some kilobytes that ${coding} unfolds to 20 MB.`,
      demand: notAsked,
      proxied: 'passed on',
      start: packed(coding, () => bombs[coding]()),
    }),
  ),
  {
    name: 'nested-codings',
    what: 'It packs a plant ten times over.',
    demand: notAsked,
    proxied: 'passed on',
    start: packed(Array(10).fill('gzip').join(', '), ({ body }) =>
      Array(10)
        .fill(0)
        .reduce((packedOnce: Buffer) => gzipSync(packedOnce), Buffer.from(body)),
    ),
  },
  {
    name: 'unknown-coding',
    what: 'It says that a plant is in a coding that nobody knows.',
    demand: { ...notAsked, checks: ['encoding-as-asked'] },
    proxied: 'passed on',
    start: packed('x-cow', ({ body }) => Buffer.from(body)),
  },
  {
    name: 'corrupt-gzip',
    what: 'It sends gzip with a wrong byte in the middle.',
    demand: notAsked,
    proxied: 'passed on',
    start: packed('gzip', ({ body }) => {
      const bytes = gzipSync(body);
      bytes.writeUInt8(bytes.readUInt8(12) ^ 0xff, 12);
      return bytes;
    }),
  },
  {
    name: 'claims-gzip',
    what: 'It labels a plain body as gzip.',
    demand: { ...notAsked, checks: ['encoding-as-asked'] },
    proxied: 'passed on',
    start: fromZoo('claims-gzip'),
  },
];

function packed(coding: string, pack: (reply: Reply) => Buffer): HostileServer['start'] {
  return store((right) => ({
    answerCreated: (shown) => {
      const reply = right.answerCreated(shown);
      return { ...withHeader(reply, 'content-encoding', coding), body: pack(reply) };
    },
  }));
}
