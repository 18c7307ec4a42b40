/** From an exchange to its entry in the journal and to what the log says of it, with nothing secret in them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Mask } from '../../secrets/masking.ts';
import type { Fault } from '../http/refusals.ts';
import type { JournalBody, JournalViolation, NewEntry, UnreadEntry } from '../model/journal-entry.ts';
import type { Handled } from '../request/handled.ts';
import type { Reply } from '../respond/replies.ts';
import { type BodyHead, headOf, mostText, shownBody } from './body-head.ts';
import type { Redactor } from './redact.ts';
import { hiddenTarget, hideSecrets } from './secrets/exchange.ts';
import { type KeptFault, keptFault, type SecretFields, secretFieldsOf } from './secrets/fields.ts';

export interface Exchanged {
  /** When the request arrived, in milliseconds since 1970. */
  readonly started: number;
  readonly milliseconds: number;
  readonly method: string;
  /** As received, the prefix included. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly handled: Handled;
  readonly ending: Ending;
}

export type Ending =
  /** With what every response bears. */
  | { readonly kind: 'sent'; readonly reply: Reply }
  /** A rule or the request asked for a connection that breaks without a response. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'aborted'; readonly why: string };

/** The reply; undefined where none was sent. */
export function sentReply({ ending }: Exchanged): Reply | undefined {
  return ending.kind === 'sent' ? ending.reply : undefined;
}

/** Why an exchange is not the plain success. */
export function whyOf({ ending, handled }: Exchanged): string | undefined {
  return ending.kind === 'aborted' ? ending.why : handled.reply.why;
}

/**
 * For the log: masks what this client gave as a credential or in a secret field, which its target and messages may repeat. The
 * body is looked at only when there is a message.
 */
export function redactorFor(exchanged: Exchanged, redactor: Redactor): Redactor {
  const { target, headers, handled } = exchanged;
  const redact = redactor.within({ target, headers, mask: handled.mask });
  const fields = secretFieldsOf(handled.operation);
  let known: Mask | undefined;
  const mask = (text: string) => {
    known ??= hideSecrets(
      { ...factsOf(exchanged), asked: headIn(exchanged, 0), answered: undefined },
      fields,
    ).mask;
    return known(text);
  };
  return {
    ...redact,
    target: (text) => redact.target(hiddenTarget(text, fields).shown),
    text: (text) => redact.text(mask(text)),
  };
}

/** Holds no socket and no large body. */
export function unreadEntry(exchanged: Exchanged, redactor: Redactor): UnreadEntry {
  const sent = sentReply(exchanged);
  const asked = headIn(exchanged, redactor.margin);
  const answered = sent === undefined ? undefined : headOf(answerBody(sent), redactor.margin);
  const facts = factsOf(exchanged);
  return {
    mostText: mostText(asked, redactor.growth) + mostText(answered, redactor.growth),
    read: () => entryOf({ ...facts, asked, answered }, redactor),
  };
}

function headIn({ handled: { body } }: Exchanged, margin: number): BodyHead | undefined {
  return body === undefined ? undefined : headOf(body, margin);
}

/** What an entry is made of, besides the bodies. */
function factsOf(exchanged: Exchanged) {
  const { handled, started, milliseconds, method, target, headers } = exchanged;
  const sent = sentReply(exchanged);
  const violations = violationsOf(handled);
  return {
    started,
    milliseconds,
    method,
    target,
    headers,
    mount: handled.mount,
    operation: handled.operation,
    status: sent?.status,
    sentHeaders: sent?.headers,
    valid: handled.violations.length === 0,
    violations,
    quoted: violations.flatMap(({ secret }) => secret ?? []),
    why: whyOf(exchanged),
    rule: handled.rule ?? null,
    fault: handled.fault ?? null,
    mask: handled.mask,
  };
}

interface Kept extends ReturnType<typeof factsOf> {
  readonly asked: BodyHead | undefined;
  readonly answered: BodyHead | undefined;
}

function entryOf(kept: Kept, redactor: Redactor): NewEntry {
  const hidden = hideSecrets(kept, secretFieldsOf(kept.operation));
  const { target, headers, mask = (text: string) => text } = kept;
  const redact = redactor.within({ target, headers, mask: (text) => hidden.mask(mask(text)) });
  const { milliseconds, mount, operation, method, status, why, rule, fault } = kept;
  return {
    time: new Date(kept.started).toISOString(),
    milliseconds,
    mount,
    operation: operation?.id ?? null,
    request: {
      method,
      target: redact.target(hidden.target),
      headers: redact.headers(hidden.headers),
      body: bodyOf(hidden.asked, redact),
    },
    response:
      status === undefined
        ? null
        : {
            status,
            headers: redact.headers(hidden.sentHeaders ?? {}),
            body: bodyOf(hidden.answered, redact),
          },
    valid: kept.valid,
    violations: kept.violations.map(({ secret: _secret, ...one }) => ({
      ...one,
      message: redact.text(one.message),
    })),
    why: why === undefined ? null : redact.text(why),
    rule,
    fault,
  };
}

/** Of what was sent through from elsewhere, as far as it was looked at. */
function answerBody(reply: Reply): Buffer | string {
  return reply.foreign === undefined ? reply.body : (reply.foreign.content ?? '');
}

function bodyOf(head: BodyHead | undefined, redact: Redactor): JournalBody | null {
  return head === undefined ? null : shownBody(head, redact);
}

interface KeptViolation extends JournalViolation, KeptFault {}

const noViolations: readonly KeptViolation[] = [];

/** Without the path of a fault: the name of a property in it can be as long as a body. */
function violationsOf({ violations, answerViolations, operation }: Handled): readonly KeptViolation[] {
  if (violations.length === 0 && answerViolations.length === 0) return noViolations;
  const fields = secretFieldsOf(operation);
  return [
    ...violations.map((one) => violationOf('request', one, fields)),
    ...answerViolations.map((one) => violationOf('response', one, fields)),
  ];
}

function violationOf(side: JournalViolation['side'], fault: Fault, fields: SecretFields): KeptViolation {
  const { code, rule } = fault;
  return { side, code, rule, ...keptFault(fault, fields) };
}
