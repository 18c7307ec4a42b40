/** The interface between response generation and stored records. */
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { parameterNames } from '../../spec/resources/path-templates.ts';
import type { HttpError } from '../http/http-error.ts';
import type { RecordStore } from '../model/storage.ts';
import type { MaybePromise } from '../model/when-ready.ts';

/** A list of records, or an object that a path returns on its own. */
export type GivenValues = readonly Json[] | JsonObject;

/** Records of a user, or those that a mock server saved. */
export interface GivenState {
  readonly records: Readonly<Record<string, GivenValues>>;
  /** The keys of saved records, by collection; other records get theirs from their identifiers. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

export interface RecordHandler {
  /**
   * Reads the records without changing them. `undefined` if the operation does not use records: its response is
   * generated. An error if the record does not exist, or exists already.
   */
  prepare(request: RecordRequest): MaybePromise<PreparedResult>;
  /** Inserts the initial records. Throws `record-invalid`. */
  insertInitialRecords(records: RecordStore): Promise<void>;
  /** Inserts the records of a user, and nothing else. Throws `record-invalid`. */
  insertGivenRecords(records: RecordStore, given: GivenState): Promise<void>;
  /** The path templates of its collections, including the prefix: `/orders`, `/users/{userId}/orders`. */
  readonly collections: readonly string[];
  /** Those of collections that are only listed, and of objects of their own, which users may provide. */
  readonly otherPaths: readonly string[];
  /** Whether the name, such as `/users/7/orders`, belongs to one of its collections. */
  ownsCollection(collection: string): boolean;
  /**
   * Stores a record, replacing one with the same id. Throws `record-invalid`; false if the collection belongs to
   * another contract.
   */
  addRecord(collection: string, value: Json): Promise<boolean>;
  /** The same store, in which the collections of both paths of nested records show the same ones. */
  withNested(records: RecordStore): RecordStore;
  /** For a user who edits single records; undefined if the collection belongs to another contract. */
  openEditor(collection: string): RecordEditor | undefined;
  /** For code of the user; undefined if the collection belongs to another contract. */
  openCollection(collection: string): RecordCollection | undefined;
}

/** The records of one collection, as code of the user reads and changes them. */
export interface RecordCollection {
  /** Copies, in the order of creation. */
  list(): Promise<readonly JsonObject[]>;
  read(id: Json): Promise<JsonObject | undefined>;
  /** Throws `record-invalid`, also if the id exists. */
  create(record: JsonObject): Promise<JsonObject>;
  /** Atomic; undefined if the record does not exist. Throws `record-invalid`. */
  update(id: Json, change: (record: JsonObject) => JsonObject): Promise<JsonObject | undefined>;
  /** False if it did not exist. */
  remove(id: Json): Promise<boolean>;
}

export interface RecordEditor {
  /** An object of its own, such as `/me`, is edited like the only record of a collection. */
  readonly kind: 'collection' | 'object';
  /** What a form for a record shows. */
  readonly shape: RecordFormShape;
  /** In the order of creation. */
  list(): Promise<readonly KeyedRecord[]>;
  /** Without the records that are stored in the collections of their parents, which the list has, too. */
  listStored(): Promise<readonly KeyedRecord[]>;
  /** Whether the record conforms to the contract as it is. */
  accepts(value: JsonObject): boolean;
  /** Throws `record-invalid`, also if the identifier exists. */
  create(value: Json): Promise<KeyedRecord>;
  /** Undefined if the record does not exist. Throws `record-invalid`, also for another identifier. */
  replace(key: string, value: Json): Promise<KeyedRecord | undefined>;
  /** False if it did not exist. */
  remove(key: string): Promise<boolean>;
}

export interface KeyedRecord {
  /** Identifies the record in its collection, also if none of its properties does. */
  readonly key: string;
  readonly value: JsonObject;
}

export interface RecordFormShape {
  /** Undefined if the contract describes no record. */
  readonly schema: Schema | undefined;
  /** Required properties that the mock makes up if they are missing. */
  readonly omittable: ReadonlySet<string>;
  /** The property with the identifier, which does not change. */
  readonly idName: string | undefined;
}

/** A request that conforms to the contract. */
export interface RecordRequest {
  readonly operation: Operation;
  /** Parameter values by location and name, such as `path.orderId` and `query.limit`. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly sent: Json | undefined;
  /** The declared media type of `sent`. */
  readonly sentType: string | undefined;
  /** The body as received; undefined if there is none. */
  readonly content?: SentContent | undefined;
  /** The origin of the server, for absolute URLs; undefined if the request has no Host. */
  readonly origin?: string | undefined;
  /** The base path of `servers` that the client has used, so that links have it too; empty without one. */
  readonly basePath?: string;
  /** The user whose own values the operation is about; undefined if it is the same for all. */
  readonly user?: string | undefined;
  /** What is known of the user whose token the request has, for properties such as `createdBy`; undefined without one. */
  readonly actor?: (() => Promise<JsonObject | undefined>) | undefined;
  /** The user whose records are read and changed; undefined for those of the mock. */
  readonly owner?: string | undefined;
}

export interface SentContent {
  /** As the client sent it: `text/plain; charset=latin1`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type PreparedResult = PreparedOperation | HttpError | undefined;

/** A checked operation that has not changed the records yet. */
export interface PreparedOperation {
  /** The best declared status (201 for a PUT that creates a record); undefined for the default. */
  readonly status: number | undefined;
  /** The media type of the stored content; a response of this type is preferred among the acceptable ones. */
  readonly mediaType?: string;
  /** Executes the operation; call it once. Returns an error if another request was faster. */
  commit(response: SampleResponse): MaybePromise<RecordResponse | HttpError>;
}

export interface SampleResponse {
  /**
   * The generated body, valid against `schema`, with values of the request; undefined for a response without a body.
   */
  readonly sample: Json | undefined;
  /**
   * Set if no example describes it, so that a record may have other values in its place: returns these with the values
   * of the request.
   */
  readonly withSentValues?: ((other: Json) => Json | undefined) | undefined;
  readonly schema: Schema | undefined;
  /** The media type of the body. */
  readonly type?: string | undefined;
  /** Lower-case names of the headers that the response declares. */
  readonly headerNames: ReadonlySet<string>;
}

export interface RecordResponse {
  /** Valid against the schema of the planned response. */
  readonly body: Json | undefined;
  /** Sent instead of the serialized `body`. */
  readonly rawBody?: RawBody;
  /** For example `Location`; only declared headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A body as a client sent it. */
export interface RawBody {
  readonly bytes: Uint8Array;
  /** The value of Content-Type; undefined for that of the response. */
  readonly type: string | undefined;
}

/** The path of a link in the response: behind the prefix of the contract, below the base path of the request. */
export function linkPath(path: string, prefix: string, { basePath = '' }: Pick<RecordRequest, 'basePath'>): string {
  return `${prefix}${basePath}${path}`;
}

/** The values of the path parameters, in the order of the path. */
export function pathValues({ operation, parameters }: RecordRequest): readonly Json[] {
  return pathParameterKeys(operation).map((key) => parameters.get(key) ?? '');
}

const pathParameterKeys = memoize(({ path }: Operation) => parameterNames(path).map((name) => `path.${name}`));
