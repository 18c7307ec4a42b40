/** The message after the start: address, routes, token and an example request. */

import { sanitizeLine } from '../../../sanitize.ts';
import { TOKEN_VARIABLE } from '../../../shell/credential-text.ts';
import { undeclaredEndpoints } from '../../../spec/login/oauth-endpoints.ts';
import { listBasePaths } from '../../../spec/model/base-paths.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { CONTROL_PATH } from '../../http/request-target.ts';
import type { Mount } from '../../serve/mounts.ts';
import { exampleCurl, hasReadableBody, sendsJson } from './example-curl.ts';

export interface StartupMessageOptions {
  readonly url: string;
  readonly token: string;
  /** Whether the token is the user's; it is then replaced by a shell variable. */
  readonly isTokenSecret: boolean;
  readonly auth: boolean;
  /** Undefined if the control API requires none. */
  readonly controlToken: string | undefined;
  readonly isControlTokenSecret: boolean;
  /** Required of pages only; undefined if they need no token, or if the control token is required of all clients. */
  readonly pageToken?: string | undefined;
  /** The upstream URL in proxy mode. */
  readonly upstream: string | undefined;
  /** The SHA-256 fingerprint of the certificate generated for this run, if there is one. */
  readonly fingerprint: string | undefined;
}

/** Lines without line ends. */
export function startupLines(mounts: readonly Mount[], options: StartupMessageOptions): readonly string[] {
  return [
    `${headline(mounts, options)}, listening on ${options.url}`,
    ...labeledLines('base', baseLines(mounts, options)),
    ...labeledLines('routes', routeLines(mounts, options)),
    ...labeledLines('oauth2', endpointLines(mounts)),
    ...labeledLines('token', [describeToken(options)]),
    ...labeledLines('schemes', unusualSchemes(mounts, options)),
    ...labeledLines('try', [exampleCommand(mounts, options)]),
    ...labeledLines('console', [consoleUrl(options)]),
    ...labeledLines('control', controlLines(options)),
    ...labeledLines('tls', tlsLines(options)),
  ].map(sanitizeLine);
}

/** Includes a generated token that the page needs; the page removes it from the address. */
export function consoleUrl({
  url,
  controlToken,
  isControlTokenSecret,
  pageToken = controlToken,
}: Pick<StartupMessageOptions, 'url' | 'controlToken' | 'isControlTokenSecret' | 'pageToken'>): string {
  const shown = pageToken === undefined || isControlTokenSecret ? '' : `#token=${pageToken}`;
  return `${url}${CONTROL_PATH}/${shown}`;
}

function headline(mounts: readonly Mount[], { upstream }: StartupMessageOptions): string {
  const contracts = mounts.map(describeMount).join(', ');
  return upstream === undefined ? `Mock server for ${contracts}` : `Proxy to ${upstream}, checked against ${contracts}`;
}

function labeledLines(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${(index === 0 ? label : '').padEnd(7)} ${line}`);
}

function describeMount({ prefix, contract: { title, version } }: Mount): string {
  return `${title} ${version}${prefix === '' ? '' : ` at ${prefix}`}`;
}

/** The base paths of `servers`, which clients use or omit. */
function baseLines(mounts: readonly Mount[], { url }: StartupMessageOptions): readonly string[] {
  const all = mounts.flatMap(({ prefix, contract }) => listBasePaths(contract).map((base) => `${url}${prefix}${base}`));
  const [first, ...others] = all;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, ${others.slice(0, MAX_BASES - 1).join(', ')}`;
  return [`${first}${more}${all.length > MAX_BASES ? ', ...' : ''} (the routes work with and without it)`];
}

const MAX_BASES = 3;

/** Requests to them are no violations, although the contract has no such operation. */
function endpointLines(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap(({ prefix, contract }) => {
    const { tokens, authorizations } = undeclaredEndpoints(contract);
    const named = [
      ...tokens.map((path) => `POST ${prefix}${path}`),
      ...authorizations.map((path) => `GET ${prefix}${path}`),
    ];
    return named.length === 0 ? [] : [`${named.join(', ')} (named by the document, not declared)`];
  });
}

/** More lines would not fit on the screen. */
const MAX_ROUTES = 20;

function routeLines(mounts: readonly Mount[], { url }: StartupMessageOptions): readonly string[] {
  const all = mounts.flatMap(({ prefix, contract }) =>
    contract.operations.map(({ method, path, id }) => ({
      method,
      path: prefix + path,
      // An operation without an id has its method and path as the id, which the line already shows.
      id: id === `${method} ${path}` ? undefined : id,
    })),
  );
  const listed = all.slice(0, MAX_ROUTES);
  const width = Math.max(...listed.map(({ method }) => method.length));
  const omitted = all.length - listed.length;
  return [
    ...listed.map(({ method, path, id }) => `${method.padEnd(width)} ${path}${id === undefined ? '' : `  (${id})`}`),
    ...(omitted > 0 ? [`and ${omitted} more: ${url}${CONTROL_PATH}/`] : []),
  ];
}

function describeToken({ auth, isTokenSecret, token, upstream }: StartupMessageOptions): string {
  if (upstream !== undefined) return `the token of the upstream ($${TOKEN_VARIABLE} in the command below)`;
  if (!auth) return 'none needed (--no-auth)';
  return isTokenSecret ? `your token ($${TOKEN_VARIABLE} in the command below)` : token;
}

/** How to satisfy security schemes for which the token alone is not enough. */
function unusualSchemes(mounts: readonly Mount[], options: StartupMessageOptions): readonly string[] {
  if (!options.auth || options.upstream !== undefined) return [];
  const schemes = mounts.flatMap(({ contract }) => contract.securitySchemes);
  const token = options.isTokenSecret ? `$${TOKEN_VARIABLE}` : options.token;
  return [...new Set(schemes.flatMap((scheme) => describeScheme(scheme, token) ?? []))];
}

function describeScheme({ name, type, scheme = 'bearer' }: SecurityScheme, token: string): string | undefined {
  if (type === 'mutualTLS') return `${name} (mutualTLS): client certificates are not checked`;
  if (type !== 'http' || scheme === 'bearer' || scheme === 'basic') return undefined;
  return `${name} (http ${scheme}): Authorization: ${scheme.charAt(0).toUpperCase()}${scheme.slice(1)} ${token}`;
}

function exampleCommand(mounts: readonly Mount[], options: StartupMessageOptions): string {
  const shown = mounts.find(({ contract }) => exampleOperation(contract.operations) !== undefined) ?? mounts[0];
  const operation = exampleOperation(shown?.contract.operations ?? []);
  const isUntrusted = options.fingerprint !== undefined;
  const isTokenSecret = options.isTokenSecret || options.upstream !== undefined;
  return exampleCurl(operation, { ...options, prefix: shown?.prefix ?? '', isTokenSecret, isUntrusted });
}

/** Preferably an operation whose body fits on a command line, or else one without a required body. */
function exampleOperation(operations: readonly Operation[]): Operation | undefined {
  return operations.find((one) => sendsJson(one)) ?? operations.find((one) => hasReadableBody(one)) ?? operations[0];
}

function controlLines({ controlToken, isControlTokenSecret, pageToken }: StartupMessageOptions): readonly string[] {
  if (pageToken !== undefined)
    return [
      `${CONTROL_PATH}/ requires in requests from pages: Authorization: Bearer ${pageToken}`,
      'because the contract declares Content-Security-Policy, so responses may run scripts',
    ];
  if (controlToken === undefined) return [];
  const shown = isControlTokenSecret ? 'your control token' : controlToken;
  return [`${CONTROL_PATH}/ requires: Authorization: Bearer ${shown}`];
}

function tlsLines({ fingerprint, url }: StartupMessageOptions): readonly string[] {
  if (fingerprint === undefined) return [];
  const address = new URL(url).host;
  return [
    `self-signed, generated for this run, SHA-256 ${fingerprint}`,
    `to trust it: openssl s_client -connect ${address} </dev/null 2>/dev/null | openssl x509 -out mock.pem`,
    'then use curl --cacert mock.pem or NODE_EXTRA_CA_CERTS=mock.pem, or import it in the browser',
  ];
}
