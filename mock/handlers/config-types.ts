/**
 * The types of `plant-store.config.ts`: handlers by operation, and seeds by collection. `plant-store types` writes the
 * `Operations` and `Collections` of a document; without them, values are JSON.
 */
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import type { Faker } from '../made-up/faker.ts';

/** What a config file exports. */
export interface MockConfig {
  /** By the id of the operation, or its method and path, such as `POST /orders`. */
  readonly handlers?: Readonly<Record<string, OperationHandler>>;
  /** By collection, such as `/orders`, or by the path of an object of its own, such as `/me`. */
  readonly seeds?: Readonly<Record<string, Seed>>;
}

/** Responds to valid and authenticated requests of an operation. */
export type OperationHandler = (context: HandlerContext) => unknown;

/**
 * The initial records of a collection: a list, or a function that is called `count` times. An object of its own, such as
 * `/me`, is given as it is.
 */
export type Seed = readonly unknown[] | GeneratedSeed | SingleSeed;

export type SingleSeed = Readonly<Record<string, unknown>>;

export interface GeneratedSeed {
  readonly count: number;
  readonly record: (context: SeedContext) => unknown;
}

export interface SeedContext {
  /** From 0. */
  readonly index: number;
  /** Of `@faker-js/faker`: the same values in each run. */
  readonly faker: Faker;
}

/** The parts of a request, validated against the contract. All are copies. */
export interface HandlerContext<Shape extends OperationShape = AnyShape, Collections = AnyCollections> {
  readonly request: HandlerRequest;
  /** The parameters in the path, in the types of their schemas. */
  readonly params: Shape['params'];
  /** The declared parameters of the query that were sent. */
  readonly query: Shape['query'];
  /** Undefined if there is none, or if its media type cannot be parsed. */
  readonly body: Shape['body'];
  /** The records of all collections. */
  readonly store: HandlerStore<Collections>;
  /** The user who logged in, with the properties that the login and their record have, without passwords. */
  readonly user: JsonObject | undefined;
  /** Of `@faker-js/faker`: other values in each call, the same in each run. */
  readonly faker: Faker;
  /** The response without the handler; it creates, reads and changes records as usual. */
  readonly next: () => Promise<Shape['response']>;
}

/** The types of one operation. */
export interface OperationShape {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly response: unknown;
}

/** Of an operation without generated types. */
export interface AnyShape {
  readonly params: Readonly<Record<string, Json>>;
  readonly query: Readonly<Record<string, Json>>;
  readonly body: Json | undefined;
  readonly response: HandlerResponse;
}

/** The request as it was sent. */
export interface HandlerRequest {
  /** In upper case. */
  readonly method: string;
  /** Without the prefix of the contract: path and query. */
  readonly url: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The whole response; what it leaves out is filled in from the contract. */
export interface HandlerResponse {
  /** 200 to 599; it must be declared. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value; a text or bytes if the media type is not JSON. */
  readonly body?: Json | Uint8Array | undefined;
}

export type AnyCollections = Readonly<Record<string, JsonObject>>;

/** Collections are named by their path with parameter values: `/orders`, `/users/7/orders`. */
export interface HandlerStore<Collections = AnyCollections> {
  /** Copies of all records, in the order of creation. */
  list<Name extends keyof Collections & string>(collection: Name): Promise<Collections[Name][]>;
  get<Name extends keyof Collections & string>(collection: Name, id: Json): Promise<Collections[Name] | undefined>;
  /** A record without an id gets a new one. Rejects with `record-invalid`, also if the id exists. */
  create<Name extends keyof Collections & string>(
    collection: Name,
    record: Partial<Collections[Name]>,
  ): Promise<Collections[Name]>;
  /**
   * Merges the changes into the record, atomically; an undefined property is deleted. Resolves to undefined if there is
   * no such record; rejects with `record-invalid`.
   */
  update<Name extends keyof Collections & string>(
    collection: Name,
    id: Json,
    changes: Partial<Collections[Name]> | ((record: Collections[Name]) => Partial<Collections[Name]>),
  ): Promise<Collections[Name] | undefined>;
  /** Also everything below it. False if it did not exist. */
  delete<Name extends keyof Collections & string>(collection: Name, id: Json): Promise<boolean>;
}
