/** Milliseconds that a Retry-After header asks for, in seconds or as a date (RFC 9110, 10.2.3); undefined for neither. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number.parseInt(header, 10) * 1000;
  // `Date.parse` takes nearly anything for a date.
  const at = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
