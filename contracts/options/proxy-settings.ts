/** Which proxy a request goes through: that of an option, or that of the environment variables that other tools read. */
import { BlockList, isIP } from 'node:net';
import { KitError } from '../../errors.ts';

export interface ProxySettings {
  /** For all requests; it has no credentials. */
  readonly given?: string | undefined;
  /** For https and http requests, except to `noProxy` and to this machine. */
  readonly httpsProxy?: ProxyVariable | undefined;
  readonly httpProxy?: ProxyVariable | undefined;
  /** Hosts, domains and subnets, separated by commas. */
  readonly noProxy?: string | undefined;
}

/** An environment variable. */
export interface ProxyVariable {
  readonly name: string;
  readonly value: string;
}

export interface ProxyServer {
  /** Without credentials. */
  readonly url: URL;
  /** Of `Proxy-Authorization`. */
  readonly authorization?: string;
  /** Where it comes from: undefined for the option. */
  readonly variable?: string;
}

/** Undefined for a direct connection. Throws `option-invalid` for a variable that names no such proxy. */
export function findProxy(settings: ProxySettings | undefined, target: string): ProxyServer | undefined {
  if (settings === undefined) return undefined;
  const { given, httpsProxy, httpProxy, noProxy = '' } = settings;
  if (given !== undefined) return { url: new URL(given) };
  const url = new URL(target);
  const variable = url.protocol === 'https:' ? httpsProxy : httpProxy;
  if (variable === undefined || isLoopback(url) || isListed(url, noProxy)) return undefined;
  return readVariable(variable);
}

/** Throws `option-invalid`. Credentials belong into a variable, where other users of the machine cannot see them. */
export function parseProxyUrl(given: string, option: string): string {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href;
  throw new KitError(
    'option-invalid',
    `${option} ${JSON.stringify(given.replace(/^.*@/s, '***@'))}: expected an http or https URL without credentials`,
    {
      fix: 'Give a URL such as http://proxy.example.com:3128; with a user name and a password, set it as HTTPS_PROXY.',
    },
  );
}

/** The passwords in the variables. */
export function proxySecrets({ httpsProxy, httpProxy }: ProxySettings): readonly string[] {
  return [httpsProxy, httpProxy].flatMap((variable) => {
    const password = variable && parseVariable(variable)?.password;
    return password === undefined || password === '' ? [] : [password, decode(password)];
  });
}

function readVariable(variable: ProxyVariable): ProxyServer {
  const url = parseVariable(variable);
  if (url === undefined)
    throw new KitError('option-invalid', `${variable.name}: expected the http or https URL of a proxy`, {
      fix: `Unset ${variable.name}, or name the host in NO_PROXY.`,
    });
  const user = `${decode(url.username)}:${decode(url.password)}`;
  const plain = new URL(url.origin);
  if (user === ':') return { url: plain, variable: variable.name };
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  return { url: plain, variable: variable.name, authorization };
}

/** Often written without a scheme. */
function parseVariable({ value }: ProxyVariable): URL | undefined {
  const url = URL.parse(/^[\w+.-]+:\/\//.test(value) ? value : `http://${value}`);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isLoopback({ hostname }: URL): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost|.*\.localhost)$/.test(hostname);
}

function isListed(url: URL, noProxy: string): boolean {
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.some((entry) => entry === '*' || isMatch(url, entry.toLowerCase()));
}

/** `example.com` also stands for its subdomains, as for curl. */
function isMatch({ hostname, port, protocol }: URL, entry: string): boolean {
  const host = hostname.replaceAll(/[[\]]/g, '');
  if (entry.includes('/')) return isInSubnet(host, entry);
  const [, name = entry, entryPort] = isIP(entry) === 6 ? [] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  const actualPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (entryPort !== undefined && entryPort !== actualPort) return false;
  const domain = name.replaceAll(/[[\]]/g, '').replace(/^\*?\./, '');
  return host === domain || host.endsWith(`.${domain}`);
}

function isInSubnet(host: string, entry: string): boolean {
  const [network = '', prefix = ''] = entry.split('/');
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || !/^\d{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (version === 4 ? 32 : 128)) return false;
  const type = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), type);
  return list.check(host, type);
}
