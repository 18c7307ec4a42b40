/**
 * Rewrites the broker's addresses for the native client, and back. Links to the broker become links to the proxy. Links
 * to other hosts become links that the proxy rejects, because following them would send credentials there.
 */
import { escapeRegExp } from '../../../sanitize.ts';

export interface LinkRewriter {
  /**
   * Rewrites the links of a HAL document and keeps every other byte. Expects valid JSON. `requestPath` is the path that
   * the document was requested at: behind a reverse proxy, the broker may not know its public address.
   */
  toProxy(document: string, requestPath?: string): string;
  /** Restores the broker's addresses in any text that the native client prints or sends. */
  toBroker(text: string): string;
  /** The target of a foreign link; undefined for a path of the broker. */
  foreignTarget(path: string): string | undefined;
}

/** Both URLs without a trailing slash. */
export function createLinkRewriter(brokerUrl: string, proxyUrl: string): LinkRewriter {
  const foreignLinks: string[] = [];
  const rewriteLink = (href: string) => {
    const rest = pathBelowBroker(href, brokerUrl);
    if (rest !== undefined) return `${proxyUrl}${rest}`;
    if (!foreignLinks.includes(href)) foreignLinks.push(href);
    return `${proxyUrl}${FOREIGN_LINK_PATH}${foreignLinks.indexOf(href)}`;
  };
  return {
    toProxy: (document, requestPath) =>
      replaceStrings(document, ({ path, value }) => {
        if (!isLink(path) || !isAbsolute(value)) return undefined;
        const selfRoute = isSelfLink(path) ? selfPath(value, requestPath) : undefined;
        return selfRoute === undefined ? rewriteLink(value) : `${proxyUrl}${selfRoute}`;
      }),
    toBroker: (text) =>
      text
        .replaceAll(
          new RegExp(`${escapeRegExp(`${proxyUrl}${FOREIGN_LINK_PATH}`)}(\\d+)`, 'g'),
          (_match, at: string) => {
            return foreignLinks[Number(at)] ?? '';
          },
        )
        .replaceAll(proxyUrl, () => brokerUrl),
    foreignTarget: (path) => {
      const [, at] = new RegExp(`^${escapeRegExp(FOREIGN_LINK_PATH)}(\\d+)`).exec(path) ?? [];
      return at === undefined ? undefined : (foreignLinks[Number(at)] ?? '');
    },
  };
}

const FOREIGN_LINK_PATH = '/-elsewhere-/';

function isAbsolute(href: string): boolean {
  return /^(https?:)?\/\//i.test(href);
}

function isSelfLink(path: readonly (string | number)[]): boolean {
  return path.join('/') === '_links/self/href';
}

/**
 * pact_broker builds this link from the request as it received it, not from its base URL: behind a reverse proxy that
 * terminates TLS or removes a base path, the link bypasses the reverse proxy. It refers to the requested document, so
 * the requested path is used instead.
 */
function selfPath(href: string, requestPath: string | undefined): string | undefined {
  const route = requestPath?.split(/[?#]/)[0] ?? '';
  return route.length > 1 && URL.parse(href)?.pathname.endsWith(route) === true ? route : undefined;
}

/** The part of a URL after the broker's base URL, with `{templates}` unchanged; undefined for other URLs. */
export function pathBelowBroker(href: string, brokerUrl: string): string | undefined {
  const { origin, pathname } = new URL(brokerUrl);
  const basePath = pathname.replace(/\/+$/, '');
  const [, authority = '', rest = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(href) ?? [];
  if (URL.parse(authority)?.origin !== origin || !rest.startsWith(basePath)) return undefined;
  const remainder = rest.slice(basePath.length);
  return remainder === '' || /^[/?#]/.test(remainder) ? remainder : undefined;
}

/** Links in parts that the consumer wrote are data of the pact. */
const CONSUMER_DATA_KEYS: ReadonlySet<string | number> = new Set(['interactions', 'messages', 'metadata']);

/** True for `_links.REL`, `_links.REL.href` or `_links.REL.N.href`, at any depth. */
function isLink(path: readonly (string | number)[]): boolean {
  const [root = ''] = path;
  const at = path.lastIndexOf('_links');
  if (at < 0 || CONSUMER_DATA_KEYS.has(root)) return false;
  const remainder = path.slice(at + 1);
  return remainder.length === 1 || (remainder.length <= 3 && remainder.at(-1) === 'href');
}

/** A string in a JSON text and its position, so that it can be replaced without changing any other byte. */
interface JsonString {
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[];
  readonly value: string;
  /** Offset of the opening quote, and the offset after the closing one. */
  readonly start: number;
  readonly end: number;
}

/** Expects valid JSON; does not include keys. */
function* jsonStrings(text: string): Generator<JsonString> {
  /** The current key or index of each enclosing object or array. */
  const path: (string | number)[] = [];
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(tokenPattern)) {
    if (quoted !== undefined && colon !== undefined) path.splice(-1, 1, parseString(quoted));
    else if (quoted !== undefined)
      yield { path: [...path], value: parseString(quoted), start: index, end: index + quoted.length };
    else updatePath(path, token);
  }
}

/** A string with the colon that makes it a key, or a structural character. */
const tokenPattern = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;

function updatePath(path: (string | number)[], token: string): void {
  const last = path.at(-1);
  if (token === '{') path.push('');
  else if (token === '[') path.push(0);
  else if (token === ',' && typeof last === 'number') path.splice(-1, 1, last + 1);
  else if (token === '}' || token === ']') path.pop();
}

function parseString(quoted: string): string {
  const value: unknown = JSON.parse(quoted);
  return String(value);
}

/** Replaces strings; `replace` returns undefined to leave one unchanged. */
export function replaceStrings(text: string, replace: (one: JsonString) => string | undefined): string {
  const pieces: string[] = [];
  let from = 0;
  for (const one of jsonStrings(text)) {
    const value = replace(one);
    if (value === undefined) continue;
    pieces.push(text.slice(from, one.start), JSON.stringify(value));
    from = one.end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}
