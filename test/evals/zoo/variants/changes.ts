import type { IncomingMessage } from 'node:http';
import { type Reason, Refusal, type Reply } from '../exchange.ts';
import type { Json } from '../json.ts';
import type { Behaviour, Plant } from '../store.ts';

/** What turns the right store into a variant. */
export type Change = (right: Behaviour) => Partial<Behaviour>;

type Field = Json | undefined;

/** Lets some values of id in that are none. */
export function takesId(matches: (value: Field) => boolean): Change {
  return (right) => ({ readId: (value) => (matches(value) ? 0n : right.readId(value)) });
}

/** Lets some values of name in that are none, and makes them `instead`. */
export function takesName(matches: (value: Field) => boolean, instead: (value: Field) => Json): Change {
  return (right) => ({ readName: (value) => (matches(value) ? instead(value) : right.readName(value)) });
}

export function takesTag(matches: (value: Field) => boolean, instead: (value: Field) => Field): Change {
  return (right) => ({ readTag: (value) => (matches(value) ? instead(value) : right.readTag(value)) });
}

/** Fails on some plants that are valid; `fail` throws. */
export function failsOn(matches: (plant: Plant) => boolean, fail: () => never): Change {
  return (right) => ({
    create: (plant) => (matches(plant) ? fail() : right.create(plant)),
  });
}

/** Refuses some ids that are valid. */
export function refusesId(matches: (id: bigint) => boolean): Change {
  return failsOn(
    ({ id }) => matches(id),
    () => {
      throw new Refusal('id', 'id is out of range.');
    },
  );
}

/** Answers with another name than was sent. */
export function showsName(change: (name: string) => Json): Change {
  return (right) => ({
    show: (plant) =>
      right.show({ ...plant, name: typeof plant.name === 'string' ? change(plant.name) : plant.name }),
  });
}

/** Answers with another tag than was sent; absent tags stay so. */
export function showsTag(change: (tag: string) => Field): Change {
  return (right) => ({
    show: (plant) =>
      right.show({ ...plant, tag: typeof plant.tag === 'string' ? change(plant.tag) : plant.tag }),
  });
}

/** Answers every success in another way. */
export function answersCreated(change: (reply: Reply, shown: Json) => Reply): Change {
  return (right) => ({ answerCreated: (shown) => change(right.answerCreated(shown), shown) });
}

const notInvalidBodies = ['path', 'method', 'credentials'];

/** Answers invalid requests in another way; where to and who one is stay as they were. */
export function answersInvalid(change: (reply: Reply, refusal: Refusal) => Reply): Change {
  return answersRefused((refusal) => !notInvalidBodies.includes(refusal.reason), change);
}

export function answersRefused(
  matches: (refusal: Refusal) => boolean,
  change: (reply: Reply, refusal: Refusal) => Reply,
): Change {
  return (right) => ({
    answerRefused: (refusal, described) => {
      const reply = right.answerRefused(refusal, described);
      return matches(refusal) ? change(reply, refusal) : reply;
    },
  });
}

export const because =
  (...reasons: readonly Reason[]) =>
  ({ reason }: Refusal): boolean =>
    reasons.includes(reason);

/** Lets some requests in that bear no valid token. */
export function takesCredentials(matches: (request: IncomingMessage, token: string) => boolean): Change {
  return (right) => ({
    checkCredentials: (request, token) => {
      if (!matches(request, token)) right.checkCredentials(request, token);
    },
  });
}

/** Mends text that is not JSON, and takes it if that helps. */
export function mends(mend: (text: string) => string): Change {
  return (right) => ({
    parse: (text) => {
      try {
        return right.parse(text);
      } catch {
        return right.parse(mend(text));
      }
    },
  });
}
