/** Text in Base64, as an attack sends it and as a shell makes it. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** What a shell puts in its place, between double quotes. */
export function shellBase64(shell: string): string {
  return `$(printf %s "${shell}" | base64 | tr -d "\\n")`;
}
