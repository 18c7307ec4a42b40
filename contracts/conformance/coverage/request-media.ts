import { isJsonType, type MediaType, type Operation } from '../../../spec/model/contract.ts';
import { concreteType, kindOfType, sentMedia } from '../request/payload/payload.ts';
import { createCounter, itemOf, type Ledger } from './ledger.ts';

/** The declared media types of the request body that were sent. */
export function requestMediaLedger(operation: Operation): Ledger {
  const counter = createCounter();
  return {
    note({ draft }) {
      const media = sentMedia(operation, draft);
      if (media !== undefined && draft.body !== undefined) counter.add(media.range, 'sent');
    },
    read() {
      const items = (operation.requestBody?.content ?? []).map((media) =>
        itemOf({ name: media.range, place: media.place, sides: { sent: whyNotSent(media) } }, counter),
      );
      return [{ kind: 'request media types', items }];
    },
  };
}

/** Why no body went out under it. */
function whyNotSent({ range, schema }: MediaType): string {
  if (isJsonType(range) && schema === undefined) return 'not derived: it has no schema';
  return 'no valid body of it was derived, or no case that sends it was run';
}

/** How much of a body is judged: forms and JSON by their schemas, of all others only what is said here. */
export function howJudged(range: string): string | undefined {
  const type = concreteType({ range, schema: undefined });
  const kind = isJsonType(range) || range.includes('*') ? 'json' : kindOfType(type);
  if (kind === 'json' || kind === 'form' || kind === 'multipart') return undefined;
  return kind === 'xml'
    ? 'XML is judged by its media type and by being well-formed, not by its schema'
    : `${range} is judged by its media type alone`;
}

/** Of fields, urlencoded or in parts. */
export function isForm(range: string): boolean {
  const kind = kindOfType(range);
  return kind === 'form' || kind === 'multipart';
}
