import { isJsonType, type MediaType, type Operation } from '../../../spec/model/contract.ts';
import { concreteType, findSentMedia, payloadKind } from '../request/payload/payload.ts';
import { type CoverageGroupCounter, createCoverageItem, createVariantCounter } from './group-counter.ts';

/** The declared media types of the request body that were sent. */
export function requestMediaTypeCounter(operation: Operation): CoverageGroupCounter {
  const counter = createVariantCounter();
  return {
    record({ requestSpec }) {
      const media = findSentMedia(operation, requestSpec);
      if (media !== undefined && requestSpec.body !== undefined) counter.add(media.range, 'sent');
    },
    read() {
      const items = (operation.requestBody?.content ?? []).map((media) =>
        createCoverageItem(
          { name: media.range, place: media.place, variants: { sent: reasonNotSent(media) } },
          counter,
        ),
      );
      return [{ kind: 'request media types', items }];
    },
  };
}

/** Why no body went out under it. */
function reasonNotSent({ range, schema }: MediaType): string {
  if (isJsonType(range) && schema === undefined) return 'not derived: it has no schema';
  return 'no valid body of it was derived, or no case that sends it was run';
}

/** How much of a body is judged: forms and JSON by their schemas, of all others only what is said here. */
export function validationLimit(range: string): string | undefined {
  const type = concreteType({ range, schema: undefined });
  const kind = isJsonType(range) || range.includes('*') ? 'json' : payloadKind(type);
  if (kind === 'json' || kind === 'form' || kind === 'multipart') return undefined;
  return kind === 'xml'
    ? 'XML is judged by its media type and by being well-formed, not by its schema'
    : `${range} is judged by its media type alone`;
}

/** Of fields, urlencoded or in parts. */
export function isFormType(range: string): boolean {
  const kind = payloadKind(range);
  return kind === 'form' || kind === 'multipart';
}
