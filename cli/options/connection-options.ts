/** Options of the connections to an implementation: certificates and further headers. */
import { type ConnectionSettings, connectionNotes } from '../../contracts/options/connection-settings.ts';
import { parseCustomHeader, parseCustomHeaders } from '../../contracts/options/custom-headers.ts';
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
  if (tls === undefined && headers.length === 0) return undefined;
  const connection = { tls, headers };
  for (const note of connectionNotes(connection)) process.stderr.write(`WARNING: ${note}\n`);
  return connection;
}
