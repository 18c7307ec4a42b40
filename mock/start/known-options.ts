/** Every option that there is, and of which kind its value has to be, so that others can be refused. */
import {
  call,
  document,
  either,
  flag,
  type Kind,
  listOf,
  number,
  object,
  only,
  text,
} from '../../spec/options/option-kinds.ts';
import type { MockOptions } from './options.ts';

export const mockKinds: Readonly<Record<keyof MockOptions, Kind>> = {
  spec: either(document, listOf(object)),
  port: number,
  host: text,
  allowHosts: listOf(text),
  token: either(text, listOf(text)),
  auth: flag,
  delay: either(number, text),
  seed: number,
  dynamic: flag,
  stateless: flag,
  records: either(object, text),
  scenario: either(listOf(object), text),
  store: text,
  tls: either(object, only(true)),
  limits: object,
  log: call,
  logFormat: text,
  controlToken: text,
};
