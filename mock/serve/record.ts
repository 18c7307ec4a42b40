/** From an exchange to its entry in the journal, with nothing secret in it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from '../answer/replies.ts';
import type { Handled } from '../handle.ts';
import { type BodyHead, headOf, mostText, shownBody } from '../journal/body-head.ts';
import type { JournalBody, JournalViolation, NewEntry, UnreadEntry } from '../journal/entry.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Fault } from '../refusals.ts';

export interface Exchanged {
  /** When the request arrived, in milliseconds since 1970. */
  readonly started: number;
  readonly milliseconds: number;
  readonly method: string;
  /** As received, the prefix included. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly handled: Handled;
  /** With what every answer bears; undefined where none was sent. */
  readonly sent: Reply | undefined;
  /** Why none was sent, where that was not wanted. */
  readonly aborted?: string | undefined;
}

/** Masks what this client gave as a credential too, which targets and answers may repeat. */
export function redactorFor({ target, headers, handled: { mask } }: Exchanged, redactor: Redactor): Redactor {
  return redactor.within({ target, headers, mask });
}

/** Holds no socket and no large body. */
export function unreadEntry(exchanged: Exchanged, redactor: Redactor): UnreadEntry {
  const { handled, sent } = exchanged;
  const asked = handled.body === undefined ? undefined : headOf(handled.body, redactor.margin);
  const answered = sent === undefined ? undefined : headOf(answerBody(sent), redactor.margin);
  const facts = factsOf(exchanged);
  return {
    mostText: mostText(asked, redactor.growth) + mostText(answered, redactor.growth),
    read: () => entryOf({ ...facts, asked, answered }, redactor.within(facts)),
  };
}

/** What an entry is made of, besides the bodies. */
function factsOf({ handled, sent, started, milliseconds, method, target, headers, aborted }: Exchanged) {
  return {
    started,
    milliseconds,
    method,
    target,
    headers,
    mount: handled.mount,
    operation: handled.operation?.id ?? null,
    status: sent?.status,
    sentHeaders: sent?.headers,
    valid: handled.violations.length === 0,
    violations: violationsOf(handled),
    why: aborted ?? handled.reply.why,
    rule: handled.rule ?? null,
    fault: handled.fault ?? null,
    mask: handled.mask,
  };
}

interface Kept extends ReturnType<typeof factsOf> {
  readonly asked: BodyHead | undefined;
  readonly answered: BodyHead | undefined;
}

/** With the redactor of this exchange. */
function entryOf(kept: Kept, redact: Redactor): NewEntry {
  const { milliseconds, mount, operation, method, status, why, rule, fault } = kept;
  return {
    time: new Date(kept.started).toISOString(),
    milliseconds,
    mount,
    operation,
    request: {
      method,
      target: redact.target(kept.target),
      headers: redact.headers(kept.headers),
      body: bodyOf(kept.asked, redact),
    },
    response:
      status === undefined
        ? null
        : {
            status,
            headers: redact.headers(kept.sentHeaders ?? {}),
            body: bodyOf(kept.answered, redact),
          },
    valid: kept.valid,
    violations: kept.violations.map((one) => ({ ...one, message: redact.text(one.message) })),
    why: why === undefined ? null : redact.text(why),
    rule,
    fault,
  };
}

/** Of what was sent through from elsewhere, as far as it was looked at. */
function answerBody({ body, foreign }: Reply): Buffer | string {
  return foreign === undefined ? body : (foreign.content ?? '');
}

function bodyOf(head: BodyHead | undefined, redact: Redactor): JournalBody | null {
  return head === undefined ? null : shownBody(head, redact);
}

const noViolations: readonly JournalViolation[] = [];

/** Without the path of a fault: the name of a property in it can be as long as a body. */
function violationsOf({ violations, answerViolations }: Handled): readonly JournalViolation[] {
  if (violations.length === 0 && answerViolations.length === 0) return noViolations;
  return [
    ...violations.map((one) => violationOf('request', one)),
    ...answerViolations.map((one) => violationOf('response', one)),
  ];
}

function violationOf(side: JournalViolation['side'], { code, rule, message }: Fault): JournalViolation {
  return { side, code, rule, message };
}
