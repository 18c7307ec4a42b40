import type { HostileServer } from '../hostile-server.ts';
import { bodies } from './bodies.ts';
import { echoes } from './echoes.ts';
import { encodings } from './encodings.ts';
import { endless } from './endless.ts';
import { framing } from './framing.ts';
import { markup } from './markup.ts';
import { notHttp1 } from './not-http.ts';
import { redirects } from './redirects.ts';
import { resets } from './resets.ts';
import { responseHeads } from './response-heads.ts';
import { slow } from './slow.ts';
import { tls } from './tls.ts';
import { unsolicited } from './unsolicited.ts';

export interface ServerTheme {
  readonly title: string;
  readonly servers: readonly HostileServer[];
}

export const serverThemes: readonly ServerTheme[] = [
  { title: 'slow', servers: slow },
  { title: 'endless', servers: endless },
  { title: 'lying about lengths', servers: framing },
  { title: 'unasked', servers: unsolicited },
  { title: 'ending early', servers: resets },
  { title: 'no HTTP/1.1', servers: notHttp1 },
  { title: 'TLS', servers: tls },
  { title: 'redirecting', servers: redirects },
  { title: 'packed', servers: encodings },
  { title: 'bodies', servers: bodies },
  { title: 'heads', servers: responseHeads },
  { title: 'sending the token back', servers: echoes },
  { title: 'markup for others', servers: markup },
];
