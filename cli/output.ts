/** The output of commands: progress and notes on stderr, results on stdout. */
import { describeOtherServers } from '../contracts/conformance/request/parameters/base-url.ts';
import { fitToWidth, styleFor } from '../contracts/render/text/terminal.ts';
import { repairLines, unsupportedKindLines, unsupportedLines } from '../contracts/render/text/unsupported-text.ts';
import { sanitizeLine } from '../sanitize.ts';
import type { Contract } from '../spec/model/contract.ts';

/** A progress line on a terminal. */
export interface Progress {
  /** Shows what is running. */
  show(text: string): void;
  count(text: string, isError: boolean): void;
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const REDRAW_INTERVAL_MS = 80;

/** Redrawn in place; does nothing when the output is not a terminal. */
export function createProgressLine(stream: Terminal): Progress {
  if (stream.isTTY !== true) return { show: () => {}, count: () => {}, clear: () => {} };
  const start = performance.now();
  let [cases, errors, lastDrawn] = [0, 0, 0];
  const draw = (text: string, counts: string) => {
    // The text is truncated so that the counts stay visible.
    const width = Math.max(0, (stream.columns || 80) - 1 - counts.length);
    stream.write(`\r\u001b[K${fitToWidth(sanitizeLine(text), width)}${counts}`);
  };
  return {
    show: (text) => draw(text, ''),
    count(text, isError) {
      cases++;
      if (isError) errors++;
      const now = performance.now();
      if (now - lastDrawn < REDRAW_INTERVAL_MS) return;
      lastDrawn = now;
      const rate = Math.round((cases / (now - start)) * 1000);
      draw(text, `  ${cases} cases, ${errors} with errors, ${rate}/s`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}

/** Prints on stderr which operations are not below the base URL. */
export function printOtherBasePaths(contract: Contract, baseUrl: string): void {
  const lines = describeOtherServers(contract, baseUrl);
  const { yellow } = styleFor(process.stderr);
  for (const line of lines.slice(0, MAX_OTHER_BASE_PATHS))
    process.stderr.write(`${yellow('servers')}: ${sanitizeLine(line)}\n`);
  if (lines.length > MAX_OTHER_BASE_PATHS)
    process.stderr.write(`  and ${lines.length - MAX_OTHER_BASE_PATHS} more base paths\n`);
}

const MAX_OTHER_BASE_PATHS = 3;

/** Prints on stderr what was repaired when the document was read. */
export function printRepairs({ repairs = [] }: Contract): void {
  for (const line of repairLines(repairs, undefined, styleFor(process.stderr))) process.stderr.write(`${line}\n`);
}

/** Prints on stderr the repairs and unsupported parts of a contract. `fullListLocation`: where the command lists all, if it does. */
export function printUnsupported({ unsupported = [], repairs = [] }: Contract, fullListLocation?: string): void {
  const style = styleFor(process.stderr);
  const listedUnder = (key: string) => fullListLocation && `${fullListLocation}, under ${key}`;
  const lines = [
    ...repairLines(repairs, listedUnder('contract.repaired'), style),
    ...unsupportedLines(unsupported, listedUnder('contract.unsupported'), style),
  ];
  for (const line of lines) process.stderr.write(`${line}\n`);
}

/** The same before the lines of a start: one line for each kind of unsupported part. */
export function printUnsupportedKinds({ unsupported = [], repairs = [] }: Contract): void {
  const style = styleFor(process.stderr);
  const lines = [...repairLines(repairs, undefined, style), ...unsupportedKindLines(unsupported, style)];
  for (const line of lines) process.stderr.write(`${line}\n`);
}

/**
 * Writes the reports of a run and prints its result. A run may have taken an hour, so when its reports cannot be
 * written the result is printed nevertheless, and the error is thrown afterwards. `formatResult` returns complete
 * lines; it receives the result of `write`.
 */
export async function writeAndPrint<Written>(
  write: () => Promise<Written>,
  formatResult: (written: Written | undefined) => string,
): Promise<void> {
  const outcome = await write().then(
    (written) => ({ written }),
    (error: unknown) => ({ error }),
  );
  process.stdout.write(formatResult('error' in outcome ? undefined : outcome.written));
  if ('error' in outcome) throw outcome.error;
}
