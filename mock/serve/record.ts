/** From an exchange to its entry in the journal, with nothing secret in it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from '../answer/replies.ts';
import type { JournalBody, JournalViolation, NewEntry } from '../journal/entry.ts';
import { MAX_BODY_TEXT } from '../journal/entry.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Fault } from '../refusals.ts';
import type { Dispatched } from './dispatch.ts';

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

/** Masks what this client gave as a credential too, which targets and answers may repeat. */
export function redactorFor(exchanged: Exchanged, redactor: Redactor): Redactor {
  return redactor.within({ ...exchanged, mask: exchanged.handled.mask });
}

/** With the redactor of this exchange. */
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
      body: handled.body === undefined ? null : bodyOf(handled.body, redact),
    },
    response:
      sent === undefined
        ? null
        : {
            status: sent.status,
            headers: redact.headers(sent.headers),
            body: answerBodyOf(sent, redact),
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

/** Of what was sent through from elsewhere, as far as it was looked at. */
function answerBodyOf({ body, foreign }: Reply, redact: Redactor): JournalBody | null {
  return bodyOf(foreign === undefined ? body : (foreign.content ?? ''), redact);
}

/** Masked before it is cut, since half a token would not be found; what is behind the end is not looked at. */
function bodyOf(body: Buffer | string, redact: Redactor): JournalBody | null {
  const bytes = Buffer.byteLength(body);
  if (bytes === 0) return null;
  const most = MAX_BODY_TEXT + redact.margin;
  const head = typeof body === 'string' ? body : body.subarray(0, MOST_BYTES * most).toString('utf8');
  if (head.length <= most && bytes <= MOST_BYTES * most) {
    const text = redact.text(head);
    return { text: cut(text), bytes, isCut: text.length > MAX_BODY_TEXT };
  }
  const masked = redact.text(head.slice(0, most));
  return { text: cut(masked.slice(0, masked.length - redact.margin)), bytes, isCut: true };
}

/** What a UTF-16 code unit takes at the most in UTF-8. */
const MOST_BYTES = 3;

/** Not through the middle of a character. */
function cut(text: string): string {
  return text.slice(0, MAX_BODY_TEXT).toWellFormed();
}

function violationOf(
  side: JournalViolation['side'],
  { code, rule, message }: Fault,
  redact: Redactor,
): JournalViolation {
  return { side, code, rule, message: redact.text(message) };
}
