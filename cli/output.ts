/** What commands tell: progress and notes on stderr, a result on stdout. */
import { elsewhereLines } from '../contracts/conformance/request/parameters/base-url.ts';
import { fitted, styleFor } from '../contracts/render/text/terminal.ts';
import { unsupportedLines } from '../contracts/render/text/unsupported-text.ts';
import type { Contract } from '../spec/model/contract.ts';
import { visible } from '../text.ts';

/** One line on a terminal that tells how far a run is. */
export interface Progress {
  /** Says what is under way. */
  show(what: string): void;
  count(what: string, isFault: boolean): void;
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const REDRAW_MS = 80;

/** Redrawn in place; nothing where the output is not a terminal. */
export function progressLine(stream: Terminal): Progress {
  if (stream.isTTY !== true) return { show: () => {}, count: () => {}, clear: () => {} };
  const start = performance.now();
  let [cases, faults, drawn] = [0, 0, 0];
  const draw = (what: string, counts: string) => {
    // The counts behind it stay in sight.
    const room = Math.max(0, (stream.columns || 80) - 1 - counts.length);
    stream.write(`\r\u001b[K${fitted(visible(what), room)}${counts}`);
  };
  return {
    show: (what) => draw(what, ''),
    count(what, isFault) {
      cases++;
      if (isFault) faults++;
      const now = performance.now();
      if (now - drawn < REDRAW_MS) return;
      drawn = now;
      const rate = Math.round((cases / (now - start)) * 1000);
      draw(what, `  ${cases} cases, ${faults} with faults, ${rate}/s`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}

/** On stderr: which operations are not asked for below the base URL. */
export function tellElsewhere(contract: Contract, baseUrl: string): void {
  const lines = elsewhereLines(contract, baseUrl);
  const { yellow } = styleFor(process.stderr);
  for (const line of lines.slice(0, MOST_ELSEWHERE))
    process.stderr.write(`${yellow('servers')}: ${visible(line)}\n`);
  if (lines.length > MOST_ELSEWHERE)
    process.stderr.write(`  and ${lines.length - MOST_ELSEWHERE} more base paths\n`);
}

const MOST_ELSEWHERE = 3;

/** On stderr: what of a contract has no effect here, as soon as it is read. `seeAll`: where all of it can be seen. */
export function tellUnsupported({ unsupported = [] }: Contract, seeAll: string): void {
  for (const line of unsupportedLines(unsupported, seeAll, styleFor(process.stderr)))
    process.stderr.write(`${line}\n`);
}

/**
 * Writes what a run has found, and tells it. A run may have taken an hour: where its reports cannot be written the result is told on stdout all the same, and only then
 * what kept them from being written is thrown. `words` has lines, each with its end; it is given what was written.
 */
export async function writeAndTell<Written>(
  write: () => Promise<Written>,
  words: (written: Written | undefined) => string,
): Promise<void> {
  const outcome = await write().then(
    (written) => ({ written }),
    (error: unknown) => ({ error }),
  );
  process.stdout.write(words('error' in outcome ? undefined : outcome.written));
  if ('error' in outcome) throw outcome.error;
}
