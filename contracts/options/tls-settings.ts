/** Reads the certificates of a run: that of the client, and those of authorities that it trusts. */
import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { KitError } from '../../errors.ts';
import type { TlsFiles, TlsSettings } from './connection-settings.ts';

export interface TlsOptions extends TlsFiles {
  readonly passphrase?: string | undefined;
  readonly insecure?: boolean | undefined;
}

/** `prefix` is `--` for options of the command line. Throws `option-invalid`, naming the option and the file. */
export function readTls(options: TlsOptions, prefix = '--'): TlsSettings | undefined {
  const { cert, key, ca, passphrase, insecure = false } = options;
  if (cert === undefined && key !== undefined) throw missingError(`${prefix}key`, `${prefix}cert`);
  const isGiven = cert !== undefined || ca !== undefined;
  if (!isGiven && !insecure) return undefined;
  const files = { cert, key, ca };
  const names = { cert: `${prefix}cert ${cert}`, key: `${prefix}key ${key}`, ca: `${prefix}ca ${ca}` };
  return {
    files,
    isInsecure: insecure,
    ...(cert !== undefined && passphrase !== undefined && { passphrase }),
    ...(isGiven && { secureContext: createContext({ files, names, passphrase }) }),
  };
}

interface ContextInput {
  readonly files: TlsFiles;
  /** Of the options, with their files. */
  readonly names: Readonly<Record<keyof TlsFiles, string>>;
  readonly passphrase: string | undefined;
}

/** The authorities are trusted in addition to those of this machine. */
function createContext({ files, names, passphrase }: ContextInput): SecureContext {
  const cert = files.cert === undefined ? undefined : readPem(files.cert, names.cert);
  // One file may hold both, as for curl.
  const key = files.key === undefined ? cert : readPem(files.key, names.key);
  const ca = files.ca === undefined ? undefined : readPem(files.ca, names.ca);
  // Alone first, so that an error names the right file.
  if (ca !== undefined) attempt(() => createSecureContext({ ca }), `${names.ca}: expected certificates in PEM`);
  if (ca !== undefined && !ca.includes('BEGIN CERTIFICATE'))
    throw new KitError('option-invalid', `${names.ca}: expected certificates in PEM`);
  const what =
    files.key === undefined
      ? `${names.cert}: expected a certificate and its key`
      : `${names.cert} and ${names.key}: expected a certificate and its key`;
  return attempt(
    () =>
      createSecureContext({
        ...(cert === undefined ? {} : { cert, key }),
        ...(passphrase === undefined ? {} : { passphrase }),
        ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
      }),
    `${what} in PEM`,
  );
}

function readPem(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new KitError('option-invalid', `${name}: cannot be read (${reason})`, {
      fix: 'Give the path of a PEM file.',
    });
  }
}

function attempt(create: () => SecureContext, expectation: string): SecureContext {
  try {
    return create();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const needsPassphrase = /bad decrypt|password|passphrase|interrupted or cancelled/i.test(reason);
    throw new KitError('option-invalid', `${expectation} (${reason})`, {
      fix: needsPassphrase
        ? 'Set the passphrase of the key in PLANT_STORE_CERT_PASSPHRASE.'
        : 'Give a certificate and its own key, both in PEM: openssl x509 -in FILE shows whether it is one.',
    });
  }
}

function missingError(given: string, missing: string): KitError {
  return new KitError('option-invalid', `${given} has no effect without ${missing}`, {
    fix: `Give ${missing} too, or leave out ${given}.`,
  });
}
