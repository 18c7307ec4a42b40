import type { ShopRequest } from '../http.ts';

/** The Link header of a page (RFC 8288): the same request, with other parameters. */
export function nextLink({ path, query }: ShopRequest, changes: Readonly<Record<string, string>>): { link: string } {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
  return { link: `<${path}?${parameters}>; rel="next"` };
}
