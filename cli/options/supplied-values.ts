/** The contract of a command with the values of plant-store.yaml, and the credentials with what must not be shown. */
import type { SuppliedValues } from '../../contracts/configuration/values/supplied-values.ts';
import { type Credentials, withAlso } from '../../contracts/options/credentials.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { CommandInput } from '../command.ts';
import { rememberSecret } from '../parsing/parse-arguments.ts';

/** Throws the errors of `withSuppliedValues`. */
export async function readSuppliedValues({ configuration }: CommandInput, contract: Contract): Promise<SuppliedValues> {
  if (configuration === undefined) return { contract, secrets: [], byName: {} };
  const { withSuppliedValues } = await import('../../contracts/configuration/values/supplied-values.ts');
  const supplied = withSuppliedValues(contract, configuration);
  for (const { secret } of supplied.secrets) rememberSecret(secret);
  return supplied;
}

/** Supplied secrets are masked like credentials. */
export function withSecrets(credentials: Credentials, { secrets }: SuppliedValues): Credentials {
  return secrets.length === 0 ? credentials : withAlso(credentials, { alsoSecret: secrets });
}
