/** The options of `plant-store mock`, in the order and the groups of its help. */
import { DEFAULT_TOKEN } from '../../../mock/authenticate/default-token.ts';
import type { OptionSpec } from '../../command.ts';

const string = (value: string, help: string) => ({ type: 'string', value, help }) as const;
const strings = (value: string, help: string) => ({ type: 'string', multiple: true, value, help }) as const;
const boolean = (help: string) => ({ type: 'boolean', help }) as const;

const contract: Options = {
  spec: strings(
    'FILE|URL',
    'the OpenAPI document (default: the Plant Store); of several each is served under its name, or as /PREFIX=FILE',
  ),
  watch: boolean('take up edits of the documents and of all files that they refer to'),
};

const listening: Options = {
  port: string('N', 'the port to listen on; 0 takes a free one (default: 4010)'),
  host: string('HOST', 'the address to listen on (default: 127.0.0.1)'),
  'allow-host': strings(
    'NAME',
    'a name by which it is called and whose pages may call it, such as shop.test or *.shop.test (default: loopback names)',
  ),
  tls: boolean('serve HTTPS with a certificate made for this run'),
  'tls-cert': string('FILE', 'serve HTTPS with this certificate, in PEM'),
  'tls-key': string('FILE', 'the key of the certificate, in PEM'),
  limit: strings(
    'NAME=VALUE',
    'body=10mb, headers=16kib, header-time=10s, request-time=30s or connections=1000',
  ),
  workers: string('N', 'so many processes that act as one store'),
};

const credentials: Options = {
  token: strings('T', `a token to accept (else PLANT_STORE_TOKEN, else ${DEFAULT_TOKEN})`),
  'no-auth': boolean('accept every call without credentials'),
  'control-token': string(
    'T',
    'what /__store/ asks for where the host is not loopback (else PLANT_STORE_CONTROL_TOKEN, else made up)',
  ),
};

const answers: Options = {
  delay: string('MS', 'wait so many milliseconds before each answer; 100-300 for any time between'),
  seed: string('N', 'make dynamic values the same on every run'),
  dynamic: boolean('make up values in place of the declared examples'),
  scenario: string('FILE', 'rules for requests to come, in YAML or JSON'),
  rule: strings('TEXT', "one such rule: 'createOrder x3 = 503', 'POST /orders = reset', '* = delay 100-300'"),
};

const state: Options = {
  records: string('FILE', 'initial records by collection, in YAML or JSON'),
  stateless: boolean('keep no records: every answer is generated'),
  store: string(
    'URL',
    'keep all in Redis, redis://HOST, so that several stores act as one (else PLANT_STORE_STORE)',
  ),
};

const proxy: Options = {
  upstream: string('URL', 'pass requests on to a service, and judge both sides by the document'),
  record: string('FILE', 'write the document with examples from what was passed on'),
  'fail-on-violations': boolean(
    'exit with 1 at the end if a side broke the document, with 2 if nothing came',
  ),
};

const logging: Options = {
  log: string('FORMAT', 'a line for each request on stderr: text (default), json or none'),
};

type Options = Readonly<Record<string, OptionSpec>>;

export const mockOptions: Options = grouped({
  Contract: contract,
  Listening: listening,
  Credentials: credentials,
  Answers: answers,
  State: state,
  'Proxy mode': proxy,
  Log: logging,
});

function grouped(groups: Readonly<Record<string, Options>>): Options {
  const all = Object.entries(groups).flatMap(([group, options]) =>
    Object.entries(options).map(([name, option]) => [name, { ...option, group }] as const),
  );
  return Object.fromEntries(all);
}
