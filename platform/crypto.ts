/** Synchronous hashes in Node and in a browser: Node computes them with its own module, which is faster. */
import { concatBytes, encodeUtf8, toBytes } from './bytes.ts';
import { inNode } from './node-modules.ts';
import { computeHmacSha256, computeSha256 } from './sha256.ts';

const nodeCrypto = inNode?.getBuiltinModule('node:crypto');

/** 32 bytes, of the parts one after the other; texts are encoded as UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  if (nodeCrypto === undefined) return computeSha256(concatBytes(parts.map(toBytes)));
  const hash = nodeCrypto.createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** 32 bytes. */
export function hmacSha256(key: Uint8Array, text: string): Uint8Array {
  return nodeCrypto?.createHmac('sha256', key).update(text).digest() ?? computeHmacSha256(key, encodeUtf8(text));
}

/** With an algorithm such as `md5`; undefined for those that a browser does not have. */
export function digestOf(algorithm: string, content: Uint8Array): Uint8Array | undefined {
  if (nodeCrypto !== undefined) return nodeCrypto.createHash(algorithm).update(content).digest();
  return algorithm === 'sha256' ? computeSha256(content) : undefined;
}

export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** Both have the same length. The time does not depend on their content. */
export function isEqualInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  if (nodeCrypto !== undefined) return nodeCrypto.timingSafeEqual(a, b);
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

const PASSWORD_HASH_BYTES = 32;
const PASSWORD_ROUNDS = 1_024;

/** 32 bytes: of scrypt in Node, and of HMAC in a browser, where the hash stays in the memory of the page. */
export function hashWithSalt(password: string, salt: string): Uint8Array {
  if (nodeCrypto !== undefined)
    return nodeCrypto.scryptSync(password, salt, PASSWORD_HASH_BYTES, { N: PASSWORD_ROUNDS });
  return computeHmacSha256(encodeUtf8(salt), encodeUtf8(password));
}
