/** The response of a journal entry as a Playwright route and as a handler of MSW. */
import type { JournalEntry } from '../../model/journal-entry.ts';
import { headersObject, indented, literal } from './literal.ts';
import { type MatchedAddress, matchedAddress, recordedResponse } from './recorded-response.ts';

export function playwrightSnippet(entry: JournalEntry, origin: string): string {
  const address = matchedAddress(entry, origin);
  const response = recordedResponse(entry);
  const matched = [
    `url.pathname === ${literal(address.path)}`,
    ...(address.search === '' ? [] : [`url.search === ${literal(address.search)}`]),
  ].join(' && ');
  const end =
    response === undefined
      ? ['await route.abort();']
      : [
          'await route.fulfill({',
          `  status: ${response.status},`,
          `  headers: ${headersObject(response.headers)},`,
          ...(response.body === undefined ? [] : [`  body: ${literal(response.body)},`]),
          '});',
        ];
  return `${[
    ...addressComments(address),
    ...(response?.comments ?? []),
    `await page.route((url) => ${matched}, async (route) => {`,
    ...indented([
      `if (route.request().method() !== ${literal(entry.request.method)}) return route.fallback();`,
      ...end,
    ]),
    '});',
  ].join('\n')}\n`;
}

export function mswSnippet(entry: JournalEntry, origin: string): string {
  const address = matchedAddress(entry, origin);
  const response = recordedResponse(entry);
  const { method } = entry.request;
  const isKnown = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method);
  const body = response?.body === undefined ? 'null' : literal(response.body);
  const end =
    response === undefined
      ? ['return HttpResponse.error();']
      : [
          `return new HttpResponse(${body}, {`,
          `  status: ${response.status},`,
          `  headers: ${headersObject(response.headers)},`,
          '});',
        ];
  const { search } = address;
  return `${[
    'import { HttpResponse, http } from "msw";',
    '',
    ...addressComments(address),
    ...(response?.comments ?? []),
    `export const handler = http.${isKnown ? method.toLowerCase() : 'all'}(${mswPath(address.path)}, ({ request }) => {`,
    ...indented([
      ...(isKnown ? [] : [`if (request.method !== ${literal(method)}) return undefined;`]),
      ...(search === '' ? [] : [`if (new URL(request.url).search !== ${literal(search)}) return undefined;`]),
      ...end,
    ]),
    '});',
  ].join('\n')}\n`;
}

/** In a path of MSW, colons, asterisks and others are patterns: then a regular expression for exactly this path. */
function mswPath(path: string): string {
  if (/^[\w/.-]+$/.test(path)) return literal(`*${path}`);
  const exact = path.replaceAll(/[^\w/-]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
  return `new RegExp(${literal(`^\\w+://[^/]+${exact}$`)}, "u")`;
}

function addressComments({ isMasked }: MatchedAddress): readonly string[] {
  return isMasked ? ['// *** in the path stands for a secret that the journal does not keep: fill it in.'] : [];
}
