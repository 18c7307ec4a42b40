/** One line on a terminal that tells how far a run is; nothing where the output is not a terminal. */
import { fitted } from '../../contracts/render/text/columns.ts';
import { visible } from '../../text.ts';

/** What is told while a run goes on. */
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

/** Redrawn in place. */
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
