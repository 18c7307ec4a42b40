/** A body that is no text, in words: as text it would be a row of replacement characters. */

/** `(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a 1a 0a)`; undefined for what can be read. */
export function binaryWords(bytes: Uint8Array, mask: (text: string) => string): string | undefined {
  if (!isBinary(bytes.subarray(0, SAMPLE))) return undefined;
  const size = `${bytes.length.toLocaleString('en')} byte${bytes.length === 1 ? '' : 's'}`;
  const first = bytes.subarray(0, SHOWN);
  const shown = [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `(binary, ${size}${isSecret(bytes, mask) ? '' : `, beginning with ${shown}`})`;
}

/** The beginning tells: of a form with a file in it that is text, which is worth reading. */
const SAMPLE = 1_000;
const SHOWN = 16;

/** One wrong byte in a text is what a case is about; of a picture or what is compressed a third is no text. */
function isBinary(sample: Uint8Array): boolean {
  const text = Buffer.from(sample).toString('utf8');
  const strange = text.match(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffd]/g)?.length ?? 0;
  return strange > text.length / 10 && (strange > FEW || strange > text.length / 2);
}

/** A short text may have so many on purpose, among others. */
const FEW = 4;

/** A credential in hexadecimal digits is one still. */
function isSecret(bytes: Uint8Array, mask: (text: string) => string): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return mask(text) !== text;
}
