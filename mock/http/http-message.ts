/** Helpers for HTTP messages: methods, statuses and header fields, and which of these are hop-by-hop (RFC 9110). */

/** Alternating names and values, as in Node's `rawHeaders`. */
export type RawHeaders = readonly string[];

const hopByHopHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Without the hop-by-hop headers, those that `Connection` lists, and `others` (lower case). */
export function endToEndHeaders(raw: RawHeaders, others: readonly string[] = []): RawHeaders {
  const dropped = new Set([...hopByHopHeaders, ...others, ...connectionHeaders(raw)]);
  return headerPairs(raw).flatMap(([name, value]) => (dropped.has(name.toLowerCase()) ? [] : [name, value]));
}

/** All values of a header, in order. */
export function headerLines(raw: RawHeaders, name: string): readonly string[] {
  return headerPairs(raw).flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? [value] : []));
}

/** The values joined as a list; undefined if the header is absent. */
export function headerValue(raw: RawHeaders, name: string): string | undefined {
  const values = headerLines(raw, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** For the log and the journal: one value for each name. */
export function headersByName(raw: RawHeaders): Readonly<Record<string, string>> {
  const names = new Map(headerPairs(raw).map(([name]) => [name.toLowerCase(), name]));
  return Object.fromEntries([...names.values()].map((name) => [name, headerValue(raw, name) ?? '']));
}

/** The members of a comma-separated list, in lower case. */
export function parseListHeader(value: string | undefined): readonly string[] {
  const members = value?.split(',').map((member) => member.trim().toLowerCase()) ?? [];
  return members.filter((member) => member !== '');
}

function headerPairs(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

function connectionHeaders(raw: RawHeaders): readonly string[] {
  return parseListHeader(headerValue(raw, 'connection'));
}

/** Responses that never have a body (RFC 9110, section 6.4.1), whatever the contract declares. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The same, and responses to HEAD. */
export function hasNoResponseBody(method: string, status: number): boolean {
  return method === 'HEAD' || isBodiless(status);
}
