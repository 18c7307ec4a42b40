/**
 * The authorization endpoint of OAuth2 (RFC 6749, section 3.1), where a contract names one and declares no operation for
 * it. It asks for no consent: it redirects at once with a code, which the token endpoint accepts.
 */
import { toHex } from '../../platform/bytes.ts';
import { randomBytes } from '../../platform/crypto.ts';
import { isLoopbackName } from '../http/allowed-hosts.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { decodeFormValue, parseTarget, type RequestTarget } from '../http/request-target.ts';
import { handledWithoutContext, rejectedWithoutContext } from '../request/handled-request.ts';
import type { Handler } from '../request/request-handler.ts';
import type { MockResponse } from '../respond/error-response.ts';

/** `paths` are relative to the prefix of the contract. */
export function serveAuthorization(handle: Handler, paths: readonly string[], mount: string): Handler {
  if (paths.length === 0) return handle;
  return (request) => {
    const target = request.method === 'GET' ? parseTarget(request.target) : undefined;
    if (target === undefined || target instanceof HttpError || !paths.includes(target.path)) return handle(request);
    const response = redirection(target);
    return Promise.resolve(
      response instanceof HttpError
        ? rejectedWithoutContext(mount, response)
        : { ...handledWithoutContext(mount, response.redirect), mask: (text) => text.replaceAll(response.code, '***') },
    );
  };
}

interface Redirection {
  readonly redirect: MockResponse;
  /** Not shown in the journal. */
  readonly code: string;
}

/** Only to pages of this machine: a link to a mock must not lead to another site. */
function redirection(target: RequestTarget): Redirection | HttpError {
  const sent = (name: string) => {
    const found = target.query.find((field) => field.name === name);
    return found && decodeFormValue(found.rawValue);
  };
  const address = sent('redirect_uri');
  const url = address === undefined ? null : URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !isLoopbackName(url.hostname))
    return new HttpError(
      'redirect-foreign',
      `query.redirect_uri: expected a page on localhost, got ${quoteText(address ?? '')}`,
    );
  const code = toHex(randomBytes(16));
  const outcome = sent('response_type') === 'code' ? { code } : unsupported;
  for (const [name, value] of Object.entries({ ...outcome, state: sent('state') }))
    if (value !== undefined) url.searchParams.append(name, value);
  const headers = { Location: url.href, 'Cache-Control': 'no-store' };
  return { code, redirect: { status: 302, headers, body: '' } };
}

const unsupported = { error: 'unsupported_response_type' };
