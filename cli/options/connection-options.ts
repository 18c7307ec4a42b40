/** Options of the connections to an implementation: certificates and further headers. */
import { type ConnectionSettings, INSECURE_NOTE } from '../../contracts/options/connection-settings.ts';
import { parseCustomHeader, parseCustomHeaders } from '../../contracts/options/custom-headers.ts';
import { type ProxySettings, type ProxyVariable, parseProxyUrl } from '../../contracts/options/proxy-settings.ts';
import { readTls } from '../../contracts/options/tls-settings.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { getFlag, getString, getStrings } from './option-values.ts';

/** For every command that sends requests with credentials. */
export const connectionOptions = {
  header: {
    type: 'string',
    multiple: true,
    value: '"NAME: VALUE"',
    help: 'add a header to each request (repeatable); for secrets: PLANT_STORE_HEADERS, one per line',
  },
  cert: {
    type: 'string',
    value: 'FILE',
    help: 'the client certificate for mutual TLS, in PEM; the passphrase of its key: PLANT_STORE_CERT_PASSPHRASE',
  },
  key: { type: 'string', value: 'FILE', help: 'the key of the client certificate (default: in the file of --cert)' },
  ca: { type: 'string', value: 'FILE', help: 'also trust the certificate authorities in this PEM file' },
  proxy: {
    type: 'string',
    value: 'URL',
    help: 'send all requests through this proxy (default: HTTPS_PROXY or HTTP_PROXY, not for NO_PROXY and this machine)',
  },
  insecure: { type: 'boolean', help: 'do not verify the certificate of the implementation' },
} as const satisfies Record<string, OptionSpec>;

/** Undefined if none is given. Throws `option-invalid`. A line on stderr says what is not verified. */
export function readConnection(input: CommandInput): ConnectionSettings | undefined {
  const tls = readTls({
    cert: getString(input, 'cert'),
    key: getString(input, 'key'),
    ca: getString(input, 'ca'),
    passphrase: process.env['PLANT_STORE_CERT_PASSPHRASE'] || undefined,
    insecure: getFlag(input, 'insecure'),
  });
  const lines = (process.env['PLANT_STORE_HEADERS'] ?? '').split(/\r?\n/).filter((line) => line !== '');
  const secret = lines.map((line) => parseCustomHeader(line, 'PLANT_STORE_HEADERS', true));
  const given = getStrings(input, 'header').map((line) => parseCustomHeader(line, '--header'));
  // Options win over the environment.
  const names = new Set(parseCustomHeaders(given, '--header').map(({ name }) => name.toLowerCase()));
  const others = parseCustomHeaders(secret, 'PLANT_STORE_HEADERS').filter(({ name }) => !names.has(name.toLowerCase()));
  const headers = [...given, ...others];
  const proxy = readProxy(input);
  if (tls === undefined && headers.length === 0 && proxy === undefined) return undefined;
  if (tls?.isInsecure === true) process.stderr.write(`WARNING: ${INSECURE_NOTE}\n`);
  return { tls, headers, proxy };
}

/** The variables as other tools read them: in capitals or not. */
function readProxy(input: CommandInput): ProxySettings | undefined {
  const given = getString(input, 'proxy');
  if (given !== undefined) return { given: parseProxyUrl(given, '--proxy') };
  const [httpsProxy, httpProxy] = [readVariable('HTTPS_PROXY'), readVariable('HTTP_PROXY')];
  if (httpsProxy === undefined && httpProxy === undefined) return undefined;
  return { httpsProxy, httpProxy, noProxy: readVariable('NO_PROXY')?.value };
}

function readVariable(name: string): ProxyVariable | undefined {
  return [name, name.toLowerCase()]
    .map((one) => ({ name: one, value: process.env[one] ?? '' }))
    .find(({ value }) => value !== '');
}
