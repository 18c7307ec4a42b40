/** The options of `plant-store mock`, in the order and the groups of its help. */
import { DEFAULT_TOKEN } from '../../../mock/authentication/default-token.ts';
import type { OptionSpec } from '../../command.ts';

const stringOption = (value: string, help: string) => ({ type: 'string', value, help }) as const;
const stringListOption = (value: string, help: string) => ({ type: 'string', multiple: true, value, help }) as const;
const booleanOption = (help: string) => ({ type: 'boolean', help }) as const;

const contractOptions: OptionGroup = {
  spec: stringListOption(
    'FILE|URL',
    'the OpenAPI document (default: the Plant Store); of several each is served under its name, or as /PREFIX=FILE',
  ),
  watch: booleanOption('take up edits of the documents and of all files that they refer to'),
};

const listenOptions: OptionGroup = {
  port: stringOption('N', 'the port to listen on; 0 takes a free one (default: 4010)'),
  host: stringOption('HOST', 'the address to listen on (default: 127.0.0.1)'),
  'allow-host': stringListOption(
    'NAME',
    'a name by which it is called and whose pages may call it, such as shop.test or *.shop.test (default: loopback names)',
  ),
  tls: booleanOption('serve HTTPS with a certificate made for this run'),
  'tls-cert': stringOption('FILE', 'serve HTTPS with this certificate, in PEM'),
  'tls-key': stringOption('FILE', 'the key of the certificate, in PEM'),
  limit: stringListOption(
    'NAME=VALUE',
    'body=10mb, headers=16kib, header-time=10s, request-time=30s or connections=1000',
  ),
  workers: stringOption('N', 'so many processes that act as one store'),
};

const credentialOptions: OptionGroup = {
  token: stringListOption('T', `a token to accept (else PLANT_STORE_TOKEN, else ${DEFAULT_TOKEN})`),
  'no-auth': booleanOption('accept every call without credentials'),
  'control-token': stringOption(
    'T',
    'what /__store/ asks for where the host is not loopback (else PLANT_STORE_CONTROL_TOKEN, else made up)',
  ),
};

const responseOptions: OptionGroup = {
  delay: stringOption('MS', 'wait so many milliseconds before each answer; 100-300 for any time between'),
  seed: stringOption('N', 'make dynamic values the same on every run'),
  dynamic: booleanOption('make up values in place of the declared examples'),
  scenario: stringOption('FILE', 'rules for requests to come, in YAML or JSON'),
  rule: stringListOption('TEXT', "one such rule: 'createOrder x3 = 503', 'POST /orders = reset', '* = delay 100-300'"),
};

const stateOptions: OptionGroup = {
  records: stringOption('FILE', 'initial records by collection, in YAML or JSON'),
  stateless: booleanOption('keep no records: every answer is generated'),
  store: stringOption(
    'URL',
    'keep all in Redis, redis://HOST, so that several stores act as one (else PLANT_STORE_STORE)',
  ),
};

const proxyOptions: OptionGroup = {
  upstream: stringOption('URL', 'pass requests on to a service, and judge both sides by the document'),
  record: stringOption('FILE', 'write the document with examples from what was passed on'),
  'fail-on-violations': booleanOption('exit with 1 at the end if a side broke the document, with 2 if nothing came'),
};

const logOptions: OptionGroup = {
  log: stringOption('FORMAT', 'a line for each request on stderr: text (default), json or none'),
};

type OptionGroup = Readonly<Record<string, OptionSpec>>;

export const mockOptions: OptionGroup = withGroups({
  Contract: contractOptions,
  Listening: listenOptions,
  Credentials: credentialOptions,
  Answers: responseOptions,
  State: stateOptions,
  'Proxy mode': proxyOptions,
  Log: logOptions,
});

function withGroups(groups: Readonly<Record<string, OptionGroup>>): OptionGroup {
  const all = Object.entries(groups).flatMap(([group, options]) =>
    Object.entries(options).map(([name, option]) => [name, { ...option, group }] as const),
  );
  return Object.fromEntries(all);
}
