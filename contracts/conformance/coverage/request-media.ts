import { isJsonType, type MediaType, mediaTypeFor, type Operation } from '../../../spec/contract.ts';
import { headerOf } from '../../headers.ts';
import type { Draft } from '../case.ts';
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

/** The declared media type that a draft's body goes under. */
export function sentMedia({ requestBody }: Operation, { headers }: Draft): MediaType | undefined {
  const type = headerOf(headers, 'content-type');
  return requestBody === undefined || type === undefined
    ? undefined
    : mediaTypeFor(requestBody.content, type);
}

/** Bodies are derived for one JSON media type. */
export function whyNotSent({ range, schema }: MediaType): string {
  if (!isJsonType(range)) return 'not derived: no JSON form';
  return schema === undefined ? 'not derived: it has no schema' : 'another JSON form is sent';
}
