import type { CalendarRequest } from '../http.ts';

/** Link to the next page (RFC 8288), with what differs in its query; none without a difference. */
export function nextLink(
  { path, query }: CalendarRequest,
  changes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (Object.keys(changes).length === 0) return {};
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
  return { link: `<${path}?${parameters}>; rel="next"` };
}
