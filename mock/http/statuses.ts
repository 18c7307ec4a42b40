/** What a status alone says of an answer. */

/** Answers that never have a body (RFC 9110, 6.4.1), whatever the contract declares. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
