/** One line for each request, with nothing secret and no control characters in it. */
import type { Exchanged } from './journal/record.ts';
import type { Redactor } from './journal/redact.ts';

const MAX_TARGET = 200;
const MAX_WHY = 400;

/** `POST /plants 400 3ms  body.id: expected integer, got string "7"` */
export function logLine(exchanged: Exchanged, redact: Redactor): string {
  const { method, milliseconds, handled, sent } = exchanged;
  const why = exchanged.aborted ?? handled.reply.why;
  const shown = cut(redact.target(exchanged.target), MAX_TARGET);
  const line = `${method} ${shown} ${sent?.status ?? handled.fault ?? 'aborted'} ${Math.round(milliseconds)}ms`;
  return printable(why === undefined ? line : `${line}  ${cut(redact.text(why), MAX_WHY)}`);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '?');
}
