import type { Peer } from '../peer.ts';
import { aroundStringGroups } from './around-strings.ts';
import { boundGroups } from './bounds.ts';
import { formatGroups } from './formats.ts';
import { headerGroups } from './headers.ts';
import { linterGroups } from './linters.ts';
import { propertyGroups } from './properties.ts';
import { requestGroups } from './requests.ts';
import { stringGroups } from './strings.ts';
import { typeGroups } from './types.ts';

export const cats: Peer = {
  name: 'CATS',
  url: 'https://github.com/Endava/cats',
  version: '13.8.0 and 20 commits',
  commit: '59a111ed5ff23ab2c333a4b7fa56854b53d470f9',
  licence: 'Apache-2.0',
  source:
    'fuzzers and linters, the classes of `com.endava.cats.fuzzer` with such an annotation; `Fuzzer` at the end of a name is omitted',
  groups: [
    ...typeGroups,
    ...boundGroups,
    ...formatGroups,
    ...aroundStringGroups,
    ...stringGroups,
    ...propertyGroups,
    ...headerGroups,
    ...requestGroups,
    ...linterGroups,
  ],
};
