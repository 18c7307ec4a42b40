/** The log on standard error. The lines of requests that come at the same time go out in one write: each write costs as much as a request. */

/** UTF-16 units, of which a line has up to three bytes each: what a pipe takes in one piece (4,096 bytes), as workers share one. */
const MOST_AT_ONCE = 1_300;

let gathered = '';

/** At the end of this turn of the event loop. */
export function gatherLine(line: string): void {
  if (gathered.length + line.length >= MOST_AT_ONCE) flushLog();
  if (gathered === '') setImmediate(flushLog);
  gathered += `${line}\n`;
}

/** At once, after what was gathered. */
export function writeLine(line: string): void {
  flushLog();
  process.stderr.write(`${line}\n`);
}

/** To be called before anything else is written. */
export function flushLog(): void {
  const text = gathered;
  gathered = '';
  if (text !== '') process.stderr.write(text);
}

// Whatever ends the process, what it has said before is not lost, and stands before the reason.
for (const event of ['exit', 'uncaughtExceptionMonitor']) process.on(event, flushLog);
