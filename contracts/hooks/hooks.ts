/**
 * The hooks of `--hooks FILE`, and of the option `hooks` of `verify`: functions of the user that take part in a run. They
 * get copies, and what they return is validated.
 */
import type { GivenValues } from '../configuration/values/given-values.ts';
import type { Severity } from '../finding/finding.ts';

type Awaitable<Result> = Result | Promise<Result>;

/** The default export of a hooks file: `export default { ... } satisfies Hooks`. */
export interface Hooks {
  /** Called once before the run: values that exist on the target, as under `values` in plant-store.yaml. */
  values?(context: ValuesContext): Awaitable<GivenValues>;
  /** Called once for each test case; `false` leaves it out, and the report says so. */
  filterCase?(testCase: HookCase, context: HookContext): Awaitable<boolean>;
  /** Called before each request, also those that create records and repeat a case. Returns what is changed. */
  beforeRequest?(request: HookRequest, context: RequestContext): Awaitable<RequestChange | undefined>;
  /** Called after each request; it only observes. */
  afterResponse?(exchange: HookExchange, context: RequestContext): unknown;
  /** Further checks of each response, by ids such as `no-stack-trace`; their findings have `hook-` before the id. */
  checks?: Readonly<Record<string, HookCheck | HookCheckFunction>>;
}

/** What every hook gets. */
export interface HookContext {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Returns the same text, which all output masks from now on; it needs at least 6 characters. */
  secret(text: string): string;
}

export interface ValuesContext extends HookContext {
  /** All operations of the contract. */
  readonly operations: readonly HookOperation[];
}

export interface RequestContext extends HookContext {
  readonly operation: HookOperation;
  /** Undefined for requests that only prepare others, such as those that create records. */
  readonly testCase: HookCase | undefined;
  /**
   * `changed`: the test case leaves out, replaces or alters a credential. A credential that `beforeRequest` returns is
   * then not sent.
   */
  readonly credentials: 'valid' | 'changed';
}

export interface HookOperation {
  /** The operationId, or `GET /orders` without one. */
  readonly id: string;
  readonly method: string;
  /** The template: `/orders/{id}`. */
  readonly path: string;
  readonly tags: readonly string[];
}

export interface HookCase {
  /** As in reports: `createOrder/missing-properties/body.name`. */
  readonly id: string;
  readonly operation: HookOperation;
  /** The test category. */
  readonly category: string;
  /** What the case changes in a valid request, or does. */
  readonly mutation: string;
  /** What the contract requires of the implementation; `unspecified` if it does not say. */
  readonly expectation: 'accept' | 'reject' | 'deny' | 'unspecified';
}

export interface HookRequest {
  readonly method: string;
  readonly url: string;
  /** Below the base URL, with the query. */
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; empty without a body. */
  readonly body: string;
  readonly bytes: Uint8Array;
}

export interface HookResponse {
  readonly status: number;
  /** By name in lower case; repeated ones joined by a comma, `set-cookie` by line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text. */
  readonly body: string;
  readonly bytes: Uint8Array;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface HookExchange {
  /** As it was sent. */
  readonly request: HookRequest;
  /** Undefined if no complete response arrived. */
  readonly response: HookResponse | undefined;
  /** From the first byte sent to the last one received. */
  readonly ms: number;
}

/** What `beforeRequest` changes; everything else is sent as it is. */
export interface RequestChange {
  /** By name: a value replaces all headers of that name, `null` removes them. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Below the base URL, with the query: `${request.path}&version=2`. */
  readonly path?: string | undefined;
  /** `null` removes it. */
  readonly body?: string | Uint8Array | null | undefined;
}

/** The exchange that a check is about; it has a response. */
export interface HookCheckInput extends HookExchange {
  readonly response: HookResponse;
}

/**
 * Returns what is wrong, nothing if all is right. A failed assertion (`node:assert` and the like) is a violation too; any
 * other exception ends the run.
 */
export type HookCheckFunction = (
  exchange: HookCheckInput,
  context: RequestContext,
) => Awaitable<string | HookViolation | undefined>;

export interface HookCheck {
  readonly check: HookCheckFunction;
  /** `error` by default. */
  readonly severity?: Severity | undefined;
  /** What is wrong, in a few words; by default made of the id. */
  readonly title?: string | undefined;
  /** Why it matters, and how to fix it. */
  readonly why?: string | undefined;
}

export interface HookViolation {
  /** What was received. */
  readonly message: string;
  /** What should have been received. */
  readonly expected?: string | undefined;
  /** Where the document requires it, as a JSON Pointer: `/components/schemas/Order`; by default the operation. */
  readonly pointer?: string | undefined;
  /** That of the check by default. */
  readonly severity?: Severity | undefined;
}
