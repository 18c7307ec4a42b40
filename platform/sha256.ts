/** SHA-256 (FIPS 180-4) without Node. Browsers have it too, but only asynchronously. */
import { concatBytes } from './bytes.ts';

const BLOCK_BYTES = 64;

/** The first 32 bits of the fractions of the square roots, and of the cube roots, of the first primes. */
const [initialState, roundConstants] = [fractions(8, Math.sqrt), fractions(64, Math.cbrt)];

function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

/** 32 bytes. */
export function computeSha256(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new DataView(withPadding(content).buffer);
  const state = Uint32Array.from(initialState);
  for (let start = 0; start < blocks.byteLength; start += BLOCK_BYTES) addBlock(state, blocks, start);
  const digest = new DataView(new ArrayBuffer(state.byteLength));
  state.forEach((word, index) => {
    digest.setUint32(index * 4, word);
  });
  return new Uint8Array(digest.buffer);
}

/** RFC 2104. */
export function computeHmacSha256(key: Uint8Array, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? computeSha256(key) : key);
  const inner = computeSha256(concatBytes([block.map((byte) => byte ^ 0x36), content]));
  return computeSha256(concatBytes([block.map((byte) => byte ^ 0x5c), inner]));
}

/** A one bit, zeros, and the number of bits, up to the end of a block. */
function withPadding(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const zeros = (BLOCK_BYTES * 2 - 9 - (content.length % BLOCK_BYTES)) % BLOCK_BYTES;
  const end = new DataView(new ArrayBuffer(1 + zeros + 8));
  end.setUint8(0, 0x80);
  end.setBigUint64(1 + zeros, BigInt(content.length) * 8n);
  return concatBytes([content, new Uint8Array(end.buffer)]);
}

function addBlock(state: Uint32Array, blocks: DataView, start: number): void {
  const words = new Uint32Array(roundConstants.length);
  const word = (index: number) => words[index] ?? 0;
  for (let index = 0; index < words.length; index++)
    words[index] =
      index < 16
        ? blocks.getUint32(start + index * 4)
        : word(index - 16) +
          smallSigma(word(index - 15), 7, 18, 3) +
          word(index - 7) +
          smallSigma(word(index - 2), 17, 19, 10);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [index, constant] of roundConstants.entries()) {
    const first = h + largeSigma(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + constant + word(index);
    const second = largeSigma(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function largeSigma(word: number, a: number, b: number, c: number): number {
  return rotate(word, a) ^ rotate(word, b) ^ rotate(word, c);
}

function smallSigma(word: number, a: number, b: number, shift: number): number {
  return rotate(word, a) ^ rotate(word, b) ^ (word >>> shift);
}
