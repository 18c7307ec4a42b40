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

/** Why no body of this media type was sent. */
function reasonNotSent({ range, schema }: MediaType): string {
  if (isJsonType(range) && schema === undefined) return 'not generated: it has no schema';
  return 'no valid body of this type was generated, or no case that sends it was run';
}

/**
 * The limit of the validation of bodies of this type; undefined for forms and JSON, which are validated by their
 * schemas.
 */
export function validationLimit(range: string): string | undefined {
  const type = concreteType({ range, schema: undefined });
  const kind = isJsonType(range) || range.includes('*') ? 'json' : payloadKind(type);
  if (kind === 'json' || kind === 'form' || kind === 'multipart') return undefined;
  return kind === 'xml'
    ? 'XML is checked for its media type and well-formedness, not against its schema'
    : `only the media type of ${range} is checked`;
}

/** Urlencoded or multipart forms. */
export function isFormType(range: string): boolean {
  const kind = payloadKind(range);
  return kind === 'form' || kind === 'multipart';
}
