/** The Content-Type of a message, by the grammar of RFC 9110, section 8.3. */

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PARAMETER = new RegExp(`^${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")$`);
/** The text between unquoted semicolons. */
const PARAMETER_SECTION = /(?:"(?:[^"\\]|\\.)*"|[^;"]|")+/g;

/** True for `application/json`; false where no media type can be parsed. */
export function isMediaType(value: string): boolean {
  return TYPE.test(value.split(';')[0]?.trim() ?? '');
}

/** `application/xml`, `text/xml; charset=utf-8`, `image/svg+xml`: RFC 7303. */
export function isXmlType(value: string): boolean {
  return /^(?:(?:application|text)\/xml|[^/;\s]+\/[^;\s]+\+xml)\s*(?:;|$)/i.test(value.trim());
}

/** Parameters without the form `name=value`; empty ones between semicolons are allowed. */
export function malformedParameters(value: string): readonly string[] {
  return typeParameters(value).filter((parameter) => !PARAMETER.test(parameter));
}

/** The charset in lower case, such as `utf-8`; undefined where none is declared. */
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
