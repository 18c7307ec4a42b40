/** The data model of a recording, and Pact paths in its bodies. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, Place } from '../../../spec/model/contract.ts';
import type { Path } from '../../conformance/request/values/value-locations.ts';

/**
 * `valid`, `invalid` and `unauthorized` (without valid credentials) depend on the request alone, `state` on the state of the
 * implementation.
 */
export type InteractionKind = 'valid' | 'invalid' | 'unauthorized' | 'state';

export interface RecordedInteraction {
  readonly kind: InteractionKind;
  readonly description: string;
  readonly status: number;
  /** The response does not depend on the request alone. */
  readonly needsState: boolean;
  readonly request: JsonObject;
  readonly response: JsonObject;
}

export interface RecordedOperation {
  readonly operation: Operation;
  readonly interactions: readonly RecordedInteraction[];
  /** Why no invalid requests are recorded; undefined if some are. */
  readonly noInvalidReason: string | undefined;
  readonly notes: readonly OmissionNote[];
}

/** What was left out of the recording, and why. */
export interface OmissionNote {
  readonly place: Place;
  /** A noun phrase: `the response body`. */
  readonly subject: string;
  /** Completes "is omitted: ". */
  readonly reason: string;
}

/** Undefined for a name that a path cannot contain: the verifier does not support escaped quotes. */
export function memberPactPath(path: string, name: string): string | undefined {
  if (/^[A-Za-z_]\w*$/.test(name)) return `${path}.${name}`;
  return name === '' || /['\\\p{Cc}]/u.test(name) ? undefined : `${path}['${name}']`;
}

/** A path in a body in the syntax of matching rules and generators: `$.lines[0].size`. */
export function pactPath(path: Path): string | undefined {
  return path.reduce<string | undefined>((parentPath, key) => {
    if (parentPath === undefined) return undefined;
    return typeof key === 'number' ? `${parentPath}[${key}]` : memberPactPath(parentPath, key);
  }, '$');
}
