/** The options of `plant-store mock`, in the order and the groups of its help. */
import { DEFAULT_TOKEN } from '../../../mock/authentication/default-token.ts';
import type { OptionSpec } from '../../command.ts';

const stringOption = (value: string, help: string) => ({ type: 'string', value, help }) as const;
const stringListOption = (value: string, help: string) => ({ type: 'string', multiple: true, value, help }) as const;
const booleanOption = (help: string) => ({ type: 'boolean', help }) as const;

const contractOptions: OptionGroup = {
  spec: stringListOption(
    'FILE|URL',
    'the OpenAPI document (default: the Plant Store); several are served under their names, or as /PREFIX=FILE',
  ),
  overlay: stringListOption('FILE|URL', 'an OpenAPI Overlay (1.0 or 1.1) that changes the document'),
  'ref-root': stringOption('DIR', 'a folder that references of the documents may reach, in addition to theirs'),
  'strict-spec': booleanOption('reject a document that is not valid OpenAPI, instead of repairing it'),
  watch: booleanOption(
    'reload documents and the files they refer to, records, rules and plant-store.config.ts when they change',
  ),
};

const listenOptions: OptionGroup = {
  port: stringOption('N', 'the port to listen on; 0 for a free one (default: 4010)'),
  host: stringOption('HOST', 'the address to listen on (default: 127.0.0.1)'),
  'allow-host': stringListOption(
    'NAME',
    'a host name that requests and pages may use, such as shop.test or *.shop.test (default: loopback names)',
  ),
  tls: booleanOption('serve HTTPS with a generated certificate'),
  'tls-cert': stringOption('FILE', 'serve HTTPS with this certificate, in PEM'),
  'tls-key': stringOption('FILE', 'the key of the certificate, in PEM'),
  limit: stringListOption(
    'NAME=VALUE',
    'body=10mb, headers=16kib, header-time=10s, request-time=30s or connections=1000',
  ),
  workers: stringOption('N', 'the number of processes that act as one server'),
};

const credentialOptions: OptionGroup = {
  token: stringListOption('T', `a token to accept (default: PLANT_STORE_TOKEN, or ${DEFAULT_TOKEN})`),
  'no-auth': booleanOption('accept requests without credentials'),
  'token-lifetime': stringOption('TIME', 'how long tokens of logins are valid: 5s, 10m, 1h (default: 1h)'),
  'control-token': stringOption(
    'T',
    'the token that /__store/ requires if the host is not loopback (default: PLANT_STORE_CONTROL_TOKEN, or generated)',
  ),
};

const responseOptions: OptionGroup = {
  delay: stringOption('MS', 'wait MS milliseconds before each response; 100-300 for a random time'),
  stream: stringOption('NxMS', 'items of a stream, and the milliseconds between them (default: 3x100)'),
  seed: stringOption('N', 'generate the same dynamic values in every run'),
  dynamic: booleanOption('generate values instead of using the declared examples'),
  locale: stringOption('NAME', 'the language and country of made-up values, such as de or pt_BR (default: en)'),
  scenario: stringOption('FILE', 'rules for requests, in YAML or JSON'),
  rule: stringListOption('TEXT', "one rule: 'createOrder x3 = 503', 'POST /orders = reset', '* = delay 100-300'"),
};

const callbackOptions: OptionGroup = {
  callbacks: booleanOption('send the callbacks that the document declares, to URLs of this machine'),
  'allow-callbacks': stringListOption('HOST', 'send callbacks and webhooks also to this host, or to all of *.HOST'),
};

const codeOptions: OptionGroup = {
  config: stringOption(
    'FILE',
    'handlers and seeds in TypeScript or JavaScript (default: plant-store.config.ts beside the document or in the working directory)',
  ),
  'no-config': booleanOption('ignore plant-store.config.ts'),
};

const stateOptions: OptionGroup = {
  records: stringOption(
    'FILE|N',
    'initial records by collection, in YAML or JSON; or N made-up ones for each collection',
  ),
  'records-per-user': booleanOption('give each user who logs in records of their own'),
  stateless: booleanOption('keep no records: every response is generated'),
  store: stringOption(
    'URL',
    'keep data in a file, file:PATH, or in Redis, redis://HOST, which several servers may share (default: PLANT_STORE_STORE)',
  ),
};

const proxyOptions: OptionGroup = {
  upstream: stringOption('URL', 'forward requests to a service, and check both sides against the document'),
  record: stringOption('FILE', 'write the document with examples from the traffic'),
  'mock-unimplemented': booleanOption('respond from the document where the service responds with 501'),
  'fail-on-violations': booleanOption('exit with 1 after a violation, with 2 without requests'),
};

const logOptions: OptionGroup = {
  log: stringOption('FORMAT', 'the request log on stderr: text (default), json or none'),
};

type OptionGroup = Readonly<Record<string, OptionSpec>>;

export const mockOptions: OptionGroup = withGroups({
  Contract: contractOptions,
  Listening: listenOptions,
  Credentials: credentialOptions,
  Responses: responseOptions,
  Callbacks: callbackOptions,
  'Your own code': codeOptions,
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
