import type { IncomingMessage } from 'node:http';
import type { Json } from '../json.ts';
import { type RejectionReason, RequestError, type StoreResponse } from '../response.ts';
import type { Plant, PlantStoreBehavior } from '../store.ts';

/** What turns the right store into a variant. */
export type PlantStoreChange = (right: PlantStoreBehavior) => Partial<PlantStoreBehavior>;

type Field = Json | undefined;

/** Lets some values of id in that are none. */
export function acceptsId(matches: (value: Field) => boolean): PlantStoreChange {
  return (right) => ({ readId: (value) => (matches(value) ? 0n : right.readId(value)) });
}

/** Lets some values of name in that are none, and makes them `instead`. */
export function acceptsName(matches: (value: Field) => boolean, replacement: (value: Field) => Json): PlantStoreChange {
  return (right) => ({ readName: (value) => (matches(value) ? replacement(value) : right.readName(value)) });
}

export function acceptsTag(matches: (value: Field) => boolean, replacement: (value: Field) => Field): PlantStoreChange {
  return (right) => ({ readTag: (value) => (matches(value) ? replacement(value) : right.readTag(value)) });
}

/** Fails on some plants that are valid; `fail` throws. */
export function failsOn(matches: (plant: Plant) => boolean, fail: () => never): PlantStoreChange {
  return (right) => ({
    create: (plant) => (matches(plant) ? fail() : right.create(plant)),
  });
}

/** Refuses some ids that are valid. */
export function rejectsId(matches: (id: bigint) => boolean): PlantStoreChange {
  return failsOn(
    ({ id }) => matches(id),
    () => {
      throw new RequestError('id', 'id is out of range.');
    },
  );
}

/** Answers with another name than was sent. */
export function returnsName(change: (name: string) => Json): PlantStoreChange {
  return (right) => ({
    serializePlant: (plant) =>
      right.serializePlant({
        ...plant,
        name: typeof plant.name === 'string' ? change(plant.name) : plant.name,
      }),
  });
}

/** Answers with another tag than was sent; absent tags stay so. */
export function returnsTag(change: (tag: string) => Field): PlantStoreChange {
  return (right) => ({
    serializePlant: (plant) =>
      right.serializePlant({ ...plant, tag: typeof plant.tag === 'string' ? change(plant.tag) : plant.tag }),
  });
}

/** Answers every success in another way. */
export function changesCreateResponse(
  change: (storeResponse: StoreResponse, shown: Json) => StoreResponse,
): PlantStoreChange {
  return (right) => ({ respondToCreate: (shown) => change(right.respondToCreate(shown), shown) });
}

const notInvalidBodies = ['path', 'method', 'credentials'];

/** Answers invalid requests in another way; where to and who one is stay as they were. */
export function changesInvalidResponse(
  change: (storeResponse: StoreResponse, requestError: RequestError) => StoreResponse,
): PlantStoreChange {
  return changesErrorResponse((requestError) => !notInvalidBodies.includes(requestError.reason), change);
}

export function changesErrorResponse(
  matches: (requestError: RequestError) => boolean,
  change: (storeResponse: StoreResponse, requestError: RequestError) => StoreResponse,
): PlantStoreChange {
  return (right) => ({
    respondToError: (requestError, errorBody) => {
      const storeResponse = right.respondToError(requestError, errorBody);
      return matches(requestError) ? change(storeResponse, requestError) : storeResponse;
    },
  });
}

export const hasReason =
  (...reasons: readonly RejectionReason[]) =>
  ({ reason }: RequestError): boolean =>
    reasons.includes(reason);

/** Lets some requests in that bear no valid token. */
export function acceptsCredentials(matches: (request: IncomingMessage, token: string) => boolean): PlantStoreChange {
  return (right) => ({
    checkCredentials: (request, token) => {
      if (!matches(request, token)) right.checkCredentials(request, token);
    },
  });
}

/** Mends text that is not JSON, and takes it if that helps. */
export function fixesJson(fix: (text: string) => string): PlantStoreChange {
  return (right) => ({
    parse: (text) => {
      try {
        return right.parse(text);
      } catch {
        return right.parse(fix(text));
      }
    },
  });
}
