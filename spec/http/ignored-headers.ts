/** Headers that OpenAPI describes elsewhere, and has ignored where a document declares them. */

/** Of a request: credentials are said by `security`, media types by `content`. */
export function isIgnoredInRequest(name: string): boolean {
  return /^(?:accept|content-type|authorization)$/i.test(name);
}

/** Of an answer: its media types are those of `content`. */
export function isIgnoredInAnswer(name: string): boolean {
  return /^content-type$/i.test(name);
}
