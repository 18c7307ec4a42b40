/** Bodies that are neither JSON nor forms: text and bytes, which are stored unchanged. */
import type { Operation } from '../../../../spec/model/contract.ts';
import { successResponses } from '../../../../spec/resources/record-views.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import { type BaselineRequest, mainPayload } from '../../request/baseline-request.ts';
import { rawRequestSpec, validRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { payloadKind } from '../../request/payload/payload.ts';

/** The valid request; a plain text body is different each time, so that two records can be distinguished. */
export function recordRequestSpec(baseline: BaselineRequest, fresh: FreshValues): RequestSpec {
  const text = freshPlainText(baseline, fresh);
  const contentType = mainPayload(baseline)?.type;
  return withFreshUuids(
    text === undefined ? validRequestSpec(baseline, fresh) : rawRequestSpec(baseline, { content: text, contentType }),
    fresh,
  );
}

/** Undefined when the body is no plain text, or must stay as the contract has it. */
export function freshPlainText(baseline: BaselineRequest, fresh: FreshValues): string | undefined {
  const payload = mainPayload(baseline);
  if (payload === undefined || fresh.isVerbatim || !isPlainText(payload.type)) return undefined;
  const { content } = payload.write(undefined);
  if (typeof content !== 'string') return undefined;
  const { schema } = payload;
  const word = fresh.word();
  return [`${content} ${word}`, word].find((one) => schema === undefined || isValid(schema, one, 'request'));
}

export function isPlainText(type: string): boolean {
  return /^text\/plain\b/i.test(type);
}

/** Whether the media type is neither JSON nor a form. */
export function isNonJsonContent(type: string): boolean {
  const kind = payloadKind(type);
  return kind === 'text' || kind === 'bytes';
}

/** Where the path can also be read in other types, this one is preferred. */
export function preferringType(requestSpec: RequestSpec, read: Operation, type: string): RequestSpec {
  const ranges = new Set(successResponses(read).flatMap(({ content }) => content.map(({ range }) => range)));
  if (ranges.size < 2) return requestSpec;
  const headers = requestSpec.headers.map(
    ([name, value]) => [name, /^accept$/i.test(name) ? `${type}, */*;q=0.1` : value] as const,
  );
  return { ...requestSpec, headers };
}
