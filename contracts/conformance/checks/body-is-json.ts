import type { Check } from './check.ts';

export const bodyIsJson: Check = {
  id: 'body-is-json',
  severity: 'fault',
  holds: 'a body under a JSON media type is JSON, in UTF-8 and nothing more',
  title: 'The body is not JSON',
  why: 'No client can read it. Likely causes: a body put together by hand, debug output before or after it, a body cut or sent twice, another encoding than UTF-8.',
  appliesTo: ({ json }) => json !== undefined,
  violations({ json, response, media, case: { operation } }) {
    if (json === undefined || json.ok) return [];
    const place = media?.place ?? response?.place ?? operation.place;
    return [
      { expected: 'JSON in UTF-8', received: json.reason, place, key: response?.status ?? 'undeclared' },
    ];
  },
};
