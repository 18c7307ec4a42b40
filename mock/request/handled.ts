/** What a request has come to: the reply to send, and what log and journal record of it. */
import type { Mask } from '../../secrets/masking.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Fault, Refusal } from '../http/refusals.ts';
import { type ConnectionFault, type Delay, parseDelay, type StoredRule } from '../model/rule.ts';
import { type Reply, refusalReply } from '../respond/replies.ts';
import type { RequestContext } from './context.ts';

export interface Handled {
  readonly reply: Reply;
  readonly delay: Delay | undefined;
  /** How the connection is to break deliberately. */
  readonly fault: ConnectionFault | undefined;
  readonly operation: Operation | undefined;
  /** `undefined` where it was not read. */
  readonly body: Buffer | undefined;
  /** What the request breaks. */
  readonly violations: readonly Fault[];
  /** What a response breaks that is not the kit's own. */
  readonly answerViolations: readonly Fault[];
  /** The id of the rule that was applied. */
  readonly rule: string | undefined;
  /** The prefix of the contract that it was for; empty where there is none. */
  readonly mount: string;
  /** A browser's question, not a request of the app: it stays out of the journal. */
  readonly isPreflight: boolean;
  /** Takes out the credentials of this one exchange, where they are not the store's own. */
  readonly mask: Mask | undefined;
}

/** What the store or an upstream makes of a request, before a rule adds to it. */
export interface Served {
  readonly reply: Reply;
  readonly violations: readonly Fault[];
  readonly answerViolations: readonly Fault[];
  readonly delay: Delay | undefined;
  readonly fault: ConnectionFault | undefined;
}

/** A reply to a request that breaks nothing and prefers nothing. */
export function plainlyServed(reply: Reply, violations: readonly Fault[] = noFaults): Served {
  return { reply, violations, answerViolations: noFaults, delay: undefined, fault: undefined };
}

const noFaults: readonly Fault[] = [];

/** Delay and fault of the rule apply first: over what the request asked for with `Prefer`. */
export function handled(context: RequestContext, served: Served, rule: StoredRule | undefined): Handled {
  const { delay, fault } = rule?.then ?? {};
  return {
    reply: served.reply,
    delay: (delay === undefined ? undefined : parseDelay(delay)) ?? served.delay,
    fault: fault ?? served.fault,
    operation: context.operation,
    body: context.body(),
    violations: served.violations,
    answerViolations: served.answerViolations,
    rule: rule?.id,
    mount: context.mount,
    isPreflight: false,
    mask: undefined,
  };
}

/** Of a request that no context was made for. */
export function handledEarly(mount: string, reply: Reply): Handled {
  return {
    reply,
    delay: undefined,
    fault: undefined,
    operation: undefined,
    body: undefined,
    violations: noFaults,
    answerViolations: noFaults,
    rule: undefined,
    mount,
    isPreflight: false,
    mask: undefined,
  };
}

/** A refusal before the request was looked at; in the shape of `operation` where the path alone names one. */
export function refusedEarly(mount: string, refusal: Refusal, operation?: Operation): Handled {
  const reply = refusalReply(refusal, operation);
  return { ...handledEarly(mount, reply), operation, violations: refusal.faults };
}
