/** Requests with arbitrary text in every place, including syntax of shells, curl and line editors. */
import fc from 'fast-check';
import {
  base64Encoded,
  type CredentialTemplate,
  jsonEscaped,
  password,
  passwordWithSpace,
  toAscii,
  unchanged,
  urlEncoded,
  userName,
  withFirstCharacterChanged,
  withLastCharacterChanged,
  withoutFirstCharacter,
  withoutLastCharacter,
  withSpace,
  withSwappedCase,
} from '../../shell/credential-form.ts';
import { type CredentialText, concatTexts, toCredentialText } from '../../shell/credential-text.ts';
import type { CurlRequest } from '../../shell/curl.ts';

const pieces = [
  '$(touch PWNED)',
  '`touch PWNED`',
  '\ue000$(touch PWNED)\ue001',
  '%EE%80%80$(touch PWNED)%EE%80%81',
  '!#;touch PWNED;#',
  '!!',
  '!touch',
  '!$',
  '^touch^rm',
  '$CANARY',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for a shell
  '${CANARY}',
  '@canary',
  '<canary',
  '>PWNED',
  '@-',
  '-K',
  '--config canary',
  '[1-3]',
  '{a,b}',
  '*',
  '?',
  '~',
  '=ls',
  "'",
  "''",
  `'"'"'`,
  '"',
  '\\',
  '\\047',
  '%s%n',
  '%41',
  '#',
  ';',
  '&',
  '|touch PWNED',
  ';type=x;filename=canary',
  '\n',
  '\r\n',
  '\ntouch PWNED\n',
  '\t',
  '\u0003',
  '\u0004',
  '\u0015touch PWNED\r',
  '\u001b[201~touch PWNED\r',
  '\u009b',
  '\u0085',
  '\u202etouch',
  '\u2028',
  '\u200b',
  '\ufeff',
  '\u0000',
  '\u007f',
  'é',
  '𝕏',
  '\ud800',
  '***',
  '$PLANT_STORE_TOKEN',
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 5 })
  .map((parts) => parts.join(''));

const inHeader = (one: string) => one.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim();
const inCookie = (one: string) => one.replace(/[^\x21-\x7e]|;/g, '');
/** What clients do send in a path, although it should be encoded. */
const inTarget = (one: string) => one.replace(/[^\x21-\x7e]/g, '');
const encoded = (one: string) => encodeURIComponent(one.toWellFormed());
/** Visible ASCII, as all but passwords and keys in the query are. */
const asSecret = (one: string) => `s${one}`.replace(/[^\x21-\x7e]/g, '_');
const asWideSecret = (one: string) => `s${one.toWellFormed()}`.replace(/[\p{Cc}\p{Cs}\ufffd]/gu, '');
const fieldNames = fc.stringMatching(/^[!$&'*+.^_`|~\w#%-]{1,8}$/);

const plainSecrets = fc
  .tuple(fc.string({ maxLength: 12 }), fc.constantFrom('', ':', '~', '$(touch PWNED)', `'"!`))
  .map((parts) => asSecret(parts.join('')));

/** In a header, where the secret is visible ASCII. */
const templates: readonly CredentialTemplate[] = [
  ['Bearer ', unchanged],
  ['Bearer ', unchanged, 'x'],
  ['Bearer ', unchanged, ' ', unchanged],
  ['Bearer "', unchanged, '"'],
  ['$(touch PWNED) ', unchanged],
  ["!#;touch PWNED;'", unchanged],
  [withoutLastCharacter],
  [withoutFirstCharacter],
  ['x', withLastCharacterChanged],
  ['x', withFirstCharacterChanged],
  [withSpace],
  [withSwappedCase(unchanged)],
  ['Basic ', base64Encoded(['user:', unchanged, 'x'])],
  ['Basic ', base64Encoded([userName, ':', withSwappedCase(password)])],
  ['Basic ', base64Encoded([userName, ':', passwordWithSpace])],
];

interface Named {
  readonly variable: string;
  readonly origin: string;
}

/** A request as it is printed; its credentials come from separate variables. */
export interface HostileRequest {
  readonly request: CurlRequest;
  readonly environment: Readonly<Record<string, string>>;
}

const bodies = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text }),
  fc.record({ kind: fc.constant('json' as const), text }),
  fc.record({ kind: fc.constant('form' as const), text }),
  fc.record({ kind: fc.constant('parts' as const), name: text, text }),
  fc.record({ kind: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 60 }) }),
  fc.record({ kind: fc.constant('none' as const) }),
);

type HostileBody = typeof bodies extends fc.Arbitrary<infer Body> ? Body : never;

const randomRequests = fc.record({
  segment: text.map(encoded),
  raw: text.map(inTarget),
  field: text.map(encoded),
  header: text.map(inHeader),
  fieldName: fieldNames,
  cookie: text.map(inCookie),
  secret: plainSecrets,
  wideSecret: text.map(asWideSecret),
  template: fc.constantFrom(...templates),
  body: bodies,
});

type Drawn = typeof randomRequests extends fc.Arbitrary<infer Request> ? Request : never;

/** Each of the pieces in every place, and this many random ones. */
export function hostileRequests(seed: number, count: number): readonly Drawn[] {
  const everywhere = pieces.map(
    (piece, index): Drawn => ({
      segment: encoded(piece),
      raw: inTarget(piece),
      field: encoded(piece),
      header: inHeader(piece),
      fieldName: '-Any',
      cookie: inCookie(piece),
      secret: asSecret(piece),
      wideSecret: asWideSecret(piece),
      template: templates[index % templates.length] ?? [unchanged],
      body: { kind: 'text', text: piece },
    }),
  );
  return [...everywhere, ...fc.sample(randomRequests, { seed, numRuns: count })];
}

export function requestOf(drawn: Drawn, { variable, origin }: Named): HostileRequest {
  const plain = { variable: `${variable}_A`, secret: drawn.secret };
  const wide = { variable: `${variable}_B`, secret: drawn.wideSecret };
  const key = toCredentialText([urlEncoded(unchanged)], wide);
  const { type, body } = bodyOf(drawn.body, {
    plain: toCredentialText([jsonEscaped(unchanged)], plain),
    key,
  });
  return {
    environment: { [plain.variable]: plain.secret, [wide.variable]: wide.secret },
    request: {
      method: body === undefined ? 'DELETE' : 'POST',
      origin,
      target: concatTexts(`/${drawn.segment}/${drawn.raw}?q=${drawn.field}&key=`, key, '&z=1'),
      headers: [
        ['Authorization', toCredentialText(drawn.template, plain)],
        ['X-Password', toCredentialText(['Basic ', base64Encoded(['u:', toAscii(unchanged)])], plain)],
        ['X-Wide', toCredentialText([base64Encoded([unchanged])], wide)],
        [`X${drawn.fieldName}`, drawn.header],
        ['Cookie', concatTexts(`a=${drawn.cookie}; sid=`, toCredentialText([unchanged], plain))],
        ...(type === undefined ? [] : ([['Content-Type', type]] as const)),
      ],
      body,
      isComplete: true,
    },
  };
}

interface References {
  /** As part of a JSON string. */
  readonly plain: CredentialText;
  /** As part of a form. */
  readonly key: CredentialText;
}

interface TypedBody {
  readonly type: string | undefined;
  readonly body: CredentialText | Uint8Array | undefined;
}

function bodyOf(drawn: HostileBody, { plain, key }: References): TypedBody {
  switch (drawn.kind) {
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: drawn.text };
    case 'json':
      return {
        type: 'application/json',
        body: concatTexts('{"access_token":"', plain, `","text":${JSON.stringify(drawn.text)}}`),
      };
    case 'form':
      return {
        type: 'application/x-www-form-urlencoded',
        body: concatTexts(`${new URLSearchParams([[drawn.text, drawn.text]])}&access_token=`, key),
      };
    case 'parts':
      return {
        type: 'multipart/form-data; boundary=b',
        body: `--b\r\nContent-Disposition: form-data; name="${drawn.name}"\r\n\r\n${drawn.text}\r\n--b--\r\n`,
      };
    case 'bytes':
      return { type: 'application/octet-stream', body: drawn.bytes };
    case 'none':
      return { type: undefined, body: undefined };
  }
}
