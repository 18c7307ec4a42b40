/** The headers that users add to each request: sent with their values, shown with variables for secrets. */
import { unchanged } from '../../../../shell/credential-form.ts';
import { type CredentialText, toCredentialText } from '../../../../shell/credential-text.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import type { ConnectionSettings, CustomHeader } from '../../../options/connection-settings.ts';
import type { Credentials } from '../../../options/credentials.ts';
import type { RequestSpec } from '../../model/request-spec.ts';

/** A case that sends no User-Agent gets none. */
export function addedHeaders(
  { headers }: ConnectionSettings,
  { omitsUserAgent = false }: Pick<RequestSpec, 'omitsUserAgent'> = {},
): readonly (readonly [name: string, value: CredentialText])[] {
  return headers
    .filter(({ name }) => !omitsUserAgent || name.toLowerCase() !== 'user-agent')
    .map((header) => [header.name, headerText(header)] as const);
}

/** A secret is shown as a variable. */
export function headerText(header: CustomHeader): CredentialText {
  const { value, isSecret } = header;
  return isSecret ? toCredentialText([unchanged], { secret: value, variable: headerVariable(header) }) : value;
}

/** `PLANT_STORE_HEADER_X_API_KEY`, without the dollar. */
export function headerVariable({ name }: Pick<CustomHeader, 'name'>): string {
  return `PLANT_STORE_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`;
}

/** What a printed command does not show; undefined if it shows all. */
export function describeHiddenHeaders(curl: string, { connection }: Credentials): string | undefined {
  const shown = (connection?.headers ?? []).filter((one) => one.isSecret && curl.includes(`$${headerVariable(one)}`));
  if (shown.length === 0) return undefined;
  const names = shown.map((header) => `$${headerVariable(header)} for the header ${header.name}`);
  return `${names.join(', ')}; replay needs ${shown.length === 1 ? 'it' : 'them'} in PLANT_STORE_HEADERS again`;
}

/** The contract without the header parameters that users set themselves: no case changes them. */
export function withoutGivenHeaders(contract: Contract, { connection }: Credentials): Contract {
  const names = new Set((connection?.headers ?? []).map(({ name }) => name.toLowerCase()));
  if (names.size === 0) return contract;
  const operations = contract.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.filter((one) => one.in !== 'header' || !names.has(one.name.toLowerCase())),
  }));
  return { ...contract, operations };
}
