/** The Content-Type of a message, by the grammar of RFC 9110, section 8.3. */

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PARAMETER = new RegExp(`^${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")$`);
/** What stands between semicolons that are not quoted. */
const PARAMETER_SECTION = /(?:"(?:[^"\\]|\\.)*"|[^;"]|")+/g;

/** `application/json`; false for what no reader of the header can tell a type from. */
export function isMediaType(value: string): boolean {
  return TYPE.test(value.split(';')[0]?.trim() ?? '');
}

/** `application/xml`, `text/xml; charset=utf-8`, `image/svg+xml`: RFC 7303. */
export function isXmlType(value: string): boolean {
  return /^(?:(?:application|text)\/xml|[^/;\s]+\/[^;\s]+\+xml)\s*(?:;|$)/i.test(value.trim());
}

/** The parameters that are none; an empty one between semicolons is allowed. */
export function malformedParameters(value: string): readonly string[] {
  return typeParameters(value).filter((parameter) => !PARAMETER.test(parameter));
}

/** `utf-8`, in lower case; undefined where none is declared. */
export function parseCharset(value: string): string | undefined {
  const charset = typeParameters(value).find((parameter) => /^charset\s*=/i.test(parameter));
  return charset
    ?.replace(/^charset\s*=\s*/i, '')
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
}

function typeParameters(value: string): readonly string[] {
  const start = value.indexOf(';');
  if (start === -1) return [];
  const sections = value.slice(start + 1).match(PARAMETER_SECTION) ?? [];
  return sections.map((section) => section.trim()).filter((section) => section !== '');
}
