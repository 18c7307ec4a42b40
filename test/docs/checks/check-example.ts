/** The examples on the page of a check: one that fails and one that passes. */
export interface CheckExample {
  readonly id: string;
  /** Why it fails, in one sentence. */
  readonly description: string;
  /** Markdown: the request or the document, and the finding. */
  readonly failing: string;
  readonly passing: string;
  /** For a waiver of the finding. */
  readonly findingId: string;
}

export function fenced(text: string, language = ''): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

const MOMENT = '2026-01-02T03:04:05.678Z';
const UUID = '8e92c7fc-8dfd-4baa-8c7b-44ddd295ad0f';
const LONGEST_LINE = 400;

/**
 * Replaces what differs in each run: ports, times, random values, and the folder; also in truncated texts. Removes `why`,
 * which is in the page already.
 */
export function stabilize(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/[\dT:-]*\d\.\d{3}Z/g, (moment) => MOMENT.slice(-moment.length))
    .replaceAll(/"20\d\d-\d\d-\d\d"/g, `"${MOMENT.slice(0, 10)}"`)
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, UUID)
    .replaceAll(/(?<=")[\da-f]{7,8}(?:-[\da-f-]*)?(?=\.{3})/g, (start) => UUID.slice(0, start.length))
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:]*(?=\.{3})/g, (start) => MOMENT.slice(0, start.length))
    .replaceAll(/(?<=etag: )"[\da-f]{16}"/g, '"0603cfb767146e9b"')
    .replaceAll(/(?<=\/tools\/)\d{5,10}\b/g, '1034022350')
    .replaceAll(`${process.cwd()}/`, '')
    .replaceAll(/^ {2}why {7}.*\n(?: {12}.*\n)*/gm, '')
    .replaceAll(/^.*$/gm, (line) =>
      line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}... (${line.length - 12} characters)` : line,
    );
}
