/** How requests reach an implementation, in addition to its URL and the credentials of its security schemes. */
import type { SecureContext } from 'node:tls';
import { findProxy, type ProxySettings, proxySecrets } from './proxy-settings.ts';

export interface ConnectionSettings {
  readonly tls?: TlsSettings | undefined;
  /** Sent with each request that has no header of the same name. */
  readonly headers: readonly CustomHeader[];
  readonly proxy?: ProxySettings | undefined;
}

export interface TlsSettings {
  /** With the client certificate and the trusted authorities. */
  readonly secureContext?: SecureContext;
  /** The certificate of the implementation is not verified. */
  readonly isInsecure: boolean;
  /** For the commands that reproduce a request; by option, which curl calls `--cert`, `--key` and `--cacert`. */
  readonly files: TlsFiles;
  /** Of the key; undefined if it has none. */
  readonly passphrase?: string | undefined;
}

export interface TlsFiles {
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly ca?: string | undefined;
}

export interface CustomHeader {
  readonly name: string;
  readonly value: string;
  /** Shown as a variable, and masked everywhere. */
  readonly isSecret: boolean;
}

/** All of them have to be masked. */
export function connectionSecrets({ headers, tls, proxy }: ConnectionSettings): readonly string[] {
  const secretHeaders = headers
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ value }) => [value, ...secretParts(value)]);
  const others = [tls?.passphrase ?? [], proxy === undefined ? [] : proxySecrets(proxy)].flat();
  return [...secretHeaders, ...others];
}

/** `Bearer abc` also reveals `abc`, `sid=abc; theme=dark` the cookie, and `Basic` the password. */
function secretParts(value: string): readonly string[] {
  const [, scheme = '', credential = value] = /^([A-Za-z-]+) +(.*)$/.exec(value) ?? [];
  const decoded = /^basic$/i.test(scheme) ? [Buffer.from(credential, 'base64').toString('utf8')] : [];
  const passwords = decoded.map((user) => user.replace(/^[^:]*:/, ''));
  const cookies = credential.split(/; */).map((part) => part.replace(/^[\w.-]+=/, ''));
  return [...cookies, ...decoded, ...passwords].filter((part) => part !== value && part.length >= 6);
}

/** For `tls.connect`: both of undici and of Node. */
export function tlsConnectOptions(tls: TlsSettings | undefined) {
  if (tls === undefined) return {};
  const { secureContext, isInsecure } = tls;
  return { ...(secureContext && { secureContext }), ...(isInsecure && { rejectUnauthorized: false }) };
}

/** What a reader of a report has to know about the connections of a run. */
export function connectionNotes(connection: ConnectionSettings | undefined, baseUrl: string): readonly string[] {
  const proxy = findProxy(connection?.proxy, baseUrl);
  return [
    ...(connection?.tls?.isInsecure === true ? [INSECURE_NOTE] : []),
    ...(proxy === undefined
      ? []
      : [
          `requests were sent through the proxy ${proxy.url.origin} (${proxy.variable ?? '--proxy'}), which may change them`,
        ]),
  ];
}

export const INSECURE_NOTE =
  'the certificate of the implementation was not verified (--insecure): another server may have responded';
