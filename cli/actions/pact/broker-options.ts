/** Options of the subcommands that use a Pact Broker, with the names of the Pact tools. */
import { type BrokerAccess, brokerCredentials, brokerUrl } from '../../../contracts/pact/broker/broker-access.ts';
import {
  type BrokerVerification,
  DEFAULT_SELECTORS,
  parseSelector,
} from '../../../contracts/pact/broker/verifier-run.ts';
import { KitError } from '../../../errors.ts';
import type { CommandInput, OptionSpec } from '../../command.ts';
import { getFlag, getString, getStrings } from '../../options/option-values.ts';

const brokerOption = {
  type: 'string',
  value: 'URL',
  help: 'the Pact Broker (default: PACT_BROKER_BASE_URL); credentials: PACT_BROKER_TOKEN, or _USERNAME and _PASSWORD',
} as const satisfies OptionSpec;

export const brokerOptions = { broker: brokerOption } as const;

/** Throws `argument-missing` without a broker. */
export function readBrokerAccess(input: CommandInput): BrokerAccess {
  const given = getString(input, 'broker') ?? process.env['PACT_BROKER_BASE_URL'] ?? '';
  if (given === '')
    throw new KitError('argument-missing', '--broker is missing', {
      fix: 'Give its base URL with --broker or in PACT_BROKER_BASE_URL.',
    });
  return { baseUrl: brokerUrl(given), credentials: brokerCredentials(process.env) };
}

/** The value of a required option. Throws `argument-missing`. */
export function requireOption(input: CommandInput, name: string): string {
  const given = getString(input, name)?.trim() ?? '';
  if (given !== '') return given;
  throw new KitError('argument-missing', `--${name} is missing`);
}

const BROKER_GROUP = 'With a Pact Broker';

/** The broker options of `pact verify`. */
export const brokerVerifyOptions = {
  broker: { ...brokerOption, group: BROKER_GROUP },
  provider: {
    type: 'string',
    value: 'NAME',
    help: 'the name of the implementation in the broker; its pacts are verified',
    group: BROKER_GROUP,
  },
  version: {
    type: 'string',
    value: 'V',
    help: 'version of the implementation, such as its commit',
    group: BROKER_GROUP,
  },
  branch: {
    type: 'string',
    value: 'B',
    help: 'branch of the implementation; decides which pacts are pending',
    group: BROKER_GROUP,
  },
  publish: { type: 'boolean', help: 'publish the results (requires --version)', group: BROKER_GROUP },
  selector: {
    type: 'string',
    multiple: true,
    value: 'JSON',
    help: 'a consumer version selector (default: {"mainBranch":true} and {"deployedOrReleased":true})',
    group: BROKER_GROUP,
  },
  'no-pending': { type: 'boolean', help: 'also fail on pending pacts', group: BROKER_GROUP },
  'wip-since': {
    type: 'string',
    value: 'DATE',
    help: 'also verify work-in-progress pacts since this date',
    group: BROKER_GROUP,
  },
  'build-url': {
    type: 'string',
    value: 'URL',
    help: 'URL of the CI build, shown with the results',
    group: BROKER_GROUP,
  },
  'allow-no-pacts': {
    type: 'boolean',
    help: 'pass if the broker has no pacts to verify',
    group: BROKER_GROUP,
  },
} as const satisfies Record<string, OptionSpec>;

/** Undefined unless pacts come from a broker: `--broker` is given, or `--provider` and PACT_BROKER_BASE_URL. */
export function readBrokerVerification(input: CommandInput): BrokerVerification | undefined {
  const brokerOnlyOption = Object.keys(brokerVerifyOptions).find((name) => input.options[name] !== undefined);
  if (getString(input, 'broker') === undefined && getString(input, 'provider') === undefined) {
    if (brokerOnlyOption === undefined) return undefined;
    throw new KitError('option-invalid', `--${brokerOnlyOption} requires --broker and --provider`);
  }
  if (getStrings(input, 'pact').length > 0)
    throw new KitError('option-invalid', '--pact and --broker: give only one of them');
  if (getString(input, 'only') !== undefined)
    throw new KitError('option-invalid', '--only and --broker: a broker accepts results only for whole pacts');
  const selectors = getStrings(input, 'selector').map(parseSelector);
  return {
    access: readBrokerAccess(input),
    provider: requireOption(input, 'provider'),
    version: getString(input, 'version'),
    branch: getString(input, 'branch'),
    publish: getFlag(input, 'publish'),
    selectors: selectors.length === 0 ? DEFAULT_SELECTORS : selectors,
    pending: !getFlag(input, 'no-pending'),
    wipSince: requireDate(getString(input, 'wip-since')),
    buildUrl: getString(input, 'build-url'),
    allowNoPacts: getFlag(input, 'allow-no-pacts'),
  };
}

function requireDate(given: string | undefined): string | undefined {
  if (given === undefined || (/^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(Date.parse(given)))) return given;
  throw new KitError('option-invalid', `--wip-since ${JSON.stringify(given)}: expected a date such as 2026-01-31`);
}
