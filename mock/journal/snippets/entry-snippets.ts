/** Code for a journal entry: its request with `fetch`, its response for a test of an app, and both as a test. */
import type { JournalEntry } from '../../model/journal-entry.ts';
import { fetchCall, fetchSnippet, type SnippetOptions } from './fetch-snippet.ts';
import { mswSnippet, playwrightSnippet } from './handler-snippets.ts';
import { indented, literal } from './literal.ts';
import { type RecordedResponse, recordedResponse } from './recorded-response.ts';

export interface EntrySnippets {
  readonly fetch: string;
  readonly playwright: string;
  readonly msw: string;
  readonly test: string;
}

export function entrySnippets(entry: JournalEntry, options: SnippetOptions): EntrySnippets {
  return {
    fetch: fetchSnippet(entry, options),
    playwright: playwrightSnippet(entry, options.origin),
    msw: mswSnippet(entry, options.origin),
    test: testSnippet(entry, options),
  };
}

function testSnippet(entry: JournalEntry, options: SnippetOptions): string {
  const { before, call } = fetchCall(entry, options);
  const response = recordedResponse(entry);
  const { request, operation } = entry;
  const title = `${operation ?? request.method} ${response === undefined ? 'gets no response' : `responds with ${response.status}`}`;
  const body =
    response === undefined
      ? [`await expect(${call.join('\n')}).rejects.toThrow();`]
      : [
          `const response = await ${call.join('\n')};`,
          `expect(response.status).toBe(${response.status});`,
          ...bodyExpectation(response),
        ];
  return `${[
    'import { expect, test } from "vitest";',
    '',
    `test(${literal(title)}, async () => {`,
    ...indented([...before, ...body].flatMap((line) => line.split('\n'))),
    '});',
  ].join('\n')}\n`;
}

/** JSON is compared as text if it has integers that a double cannot hold. */
function bodyExpectation({ body, isMasked, comments }: RecordedResponse): readonly string[] {
  if (isMasked || body === undefined) return comments;
  return isPlainJson(body)
    ? [`expect(await response.json()).toEqual(JSON.parse(${literal(body)}));`]
    : [`expect(await response.text()).toBe(${literal(body)});`];
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return !/\d{16}/.test(text);
  } catch {
    return false;
  }
}
