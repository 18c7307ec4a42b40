/** A rule set beforehand for requests to come: data, as it stands in a file, on the command line or in the control API. */
import { KitError } from '../../errors.ts';
import type { Json } from '../../spec/json/exact-json.ts';

export interface Rule {
  /** All of it has to fit; nothing fits every request. */
  readonly when?: RuleCondition;
  /** So many matching requests pass before the rule begins. */
  readonly skip?: number;
  /** So many requests are answered by it, then it is used up; without it there is no end. */
  readonly times?: number;
  readonly then: RuleEffect;
}

/** A text between slashes, `/^lamp/i`, is a regular expression; any other value has to be equal. */
export interface RuleCondition {
  /** The prefix of a contract, where several are served: `/shop`. */
  readonly mount?: string;
  /** The id of an operation, or its method and path: `POST /orders`. */
  readonly operation?: string;
  readonly method?: string;
  /** Without prefix and query: a template of the contract, a path, or a regular expression from `/^` to `/`. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, Json>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** By the name of a top-level property, or by JSON Pointer. */
  readonly body?: Readonly<Record<string, Json>>;
  /** Whether the request keeps the contract. */
  readonly valid?: boolean;
}

export interface RuleEffect {
  /** Answers with this status, as `Prefer: code=` does; without it (and without `body`) the answer is the usual one. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is: JSON, or text where it is a string and `headers` names a media type that is not JSON. */
  readonly body?: Json;
  /** The name of a declared example. */
  readonly example?: string;
  /** Milliseconds, or a range of them: `250`, `100-300`. */
  readonly delay?: number | string;
  readonly fault?: ConnectionFault;
}

export interface StoredRule extends Rule {
  readonly id: string;
  /** How many requests it let pass (`skip`), and how many it had its say in. */
  readonly skipped: number;
  readonly taken: number;
}

/**
 * How a connection can break: `reset` (TCP reset, no answer), `empty` (closed without an answer), `cut` (closed in the
 * middle of the body), `drip` (the body in small pieces over seconds), `hang` (never answered).
 */
export const CONNECTION_FAULTS = ['reset', 'empty', 'cut', 'drip', 'hang'] as const;

export type ConnectionFault = (typeof CONNECTION_FAULTS)[number];

/** How long a response is held back: always the same time, or any within a range. Milliseconds, inclusive. */
export interface Delay {
  readonly min: number;
  readonly max: number;
}

export const MAX_DELAY_MS = 600_000;

/** `250`, `100-300`; undefined for anything else. */
export function parseDelay(given: number | string): Delay | undefined {
  const [, first = '', last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(String(given)) ?? [];
  const [min, max] = [Number(first), Number(last)];
  return first !== '' && min <= max && max <= MAX_DELAY_MS ? { min, max } : undefined;
}

/** Throws `option-invalid`. */
export function requireDelay(given: number | string): Delay {
  const parsed = parseDelay(given);
  if (parsed !== undefined) return parsed;
  throw new KitError(
    'option-invalid',
    `delay ${JSON.stringify(given)}: expected milliseconds from 0 to ${MAX_DELAY_MS}, or a range such as 100-300`,
  );
}

/** `random` is from 0 up to, not including, 1. */
export function randomDelay({ min, max }: Delay, random: number): number {
  return min + Math.floor(random * (max - min + 1));
}
