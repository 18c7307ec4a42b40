/** What a person needs to start: the address, the routes, a token and a call that works. */
import { TOKEN_VARIABLE } from '../../../shell/text.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { visible } from '../../../text.ts';
import { CONTROL_PATH } from '../../control/access.ts';
import type { Mount } from '../../serve/mounts.ts';
import { curlFor, isSayable, sendsJson } from './curl.ts';

export interface ReadyFacts {
  readonly url: string;
  readonly token: string;
  /** The token is the user's own: then it is not shown, and the shell is to fill it in. */
  readonly isTokenSecret: boolean;
  readonly auth: boolean;
  /** Undefined where the control API asks for none. */
  readonly controlToken: string | undefined;
  readonly isControlTokenSecret: boolean;
  /** Required of pages alone; undefined where the control API is open to them, or requires the control token of all clients. */
  readonly pageToken?: string | undefined;
  /** In proxy mode, where requests are passed on to. */
  readonly upstream: string | undefined;
  /** SHA-256 of the certificate that was made for this run, if one was. */
  readonly fingerprint: string | undefined;
}

/** Lines without line ends. */
export function readyLines(mounts: readonly Mount[], facts: ReadyFacts): readonly string[] {
  return [
    `${headline(mounts, facts)}, listening on ${facts.url}`,
    ...labelled('routes', routesOf(mounts, facts)),
    ...labelled('token', [describeToken(facts)]),
    ...labelled('schemes', oddSchemes(mounts, facts)),
    ...labelled('try', [exampleCall(mounts, facts)]),
    ...labelled('console', [consoleUrl(facts)]),
    ...labelled('control', controlLines(facts)),
    ...labelled('tls', tlsLines(facts)),
  ].map(visible);
}

/** With the token that its page needs, where it was made up: the page takes it out of the address. */
export function consoleUrl({
  url,
  controlToken,
  isControlTokenSecret,
  pageToken = controlToken,
}: Pick<ReadyFacts, 'url' | 'controlToken' | 'isControlTokenSecret' | 'pageToken'>): string {
  const shown = pageToken === undefined || isControlTokenSecret ? '' : `#token=${pageToken}`;
  return `${url}${CONTROL_PATH}/${shown}`;
}

function headline(mounts: readonly Mount[], { upstream }: ReadyFacts): string {
  const contracts = mounts.map(describeMount).join(', ');
  return upstream === undefined
    ? `Fake store of ${contracts}`
    : `Proxy to ${upstream}, judged by ${contracts}`;
}

function labelled(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${(index === 0 ? label : '').padEnd(7)} ${line}`);
}

function describeMount({ prefix, contract: { title, version } }: Mount): string {
  return `${title} ${version}${prefix === '' ? '' : ` at ${prefix}`}`;
}

/** More would push the rest off the screen. */
const MAX_ROUTES = 20;

function routesOf(mounts: readonly Mount[], { url }: ReadyFacts): readonly string[] {
  const all = mounts.flatMap(({ prefix, contract }) =>
    contract.operations.map(({ method, path, id }) => ({
      method,
      path: prefix + path,
      // Without one of its own, an operation is called by what stands there already.
      id: id === `${method} ${path}` ? undefined : id,
    })),
  );
  const told = all.slice(0, MAX_ROUTES);
  const width = Math.max(...told.map(({ method }) => method.length));
  const untold = all.length - told.length;
  return [
    ...told.map(
      ({ method, path, id }) => `${method.padEnd(width)} ${path}${id === undefined ? '' : `  (${id})`}`,
    ),
    ...(untold > 0 ? [`and ${untold} more: ${url}${CONTROL_PATH}/`] : []),
  ];
}

function describeToken({ auth, isTokenSecret, token, upstream }: ReadyFacts): string {
  if (upstream !== undefined) return `that of the upstream (in the line below as $${TOKEN_VARIABLE})`;
  if (!auth) return 'none needed (--no-auth)';
  return isTokenSecret ? `the one you gave (in the line below as $${TOKEN_VARIABLE})` : token;
}

/** What opens those that a token alone does not tell. */
function oddSchemes(mounts: readonly Mount[], facts: ReadyFacts): readonly string[] {
  if (!facts.auth || facts.upstream !== undefined) return [];
  const schemes = mounts.flatMap(({ contract }) => contract.securitySchemes);
  const token = facts.isTokenSecret ? `$${TOKEN_VARIABLE}` : facts.token;
  return [...new Set(schemes.flatMap((scheme) => wayIn(scheme, token) ?? []))];
}

function wayIn({ name, type, scheme = 'bearer' }: SecurityScheme, token: string): string | undefined {
  if (type === 'mutualTLS') return `${name} (mutualTLS): open, no certificate is looked at`;
  if (type !== 'http' || scheme === 'bearer' || scheme === 'basic') return undefined;
  return `${name} (http ${scheme}): Authorization: ${scheme.charAt(0).toUpperCase()}${scheme.slice(1)} ${token}`;
}

function exampleCall(mounts: readonly Mount[], facts: ReadyFacts): string {
  const shown =
    mounts.find(({ contract }) => operationToShow(contract.operations) !== undefined) ?? mounts[0];
  const operation = operationToShow(shown?.contract.operations ?? []);
  const isUntrusted = facts.fingerprint !== undefined;
  const isTokenSecret = facts.isTokenSecret || facts.upstream !== undefined;
  return curlFor(operation, { ...facts, prefix: shown?.prefix ?? '', isTokenSecret, isUntrusted });
}

/** One whose body can stand on a command line, else one that can do without. */
function operationToShow(operations: readonly Operation[]): Operation | undefined {
  return (
    operations.find((one) => sendsJson(one)) ?? operations.find((one) => isSayable(one)) ?? operations[0]
  );
}

function controlLines({ controlToken, isControlTokenSecret, pageToken }: ReadyFacts): readonly string[] {
  if (pageToken !== undefined)
    return [
      `${CONTROL_PATH}/ requires of pages: Authorization: Bearer ${pageToken}`,
      `since the contract declares Content-Security-Policy, responses may run scripts`,
    ];
  if (controlToken === undefined) return [];
  const shown = isControlTokenSecret ? 'the control token you gave' : controlToken;
  return [`${CONTROL_PATH}/ asks for: Authorization: Bearer ${shown}`];
}

function tlsLines({ fingerprint, url }: ReadyFacts): readonly string[] {
  if (fingerprint === undefined) return [];
  const address = new URL(url).host;
  return [
    `self-signed, made for this run, SHA-256 ${fingerprint}`,
    `to trust it: openssl s_client -connect ${address} </dev/null 2>/dev/null | openssl x509 -out store.pem`,
    'and then curl --cacert store.pem, NODE_EXTRA_CA_CERTS=store.pem, or import it in the browser',
  ];
}
