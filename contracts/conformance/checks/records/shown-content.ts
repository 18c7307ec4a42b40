/** Whether a content that is not JSON is one that was written. */
import { headerValue } from '../../../http/headers.ts';
import type { ReceivedResponse } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { payloadKind } from '../../request/payload/payload.ts';

/** Whether a write of the record has these bytes, alone or in one of its parts. */
export function isWrittenContent({ body }: Pick<ReceivedResponse, 'body'>, { writes }: KnownRecord): boolean {
  if (body.length < MIN_LENGTH) return false;
  return writes.some(
    ({ requestSpec }) => hasContent(requestSpec) && Buffer.from(requestSpec.body ?? '').includes(Buffer.from(body)),
  );
}

/** Fewer bytes may be equal by coincidence. */
const MIN_LENGTH = 8;

/** A value of JSON or of a form may be equal to a content that has not been written. */
function hasContent({ headers }: RequestSpec): boolean {
  return ['text', 'bytes', 'multipart'].includes(payloadKind(headerValue(headers, 'content-type') ?? ''));
}
