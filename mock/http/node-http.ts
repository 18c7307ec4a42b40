/**
 * Node's own `http`, asked for by name: an `import` of it reads all that it exports, and with one of these a WebSocket client
 * is loaded, which takes as long as an empty Node.
 */
export const { createServer, METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');

/** Answers that never have a body (RFC 9110, 6.4.1), whatever the contract declares. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
