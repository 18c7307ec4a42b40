/** Bodies that are neither JSON nor forms: texts and bytes, which are kept as they are. */
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import { kindOfType } from '../../request/payload/payload.ts';
import { payloadOf, type Twin } from '../../request/twin.ts';
import { rawDraft, validDraft, withFreshUuids } from '../../request/twin-draft.ts';

/** The valid request; a plain text is another one each time, so that two can be told apart. */
export function ownDraft(twin: Twin, fresh: Fresh): Draft {
  const text = ownText(twin, fresh);
  const contentType = payloadOf(twin)?.type;
  return withFreshUuids(
    text === undefined ? validDraft(twin, fresh) : rawDraft(twin, { text, contentType }),
    fresh,
  );
}

/** Undefined where the body is no plain text, or has to stay as the contract has it. */
export function ownText(twin: Twin, fresh: Fresh): string | undefined {
  const payload = payloadOf(twin);
  if (payload === undefined || fresh.isFrozen || !isPlainText(payload.type)) return undefined;
  const { text } = payload.write(undefined);
  if (typeof text !== 'string') return undefined;
  const { schema } = payload;
  const word = fresh.word();
  return [`${text} ${word}`, word].find((one) => schema === undefined || isValid(schema, one, 'request'));
}

export function isPlainText(type: string): boolean {
  return /^text\/plain\b/i.test(type);
}

/** Of a media type whose bodies are texts or bytes to whoever keeps them. */
export function isContent(type: string): boolean {
  const kind = kindOfType(type);
  return kind === 'text' || kind === 'bytes';
}
