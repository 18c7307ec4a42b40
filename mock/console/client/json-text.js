/** JSON as text that keeps every digit; parsing to doubles would lose some. */

/** @typedef {null | boolean | number | bigint | string | readonly unknown[] | Readonly<Record<string, unknown>>} Value */

/**
 * Indents JSON, or the beginning of a truncated JSON text; returns any other text unchanged.
 *
 * @param {string} text
 * @param {boolean} isCut
 */
export function pretty(text, isCut = false) {
  return isJson(text) || (isCut && /^\s*[{[]/.test(text)) ? indent(text) : text;
}

/** @param {string} text */
export function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A string, complete or truncated; a bracket, comma or colon; any other token; or white space. */
const tokens = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]|[^\s{}[\],:"]+|\s+/g;

/**
 * Changes white space only.
 *
 * @param {string} json
 */
function indent(json) {
  const parts = (json.match(tokens) ?? []).filter((token) => token.trim() !== '');
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return parts.reduce((text, token, at) => {
    if (isOpening(token)) {
      if (isClosing(parts[at + 1])) return text + token;
      depth += 1;
      return text + token + line();
    }
    if (isClosing(token)) {
      if (isOpening(parts[at - 1])) return text + token;
      depth -= 1;
      return text + line() + token;
    }
    if (token === ',') return text + token + line();
    return text + (token === ':' ? ': ' : token);
  }, '');
}

/** @param {string | undefined} token */
function isOpening(token) {
  return token === '{' || token === '[';
}

/** @param {string | undefined} token */
function isClosing(token) {
  return token === '}' || token === ']';
}

/**
 * Integers beyond 2^53 become bigints in browsers that support `context.source`.
 *
 * @param {string} text
 * @returns {any}
 */
export function parseExact(text) {
  return JSON.parse(text, reviveExactly);
}

/**
 * @this {unknown}
 * @param {string} _key
 * @param {unknown} value
 * @param {{ readonly source?: string }} [context]
 */
function reviveExactly(_key, value, context) {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/**
 * The inverse of parseExact.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function jsonOf(value) {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`);
  return `{${members.join(',')}}`;
}
