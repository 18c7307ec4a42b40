/** From an exchange to its entry in the journal, with nothing secret in it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from '../answer/replies.ts';
import type { Dispatched } from '../dispatch.ts';
import type { Fault } from '../refusals.ts';
import type { JournalBody, JournalViolation, NewEntry } from './entry.ts';
import { MAX_BODY_TEXT } from './entry.ts';
import type { Redactor } from './redact.ts';

export interface Exchanged {
  readonly started: Date;
  readonly milliseconds: number;
  readonly method: string;
  /** As received, the prefix included. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly handled: Dispatched;
  /** With what every answer bears; undefined where none was sent. */
  readonly sent: Reply | undefined;
  /** Why none was sent, where that was not wanted. */
  readonly aborted?: string;
}

export function entryOf(exchanged: Exchanged, redact: Redactor): NewEntry {
  const { handled, sent, started, milliseconds, method } = exchanged;
  const why = exchanged.aborted ?? handled.reply.why;
  return {
    time: started.toISOString(),
    milliseconds,
    mount: handled.mount,
    operation: handled.operation?.id ?? null,
    request: {
      method,
      target: redact.target(exchanged.target),
      headers: redact.headers(exchanged.headers),
      body: handled.body === undefined || handled.body.length === 0 ? null : bodyOf(handled.body, redact),
    },
    response:
      sent === undefined
        ? null
        : {
            status: sent.status,
            headers: redact.headers(sent.headers),
            body: sent.body === '' ? null : bodyOf(Buffer.from(sent.body), redact),
          },
    valid: handled.violations.length === 0,
    violations: [
      ...handled.violations.map((fault) => violationOf('request', fault, redact)),
      ...handled.answerViolations.map((fault) => violationOf('response', fault, redact)),
    ],
    why: why === undefined ? null : redact.text(why),
    rule: handled.rule ?? null,
    fault: handled.fault ?? null,
  };
}

/** Masked before it is cut: half a token would not be found. */
function bodyOf(bytes: Buffer, redact: Redactor): JournalBody {
  const whole = redact.text(bytes.subarray(0, 4 * MAX_BODY_TEXT).toString('utf8'));
  const text = whole.slice(0, MAX_BODY_TEXT);
  return { text, bytes: bytes.length, isCut: text.length < whole.length || bytes.length > 4 * MAX_BODY_TEXT };
}

function violationOf(
  side: JournalViolation['side'],
  { code, rule, message }: Fault,
  redact: Redactor,
): JournalViolation {
  return { side, code, rule, message: redact.text(message) };
}
