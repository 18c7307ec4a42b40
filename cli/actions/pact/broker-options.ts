/** The options of the subcommands that talk to a Pact Broker, under the names that the Pact tools use. */
import { type BrokerAccess, brokerCredentials, brokerUrl } from '../../../contracts/pact/broker/access.ts';
import {
  type BrokerVerification,
  readSelector,
  USUAL_SELECTORS,
} from '../../../contracts/pact/broker/verifier-run.ts';
import { KitError } from '../../../errors.ts';
import type { CommandInput, OptionSpec } from '../../command.ts';
import { flag, text, texts } from '../../options/values.ts';

const brokerOption = {
  type: 'string',
  value: 'URL',
  help: 'the Pact Broker (default: PACT_BROKER_BASE_URL); it is entered with PACT_BROKER_TOKEN, or _USERNAME and _PASSWORD',
} as const satisfies OptionSpec;

export const brokerOptions = { broker: brokerOption } as const;

/** Throws `argument-missing` where no broker is named. */
export function brokerAccess(input: CommandInput): BrokerAccess {
  const given = text(input, 'broker') ?? process.env['PACT_BROKER_BASE_URL'] ?? '';
  if (given === '')
    throw new KitError('argument-missing', '--broker is missing: which Pact Broker?', {
      fix: 'Give its base URL with --broker or in PACT_BROKER_BASE_URL.',
    });
  return { baseUrl: brokerUrl(given), credentials: brokerCredentials(process.env) };
}

/** A text that is needed. Throws `argument-missing`. */
export function needed(input: CommandInput, name: string): string {
  const given = text(input, name)?.trim() ?? '';
  if (given !== '') return given;
  throw new KitError('argument-missing', `--${name} is missing`);
}

const group = 'With a Pact Broker';

/** Of `pact verify`. */
export const brokerVerifyOptions = {
  broker: { ...brokerOption, group },
  provider: {
    type: 'string',
    value: 'NAME',
    help: 'who the implementation is to the broker; its pacts are verified',
    group,
  },
  version: { type: 'string', value: 'V', help: 'of the implementation, such as its commit', group },
  branch: { type: 'string', value: 'B', help: 'of the implementation; pending pacts are told by it', group },
  publish: { type: 'boolean', help: 'publish the results (needs --version)', group },
  selector: {
    type: 'string',
    multiple: true,
    value: 'JSON',
    help: 'a consumer version selector (default: {"mainBranch":true} and {"deployedOrReleased":true})',
    group,
  },
  'no-pending': { type: 'boolean', help: 'let pending pacts fail the verification', group },
  'wip-since': { type: 'string', value: 'DATE', help: 'also verify work in progress from then on', group },
  'build-url': { type: 'string', value: 'URL', help: 'of the CI build, shown with the results', group },
  'allow-no-pacts': { type: 'boolean', help: 'pass when the broker has no pacts to verify', group },
} as const satisfies Record<string, OptionSpec>;

/** Undefined unless pacts are to come from a broker: it is named, or `--provider` is and the environment names it. */
export function brokerVerification(input: CommandInput): BrokerVerification | undefined {
  const stray = Object.keys(brokerVerifyOptions).find((name) => input.options[name] !== undefined);
  if (text(input, 'broker') === undefined && text(input, 'provider') === undefined) {
    if (stray === undefined) return undefined;
    throw new KitError('option-invalid', `--${stray} is of use only together with --broker and --provider`);
  }
  if (texts(input, 'pact').length > 0)
    throw new KitError('option-invalid', '--pact and --broker: pacts come from files or from a broker');
  if (text(input, 'only') !== undefined)
    throw new KitError('option-invalid', '--only and --broker: a broker is told of whole pacts');
  const selectors = texts(input, 'selector').map(readSelector);
  return {
    access: brokerAccess(input),
    provider: needed(input, 'provider'),
    version: text(input, 'version'),
    branch: text(input, 'branch'),
    publish: flag(input, 'publish'),
    selectors: selectors.length === 0 ? USUAL_SELECTORS : selectors,
    pending: !flag(input, 'no-pending'),
    wipSince: dateOf(text(input, 'wip-since')),
    buildUrl: text(input, 'build-url'),
    allowNoPacts: flag(input, 'allow-no-pacts'),
  };
}

function dateOf(given: string | undefined): string | undefined {
  if (given === undefined || (/^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(Date.parse(given))))
    return given;
  throw new KitError(
    'option-invalid',
    `--wip-since ${JSON.stringify(given)}: expected a date such as 2026-01-31`,
  );
}
