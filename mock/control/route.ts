/** What the routes of the control API have in common. */
import type { ServerResponse } from 'node:http';
import type { Json } from '../../spec/json/exact-json.ts';
import type { ControlReply } from './reply.ts';

/** A request that keeps openapi.yaml. */
export interface ControlCall {
  /** HEAD where its GET is asked for the headers alone. */
  readonly method: string;
  /** By place and name, such as `query.limit`. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly body: Json | undefined;
  /** Aborted when the client leaves, or the store closes. */
  readonly signal: AbortSignal;
}

/** Writes an answer that takes as long as the client stays. */
export interface ControlStream {
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when nothing more is to come. */
  readonly write: (response: ServerResponse) => Promise<void>;
}

export type ControlRoute = (call: ControlCall) => Promise<ControlReply | ControlStream>;

/** By the id of the operation in openapi.yaml. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>;

export function textIn({ parameters }: ControlCall, key: string): string | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : String(value);
}

export function numberIn({ parameters }: ControlCall, key: string): number | undefined {
  const value = parameters.get(key);
  return value === undefined ? undefined : Number(value);
}

type Defined<T> = { -readonly [name in keyof T]?: Exclude<T[name], undefined> };

/** Without the members that are undefined. */
export function defined<T extends object>(given: T): Defined<T> {
  const kept: Defined<T> = { ...given };
  for (const name in kept) if (kept[name] === undefined) delete kept[name];
  return kept;
}
