/** Whether a page says that the list goes on. */
import { isJsonObject, type Json } from '../../../../spec/exact-json.ts';
import { headerOf } from '../../../headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import { jsonOf } from './records.ts';

/** By RFC 8288, or by a property that only a list that goes on has. */
export function hasNext(exchange: Exchange): boolean {
  const { outcome } = exchange;
  const link = outcome.kind === 'answer' ? headerOf(outcome.answer.headers, 'link') : undefined;
  if (/rel="?[^",]*\bnext\b/i.test(link ?? '')) return true;
  const body = jsonOf(exchange);
  if (!isJsonObject(body)) return false;
  return [body, ...Object.values(body)]
    .filter(isJsonObject)
    .flatMap((part) => Object.entries(part))
    .some(([name, value]) => /^_?(?:next|has_?(?:more|next)|truncated)/i.test(name) && isGiven(value));
}

function isGiven(value: Json): boolean {
  return value !== null && value !== false && value !== '';
}
