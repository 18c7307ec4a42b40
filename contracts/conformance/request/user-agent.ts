import { kitVersion } from '../../../spec/kit.ts';
import type { RequestSpec } from '../model/request-spec.ts';

const USER_AGENT = `plant-store/${kitVersion()}`;

/**
 * The header that a request gets in addition to its own. RFC 9110, section 10.1.5: a client sends it, and some firewalls
 * reject requests without it.
 */
export function userAgentHeader({
  headers,
  omitsUserAgent = false,
}: Pick<RequestSpec, 'headers' | 'omitsUserAgent'>): readonly (readonly [name: string, value: string])[] {
  const isGiven = headers.some(([name]) => name.toLowerCase() === 'user-agent');
  return omitsUserAgent || isGiven ? [] : [['User-Agent', USER_AGENT]];
}
