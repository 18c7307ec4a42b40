/** What a response shows of the record of the first user. */
import { isJsonType } from '../../../../spec/model/contract.ts';
import { headerValue } from '../../../http/headers.ts';
import { showsSameContent } from '../../cases/credential-attacks/same-content.ts';
import { type Exchange, isSuccess, statusOf } from '../../model/exchange.ts';
import type { OwnContent } from '../../model/isolation-state.ts';
import { bodyText } from './own-texts.ts';

/**
 * Whether a response shows the record of the first user. A record of the second user may have the same number and equal
 * defaults, so that only a text of the run, or a name that is unique, identifies it.
 */
export function showsOwnContent(response: Exchange, { shown, texts, uniqueName, isRecord }: OwnContent): boolean {
  const body = bodyText(response);
  if (texts.some((text) => body.includes(text))) return true;
  if (uniqueName === undefined) return false;
  if (body.includes(uniqueName) && bodyText(shown).includes(uniqueName)) return true;
  // `GET /projects/{id}/settings` may show the default settings of each user.
  return (isRecord || !isJson(response)) && showsSameContent(shown, response);
}

/** Whether the first user sees what the second one has done. */
export function showsEffect(
  exchange: Exchange,
  { write, sentTexts }: { readonly write: Exchange; readonly sentTexts: readonly string[] },
): 'deleted' | 'changed' | undefined {
  const status = statusOf(exchange) ?? 0;
  if (write.request.method === 'DELETE') return status === 404 || status === 410 ? 'deleted' : undefined;
  const body = bodyText(exchange);
  return isSuccess(status) && sentTexts.some((text) => body.includes(text)) ? 'changed' : undefined;
}

function isJson({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && isJsonType(headerValue(outcome.response.headers, 'content-type') ?? '');
}
