/** All attacks, in the order in which they are told. */
import type { AttackTheme } from './attack.ts';
import { bodies } from './themes/bodies.ts';
import { connectionFloods, manyConnections } from './themes/connection-floods.ts';
import { connections } from './themes/connections.ts';
import { control } from './themes/control.ts';
import { controlToken } from './themes/control-token.ts';
import { credentials } from './themes/credentials.ts';
import { forms } from './themes/forms.ts';
import { framing } from './themes/framing.ts';
import { headers } from './themes/headers.ts';
import { journal } from './themes/journal.ts';
import { preferences } from './themes/preferences.ts';
import { requestLine } from './themes/request-line.ts';
import { slow } from './themes/slow.ts';
import { proxy, tls, workers } from './themes/store-variants.ts';
import { targets } from './themes/targets.ts';
import { xmlBodies } from './themes/xml.ts';

export const attackThemes: readonly AttackTheme[] = [
  requestLine,
  targets,
  headers,
  framing,
  bodies,
  forms,
  xmlBodies,
  credentials,
  preferences,
  control,
  controlToken,
  journal,
  connections,
  slow,
  manyConnections,
  connectionFloods,
  workers,
  tls,
  proxy,
];
