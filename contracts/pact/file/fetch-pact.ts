/** The text of a pact at an http(s) URL. Nothing is sent that the user did not name; redirects stay with one origin. */
import { KitError } from '../../../errors.ts';
import { ask, shownUrl, type Told } from '../../http/ask.ts';

export interface FetchedText {
  /** Without its query, which may hold a key. */
  readonly name: string;
  readonly text: string;
  /** As the server calls it. */
  readonly contentType: string | undefined;
}

/** Headers for a URL, such as the credentials of a broker for its own origin. */
export type HeadersFor = (url: URL) => Readonly<Record<string, string>>;

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 20_000_000;
const MAX_REDIRECTS = 5;

export function isUrl(named: string): boolean {
  return /^https?:\/\//i.test(named);
}

/** Throws `pact-unreadable`. */
export async function fetchPact(named: string, headersFor: HeadersFor = () => ({})): Promise<FetchedText> {
  const url = URL.parse(named);
  // Shown without what stands before the @: it is likely to be a password.
  if (url === null) throw unreadable(named.replace(/[?#].*|\/\/[^/]*@/gs, '...'), 'is not a URL');
  if (url.username !== '' || url.password !== '')
    throw unreadable(
      shownUrl(url),
      'the URL holds a user name or password; a pact is fetched without credentials',
    );
  const name = shownUrl(url);
  const { body, contentType } = await arrived({ url, name, headersFor }, MAX_REDIRECTS);
  try {
    return { name, contentType, text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch (cause) {
    throw unreadable(name, 'the answer is not UTF-8 text', cause);
  }
}

interface Way {
  readonly url: URL;
  readonly name: string;
  readonly headersFor: HeadersFor;
}

async function arrived(way: Way, redirectsLeft: number): Promise<Told> {
  const { url, name, headersFor } = way;
  const headers = { accept: 'application/hal+json, application/json', ...headersFor(url) };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const told = await ask({ url, method: 'GET', headers, ...limits }).catch((cause: unknown) => {
    throw unreadable(name, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (told.status === 200) return told;
  if (told.location === undefined || told.status < 300 || told.status > 399)
    throw unreadable(name, `the server answers ${told.status}`);
  return arrived({ ...way, url: nextOf(way, told.location, redirectsLeft) }, redirectsLeft - 1);
}

function nextOf({ url, name }: Way, location: string, redirectsLeft: number): URL {
  const next = URL.parse(location, url.href);
  if (redirectsLeft === 0) throw unreadable(name, `more than ${MAX_REDIRECTS} redirects`);
  if (next !== null && next.origin === url.origin && next.username === '' && next.password === '')
    return next;
  throw unreadable(
    name,
    `the server redirects to ${next === null ? 'what is no URL' : next.origin}; only its own origin is followed`,
  );
}

function unreadable(name: string, reason: string, cause?: unknown): KitError {
  return new KitError('pact-unreadable', `${name}: ${reason}`, cause === undefined ? {} : { cause });
}
