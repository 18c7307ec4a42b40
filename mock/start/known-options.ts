/** Every option that there is, so that others can be refused. */
import type { MockOptions } from './options.ts';

const names: Readonly<Record<keyof MockOptions, true>> = {
  spec: true,
  port: true,
  host: true,
  token: true,
  auth: true,
  delay: true,
  seed: true,
  dynamic: true,
  stateless: true,
  records: true,
  scenario: true,
  store: true,
  tls: true,
  limits: true,
  log: true,
  logFormat: true,
  controlToken: true,
};

export const mockOptions: readonly string[] = Object.keys(names);
