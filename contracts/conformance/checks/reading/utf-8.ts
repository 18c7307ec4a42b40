/** The first character of a body that its bytes do not make in UTF-8, counted as it is read; undefined where all do. */
export function notUtf8At(body: Uint8Array): number | undefined {
  const bytes = Buffer.from(body);
  const written = Buffer.from(bytes.toString('utf8'));
  if (bytes.equals(written)) return undefined;
  const parting = bytes.findIndex((byte, index) => byte !== written[index]);
  return bytes.subarray(0, Math.max(0, parting)).toString('utf8').length;
}
