/**
 * The broker's addresses as the native client gets them, and back. Every link to the broker becomes one to the relay;
 * a link to anywhere else becomes one that the relay refuses, because whoever follows it sends credentials there.
 */

export interface LinkRewriter {
  /**
   * All links of a HAL document; whatever else it holds stays to the byte. Expects valid JSON. `asked` is the path that
   * it answers: the broker knows its own address, but behind a proxy not always the one that it was asked at.
   */
  toProxy(document: string, requestPath?: string): string;
  /** In any text: what the native client prints or sends. */
  toBroker(text: string): string;
  /** Where a link leads that is not the broker's; undefined for a path of the broker. */
  foreignTarget(path: string): string | undefined;
}

/** Both without a trailing slash. */
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
          new RegExp(`${RegExp.escape(`${proxyUrl}${FOREIGN_LINK_PATH}`)}(\\d+)`, 'g'),
          (_match, at: string) => {
            return foreignLinks[Number(at)] ?? '';
          },
        )
        .replaceAll(proxyUrl, () => brokerUrl),
    foreignTarget: (path) => {
      const [, at] = new RegExp(`^${RegExp.escape(FOREIGN_LINK_PATH)}(\\d+)`).exec(path) ?? [];
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
 * pact_broker makes this link of some answers from the request as it reached it, not from its base URL: behind a proxy
 * that ends TLS or takes off a base path it leads past the proxy. It means what was asked, and that is asked again.
 */
function selfPath(href: string, requestPath: string | undefined): string | undefined {
  const route = requestPath?.split(/[?#]/)[0] ?? '';
  return route.length > 1 && URL.parse(href)?.pathname.endsWith(route) === true ? route : undefined;
}

/** What follows the base URL in an address below it, `{templates}` as they are. */
export function pathBelowBroker(href: string, brokerUrl: string): string | undefined {
  const { origin, pathname } = new URL(brokerUrl);
  const basePath = pathname.replace(/\/+$/, '');
  const [, authority = '', rest = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(href) ?? [];
  if (URL.parse(authority)?.origin !== origin || !rest.startsWith(basePath)) return undefined;
  const remainder = rest.slice(basePath.length);
  return remainder === '' || /^[/?#]/.test(remainder) ? remainder : undefined;
}

/** What a consumer wrote may hold links of its own: they are data of its pact. */
const CONSUMER_DATA_KEYS: ReadonlySet<string | number> = new Set(['interactions', 'messages', 'metadata']);

/** `_links.REL`, `_links.REL.href` or `_links.REL.N.href`, at any depth. */
function isLink(path: readonly (string | number)[]): boolean {
  const [root = ''] = path;
  const at = path.lastIndexOf('_links');
  if (at < 0 || CONSUMER_DATA_KEYS.has(root)) return false;
  const remainder = path.slice(at + 1);
  return remainder.length === 1 || (remainder.length <= 3 && remainder.at(-1) === 'href');
}

/** A string in a JSON text with its place, so that it can be replaced and every other byte stays. */
interface JsonString {
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[];
  readonly value: string;
  /** Of the opening quote, and behind the closing one. */
  readonly start: number;
  readonly end: number;
}

/** Expects valid JSON; keys are not among the strings. */
function* jsonStrings(text: string): Generator<JsonString> {
  /** For each object or array around, the key or index that stands open in it. */
  const path: (string | number)[] = [];
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(tokenPattern)) {
    if (quoted !== undefined && colon !== undefined) path.splice(-1, 1, parseString(quoted));
    else if (quoted !== undefined)
      yield { path: [...path], value: parseString(quoted), start: index, end: index + quoted.length };
    else updatePath(path, token);
  }
}

/** A string with the colon that makes it a key, or what opens, closes and separates. */
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

/** Other values for some strings; undefined leaves one as it stands. */
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
