/** A request as the front hands it on. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from './refusals.ts';

export interface Call {
  /** Upper case, as methods are. */
  readonly method: string;
  /** As the client named this store, such as `http://localhost:4010`; undefined where it did not. */
  readonly origin?: string | undefined;
  /** Below the prefix of the contract. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Name and value in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** Called at most once, and only when the request gets as far as its body. */
  readBody(): Promise<Buffer | Refusal>;
}
