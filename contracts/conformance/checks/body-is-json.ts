import type { Check } from './check.ts';

export const bodyIsJson: Check = {
  id: 'body-is-json',
  severity: 'fault',
  holds: 'a body under a JSON media type is JSON, in UTF-8 and nothing more',
  title: 'The body is not JSON',
  why: 'No client can read it. Likely causes: a body put together by hand, debug output before or after it, a body cut or sent twice, another encoding than UTF-8.',
  appliesTo: ({ json }) => json !== undefined,
  violations({ json, answer, response, media, case: { operation } }) {
    if (json === undefined || json.ok || answer === undefined || isBeyondUs(answer.body)) return [];
    const place = media?.place ?? response?.place ?? operation.place;
    return [
      { expected: 'JSON in UTF-8', received: json.reason, place, key: response?.status ?? 'undeclared' },
    ];
  },
};

/** JSON that is deeper or has longer numbers than our own parser takes; a store may have kept what it was sent. */
function isBeyondUs(body: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
