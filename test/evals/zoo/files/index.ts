/** A file service: keys in query and cookie, multipart, binary content with ranges, notes, CSV, jobs, links. */
import { createZoo, type Zoo } from '../zoo.ts';
import { northCookie, northKey, southCookie, southKey } from './authentication.ts';
import type { FilesBehavior } from './behavior.ts';
import { startFiles } from './start.ts';
import { filesVariantGroups } from './variants/index.ts';

export const files: Zoo = createZoo<FilesBehavior>({
  name: 'files',
  title: 'files: OpenAPI 3.1, keys in query and cookie, multipart, binary content, ranges, notes, CSV, jobs',
  contract: new URL('files.yaml', import.meta.url),
  credentials: {
    token: undefined,
    byScheme: new Map([
      ['vaultKey', northKey],
      ['vaultCookie', northCookie],
    ]),
    other: {
      byScheme: new Map([
        ['vaultKey', southKey],
        ['vaultCookie', southCookie],
      ]),
      isolated: [],
    },
  },
  start: startFiles,
  variantGroups: filesVariantGroups,
});
