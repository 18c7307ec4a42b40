/** Headers that a contract need not declare: HTTP, browsers, proxies and tracing give them their meaning. */

const inRequests = new Set(
  `accept accept-charset accept-encoding accept-language authorization baggage cache-control connection content-encoding
  content-language content-length content-type cookie date dnt expect forwarded from host if-match if-modified-since
  if-none-match if-range if-unmodified-since keep-alive max-forwards origin pragma prefer priority proxy-authorization
  range referer te trailer traceparent tracestate transfer-encoding upgrade upgrade-insecure-requests user-agent via
  x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip x-request-id x-requested-with`.split(
    /\s+/,
  ),
);

/** That say how an answer travels, not what it is. */
const inResponses = new Set(
  `access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin
  access-control-expose-headers access-control-max-age age alt-svc cache-control connection content-encoding content-length
  content-security-policy content-type date keep-alive pragma server strict-transport-security trailer transfer-encoding vary via
  x-content-type-options x-frame-options x-powered-by`.split(/\s+/),
);

/** HTTP gives them a meaning, yet nobody promises that an answer has them. */
const meaningful = new Set(
  `accept-ranges allow content-disposition content-language content-location content-range etag expires last-modified link
  location preference-applied retry-after set-cookie www-authenticate x-correlation-id x-request-id`.split(
    /\s+/,
  ),
);

/** Names are in lower case. */
export function isUsualInRequests(name: string): boolean {
  return inRequests.has(name) || /^(?:sec-|x-b3-)/.test(name);
}

export function isUsualInResponses(name: string): boolean {
  return inResponses.has(name);
}

export function isKnownInResponses(name: string): boolean {
  return meaningful.has(name);
}
