/** A resource: a collection, its items, and what is known about their records. */
import type { Operation, Parameter } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import type { Envelope } from './record-envelopes.ts';
import type { Role, Roles } from './roles.ts';

export interface Resource {
  /** The path template of the collection: `/users/{userId}/orders`. */
  readonly collection: string;
  /** The path template of an item; undefined if the contract has none. */
  readonly item: string | undefined;
  readonly roles: ReadonlyMap<Role, Operation>;
  /** The path parameter that identifies an item. */
  readonly idParameter: Parameter | undefined;
  /** The identifier property of a record. */
  readonly idName: string | undefined;
  /** The identifier is within `metadata`, and nowhere else. */
  readonly isIdInMetadata: boolean;
  /** The schemas that an identifier must match. */
  readonly idSchemas: readonly Schema[];
  /** The schemas of records in responses, the most complete first. */
  readonly responseSchemas: readonly Schema[];
  /** The schemas of records in requests. */
  readonly requestSchemas: readonly Schema[];
  /** Finds the envelope that contains the record in a body. */
  readonly findEnvelope: (schema: Schema) => Envelope | undefined;
  /** Whether other collections are below its items. */
  readonly hasChildCollections: boolean;
  /** False if nothing in the contract shows how records are created: then any item may exist. */
  readonly hasKnownRecords: boolean;
  /** Why each of its operations has a role, or has none. */
  readonly reasons: Roles['reasons'];
  /** Why `idName` is the identifier. */
  readonly idReason: string | undefined;
}
