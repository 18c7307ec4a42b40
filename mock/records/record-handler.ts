/** What the records of a contract have to say about a request: the seam between answers and state. */
import type { Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { parameterNames } from '../../spec/resources/path-templates.ts';
import type { HttpError } from '../http/http-error.ts';
import type { RecordStore } from '../model/storage.ts';

export interface RecordHandler {
  /**
   * Looks at the records and changes nothing. `undefined` where the operation does not work on records: its answer is
   * generated. A refusal where the record is not there, or is there already.
   */
  prepare(request: RecordRequest): Promise<PreparedOperation | HttpError | undefined>;
  /** Puts the initial records into these. Throws `record-invalid`. */
  insertInitialRecords(records: RecordStore): Promise<void>;
  /** The templates of its collections, with the prefix: `/orders`, `/users/{userId}/orders`. */
  readonly collections: readonly string[];
  /** True for a name such as `/users/7/orders` of one of them. */
  ownsCollection(collection: string): boolean;
  /** Puts a record in, in place of one with the same id. Throws `record-invalid`; false when the collection is not its own. */
  addRecord(collection: string, value: Json): Promise<boolean>;
}

/** A request that keeps the contract. */
export interface RecordRequest {
  readonly operation: Operation;
  /** The values of the parameters by place and name, such as `path.orderId` and `query.limit`. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly sent: Json | undefined;
  /** The media type that governs `sent`, as the contract writes it. */
  readonly sentType: string | undefined;
  /** The body as it came; undefined where there is none. */
  readonly content?: SentContent | undefined;
  /** Of the store, for addresses that have to be whole; undefined where nobody told it. */
  readonly origin?: string | undefined;
}

export interface SentContent {
  /** As the client wrote it: `text/plain; charset=latin1`. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** What is about to happen to the records. */
export interface PreparedOperation {
  /** The declared status that says it best (201 for a PUT of a record that was not there); undefined leaves it open. */
  readonly status: number | undefined;
  /** What is kept is of this type: of the answers that the client takes, this one is meant. */
  readonly mediaType?: string;
  /** Carries it out, once. Refuses when another request was faster. */
  commit(response: SampleResponse): Promise<RecordResponse | HttpError>;
}

export interface SampleResponse {
  /** The generated body, valid by `schema`, the request's data put in; undefined for an answer without a body. */
  readonly sample: Json | undefined;
  readonly schema: Schema | undefined;
  /** The media type of the body. */
  readonly type?: string | undefined;
  /** Of the headers that the response declares, by lower-case name. */
  readonly headerNames: ReadonlySet<string>;
}

export interface RecordResponse {
  /** Valid by the schema of the planned answer. */
  readonly body: Json | undefined;
  /** In place of what `body` would be written as. */
  readonly rawBody?: RawBody;
  /** Such as `Location`; only those that the response declares. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A body as a client has sent it. */
export interface RawBody {
  readonly bytes: Buffer;
  /** What stands in Content-Type; undefined for that of the answer. */
  readonly type: string | undefined;
}

/** The values of a request's path parameters, in the order of the path. */
export function pathValues({ operation, parameters }: RecordRequest): readonly Json[] {
  return pathParameterKeys(operation).map((key) => parameters.get(key) ?? '');
}

const pathParameterKeys = memoize(({ path }: Operation) => parameterNames(path).map((name) => `path.${name}`));
