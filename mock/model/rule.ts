/** A rule for later requests, as written in a file, on the command line or in the control API. */
import { KitError } from '../../errors.ts';
import type { Json } from '../../spec/json/exact-json.ts';

export interface Rule {
  /** All conditions must match; without `when` the rule matches every request. */
  readonly when?: RuleCondition;
  /** The number of matching requests to skip before the rule applies. */
  readonly skip?: number;
  /** The number of requests that the rule applies to; unlimited if omitted. */
  readonly times?: number;
  /** The name of a scenario, whose state `requiredState` and `newState` are; it begins as `started`. */
  readonly scenario?: string;
  /** The rule applies only in this state. */
  readonly requiredState?: string;
  /** The state after the rule has applied. */
  readonly newState?: string;
  /** Of a list, each request gets the next one; further requests get the last one, or with `repeat` the first again. */
  readonly then: RuleEffect | readonly RuleEffect[];
  readonly repeat?: boolean;
  /** `false` turns the rule off, so that it applies to no request. */
  readonly enabled?: boolean;
}

/** The rule that applies to a request, with the effect for it. */
export interface MatchedRule {
  readonly id: string;
  readonly then: RuleEffect;
}

export function isEffectList(then: Rule['then']): then is readonly RuleEffect[] {
  return Array.isArray(then);
}

/** Text between slashes, such as `/^lamp/i`, is a regular expression; any other value is compared for equality. */
export interface RuleCondition {
  /** The prefix of a contract, such as `/shop`, if several are served. */
  readonly mount?: string;
  /** The id of an operation, or its method and path, such as `POST /orders`. */
  readonly operation?: string;
  readonly method?: string;
  /** Without prefix and query: a path template of the contract, a path, or a regular expression such as `/^…/`. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, Json>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** By the name of a top-level property, or by JSON Pointer. */
  readonly body?: Readonly<Record<string, Json>>;
  /** Whether the request conforms to the contract. */
  readonly valid?: boolean;
}

export interface RuleEffect {
  /** Responds with this status, like `Prefer: code=`; without `status` and `body` the regular response is sent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * As JSON, or as text if it is a string and `headers` sets a media type that is not JSON. In texts, `{{body.name}}`,
   * `{{path.id}}`, `{{query.q}}`, `{{header.X}}`, `{{now}}` and `{{uuid}}` are replaced.
   */
  readonly body?: Json;
  /** The name of a declared example. */
  readonly example?: string;
  /** Milliseconds, or a range of them, such as `250` or `100-300`. */
  readonly delay?: number | string;
  readonly fault?: ConnectionFault;
}

export interface StoredRule extends Rule {
  readonly id: string;
  /** The number of requests that the rule skipped (`skip`). */
  readonly skipped: number;
  /** The number of requests that the rule applied to. */
  readonly taken: number;
}

/**
 * How a connection can break: `reset` (TCP reset, no response), `empty` (closed without a response), `cut` (closed in
 * the middle of the body), `drip` (the body in small pieces over seconds), `hang` (no response).
 */
export const CONNECTION_FAULTS = ['reset', 'empty', 'cut', 'drip', 'hang'] as const;

export type ConnectionFault = (typeof CONNECTION_FAULTS)[number];

/** A fixed or random delay of a response. In milliseconds, inclusive. */
export interface Delay {
  readonly min: number;
  readonly max: number;
}

export const MAX_DELAY_MS = 600_000;

/** Parses `250` or `100-300`; undefined for anything else. */
export function parseDelay(delay: number | string): Delay | undefined {
  const [, first = '', last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(String(delay)) ?? [];
  const [min, max] = [Number(first), Number(last)];
  return first !== '' && min <= max && max <= MAX_DELAY_MS ? { min, max } : undefined;
}

/** Throws `option-invalid`. */
export function requireDelay(delay: number | string): Delay {
  const parsed = parseDelay(delay);
  if (parsed !== undefined) return parsed;
  throw new KitError(
    'option-invalid',
    `delay ${JSON.stringify(delay)}: expected milliseconds from 0 to ${MAX_DELAY_MS}, or a range such as 100-300`,
  );
}

/** `random` is at least 0 and less than 1. */
export function randomDelay({ min, max }: Delay, random: number): number {
  return min + Math.floor(random * (max - min + 1));
}

/** Whether the client receives at least a part of the response. */
export function sendsResponse(fault: ConnectionFault): boolean {
  return fault === 'drip' || fault === 'cut';
}
