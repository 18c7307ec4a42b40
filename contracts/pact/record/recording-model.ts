/** What a recording consists of, before it is written, and paths in the bodies of it. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, Place } from '../../../spec/model/contract.ts';
import type { Path } from '../../conformance/request/values/value-locations.ts';

/** `valid`, `invalid` and `refused` rest on the request alone, or on a state that the implementation is in. */
export type InteractionKind = 'valid' | 'invalid' | 'refused' | 'state';

export interface RecordedInteraction {
  readonly kind: InteractionKind;
  readonly description: string;
  readonly status: number;
  /** The answer does not follow from the request alone. */
  readonly needsState: boolean;
  readonly request: JsonObject;
  readonly response: JsonObject;
}

export interface RecordedOperation {
  readonly operation: Operation;
  readonly interactions: readonly RecordedInteraction[];
  /** Why nothing is recorded of invalid requests; undefined where something is. */
  readonly noInvalidReason: string | undefined;
  readonly notes: readonly OmissionNote[];
}

/** What was not recorded, or not all of it, and why: nothing is passed over in silence. */
export interface OmissionNote {
  readonly place: Place;
  /** A noun phrase: `the body of the answer`. */
  readonly subject: string;
  /** Completes "is left out: ". */
  readonly reason: string;
}

/** Undefined for a name that cannot be written: the verifier knows no way to escape a quote within one. */
export function memberPactPath(path: string, name: string): string | undefined {
  if (/^[A-Za-z_]\w*$/.test(name)) return `${path}.${name}`;
  return name === '' || /['\\\p{Cc}]/u.test(name) ? undefined : `${path}['${name}']`;
}

/** A place in a body as matching rules and generators name it: `$.lines[0].size`. */
export function pactPath(path: Path): string | undefined {
  return path.reduce<string | undefined>((parentPath, key) => {
    if (parentPath === undefined) return undefined;
    return typeof key === 'number' ? `${parentPath}[${key}]` : memberPactPath(parentPath, key);
  }, '$');
}
