/** Bodies that are neither JSON nor forms: texts and bytes, which are kept as they are. */
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import { type BaselineRequest, mainPayload } from '../../request/baseline-request.ts';
import { rawRequestSpec, validRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { payloadKind } from '../../request/payload/payload.ts';

/** The valid request; a plain text is another one each time, so that two can be told apart. */
export function recordRequestSpec(baseline: BaselineRequest, fresh: FreshValues): RequestSpec {
  const text = freshPlainText(baseline, fresh);
  const contentType = mainPayload(baseline)?.type;
  return withFreshUuids(
    text === undefined ? validRequestSpec(baseline, fresh) : rawRequestSpec(baseline, { content: text, contentType }),
    fresh,
  );
}

/** Undefined where the body is no plain text, or has to stay as the contract has it. */
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

/** Of a media type whose bodies are texts or bytes to whoever keeps them. */
export function isNonJsonContent(type: string): boolean {
  const kind = payloadKind(type);
  return kind === 'text' || kind === 'bytes';
}
