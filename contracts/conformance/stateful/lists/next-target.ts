/** The link to the next page of a list. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import { bodyMembers } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';

/** The target of the only link to the next page; undefined if there is none. */
export function nextTarget(exchange: Exchange | undefined): string | undefined {
  if (exchange?.outcome.kind !== 'response') return undefined;
  return (
    targetInHeader(headerValue(exchange.outcome.response.headers, 'link') ?? '') ?? targetInBody(parseBody(exchange))
  );
}

function targetInHeader(link: string): string | undefined {
  const matches = [...link.matchAll(/<([^<>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g)];
  const [next] = matches.filter(([, , attributes = '']) =>
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?![\w-]))/i.test(attributes),
  );
  return next?.[1];
}

/** `next`, `next_url`, `links.next` or `_links.next.href`, where it is a URL with a query. */
function targetInBody(body: Json | undefined): string | undefined {
  const targets = bodyMembers(body).flatMap(({ name, value }) => {
    const target = isJsonObject(value) ? value['href'] : value;
    return NEXT_LINK.test(name) && typeof target === 'string' && /^[^\s?]*\?\S/.test(target) ? [target] : [];
  });
  return targets.length === 1 ? targets[0] : undefined;
}

export const NEXT_LINK = /^_?next(?:_?page)?(?:_?(?:url|uri|link|href))?$/i;
