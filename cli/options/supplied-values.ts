/** The contract of a command with the values of plant-store.yaml, and the credentials with what must not be shown. */
import type { SuppliedValues } from '../../contracts/configuration/values/supplied-values.ts';
import type { Credentials } from '../../contracts/options/credentials.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { CommandInput } from '../command.ts';
import { rememberSecret } from '../parsing/parse-arguments.ts';

/** Throws the errors of `withSuppliedValues`. */
export async function readSuppliedValues({ configuration }: CommandInput, contract: Contract): Promise<SuppliedValues> {
  if (configuration === undefined) return { contract, secrets: [], byName: {} };
  const { withSuppliedValues } = await import('../../contracts/configuration/values/supplied-values.ts');
  const supplied = withSuppliedValues(contract, configuration);
  for (const secret of supplied.secrets) rememberSecret(secret);
  return supplied;
}

/** Supplied secrets are masked like credentials. A token that is renewed stays the current one. */
export function withSecrets(credentials: Credentials, { secrets }: SuppliedValues): Credentials {
  if (secrets.length === 0) return credentials;
  const { byScheme, other, connection, login, renewal } = credentials;
  return {
    get token() {
      return credentials.token;
    },
    ...{ byScheme, other, connection, login, renewal },
    alsoSecret: secrets,
  };
}
