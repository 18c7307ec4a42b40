/** What a fake store can be told, in the words of the door `plant-store/mock`. */
import type { SpecSource } from '../../spec/loading/spec-source.ts';
import {
  booleanOption,
  documentOption,
  functionOption,
  listOption,
  literalOption,
  numberOption,
  type OptionType,
  objectOption,
  stringOption,
  unionOption,
} from '../../spec/options/option-validation.ts';
import type { LogFormat } from '../journal/log.ts';
import type { Rule } from '../model/rule.ts';
import type { InitialRecords } from '../records/create-record-handler.ts';
import type { Limits, TlsIdentity } from '../serve/server-context.ts';
import type { MountedSpec } from './load-mounts.ts';

export interface MockOptions {
  /**
   * The contract: the path or URL of an OpenAPI 3.0 or 3.1 document, or the document as an object; several as
   * `[{ prefix: '/shop', spec: 'shop.yaml' }, ...]`. The Plant Store unless given.
   */
  readonly spec?: SpecSource | readonly MountedSpec[];
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The address to listen on: `127.0.0.1` unless given. On any other the control API asks for the control token. */
  readonly host?: string;
  /**
   * Other names that this mock is called by, and whose pages may call it: `['shop.test', '*.shop.test']`. On a loopback address
   * all but `localhost`, `*.localhost`, `127.x.x.x` and `[::1]` are refused without; on any other address none are.
   */
  readonly allowHosts?: readonly string[];
  /** What is accepted as a credential; of several the first is told as `token`. `plant-store-dev-token` unless given. */
  readonly token?: string | readonly string[];
  /** `false` accepts every call without credentials. */
  readonly auth?: boolean;
  /** Before each answer: milliseconds, or a range of them such as `'100-300'`. */
  readonly delay?: number | string;
  /** The same seed gives the same dynamic values. */
  readonly seed?: number;
  /** Values made up for each answer in place of the declared examples. */
  readonly dynamic?: boolean;
  /** Keeps no records: every answer is generated. */
  readonly stateless?: boolean;
  /**
   * The initial records by collection, `{ '/orders': [{ id: 1, name: 'lamp' }] }`, or the path of a YAML or JSON file that
   * holds them; in place of those that the examples of the contract give.
   */
  readonly records?: InitialRecords | string;
  /** The initial rules for requests to come, or the path of a YAML or JSON file that holds them. */
  readonly scenario?: readonly Rule[] | string;
  /** The URL of a Redis server that keeps records, journal and rules, so that several stores act as one: `redis://127.0.0.1`. */
  readonly store?: string;
  /** Serves HTTPS: with this certificate and key in PEM, or with `true` by a certificate made for this run. */
  readonly tls?: TlsIdentity | true;
  /** What a client may send; see `Limits` for the defaults. */
  readonly limits?: Partial<Limits>;
  /** Gets one line for each request; nothing is logged without it. */
  readonly log?: (line: string) => void;
  /** Of the lines: `text`, for people, unless given. */
  readonly logFormat?: LogFormat;
  /** What the control API requires where `host` is not loopback; made up unless given. Given, it is required everywhere. */
  readonly controlToken?: string;
}

/** Every option that there is, and of which kind its value has to be, so that others can be refused. */
export const mockOptionKinds: Readonly<Record<keyof MockOptions, OptionType>> = {
  spec: unionOption(documentOption, listOption(objectOption)),
  port: numberOption,
  host: stringOption,
  allowHosts: listOption(stringOption),
  token: unionOption(stringOption, listOption(stringOption)),
  auth: booleanOption,
  delay: unionOption(numberOption, stringOption),
  seed: numberOption,
  dynamic: booleanOption,
  stateless: booleanOption,
  records: unionOption(objectOption, stringOption),
  scenario: unionOption(listOption(objectOption), stringOption),
  store: stringOption,
  tls: unionOption(objectOption, literalOption(true)),
  limits: objectOption,
  log: functionOption,
  logFormat: stringOption,
  controlToken: stringOption,
};
