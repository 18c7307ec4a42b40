export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'no such file';
  if ('code' in error && error.code === 'EISDIR') return 'is a folder, not a file';
  if (error.name === 'TimeoutError') return 'no whole answer in time';
  const cause = error.cause instanceof Error && error.cause.message !== '' ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}

/** Of bytes that are no text in the encoding that was asked for. */
export function isEncodingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}
