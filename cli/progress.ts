/** One line on a terminal that tells how far a run is; nothing where the output is not a terminal. */

export interface Progress {
  count(what: string, isFault: boolean): void;
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const REDRAW_MS = 80;

export function progressLine(stream: Terminal): Progress {
  if (stream.isTTY !== true) return { count: () => {}, clear: () => {} };
  const start = performance.now();
  let [cases, faults, drawn] = [0, 0, 0];
  return {
    count(what, isFault) {
      cases++;
      if (isFault) faults++;
      const now = performance.now();
      if (now - drawn < REDRAW_MS) return;
      drawn = now;
      const rate = Math.round((cases / (now - start)) * 1000);
      const line = `${what}  ${cases} cases, ${faults} with faults, ${rate}/s`;
      stream.write(`\r\u001b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}
