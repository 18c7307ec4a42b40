/** All attacks, in the order in which they are told. */
import type { Theme } from './attack.ts';
import { bodies } from './themes/bodies.ts';
import { connections } from './themes/connections.ts';
import { control } from './themes/control.ts';
import { credentials } from './themes/credentials.ts';
import { crowds, sieges } from './themes/crowds.ts';
import { forms } from './themes/forms.ts';
import { framing } from './themes/framing.ts';
import { guarded } from './themes/guarded.ts';
import { headers } from './themes/headers.ts';
import { journal } from './themes/journal.ts';
import { requestLine } from './themes/request-line.ts';
import { slow } from './themes/slow.ts';
import { targets } from './themes/targets.ts';
import { proxy, tls, workers } from './themes/variants.ts';
import { wishes } from './themes/wishes.ts';
import { xmlBodies } from './themes/xml.ts';

export const themes: readonly Theme[] = [
  requestLine,
  targets,
  headers,
  framing,
  bodies,
  forms,
  xmlBodies,
  credentials,
  wishes,
  control,
  guarded,
  journal,
  connections,
  slow,
  crowds,
  sieges,
  workers,
  tls,
  proxy,
];
