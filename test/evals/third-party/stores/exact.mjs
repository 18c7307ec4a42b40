/** What JSON.parse does not look at by itself: bytes that are not UTF-8, and whole numbers beyond int64. */

/** Throws an error with the status 400, since body-parser makes others a 403. */
export function decodeUtf8(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw Object.assign(error, { status: 400 });
  }
}

/** For JSON.parse: makes an `id` beyond int64 a text, which the schema then refuses. */
export function refuseBeyondInt64(key, value, { source }) {
  if (key !== 'id' || !Number.isInteger(value)) return value;
  const exact = BigInt(/^-?\d+$/.test(source) ? source : value);
  return BigInt.asIntN(64, exact) === exact ? value : source;
}
