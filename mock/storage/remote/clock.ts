/** Nanoseconds since a moment that is the same for all processes of a machine; never goes back. */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e9 + nanoseconds;
}
