import type { HostileServer } from '../server.ts';
import { bodies } from './bodies.ts';
import { echoes } from './echoes.ts';
import { encodings } from './encodings.ts';
import { endless } from './endless.ts';
import { framing } from './framing.ts';
import { heads } from './heads.ts';
import { markup } from './markup.ts';
import { notHttp1 } from './not-http.ts';
import { redirects } from './redirects.ts';
import { resets } from './resets.ts';
import { slow } from './slow.ts';
import { tls } from './tls.ts';
import { unasked } from './unasked.ts';

export interface Theme {
  readonly words: string;
  readonly servers: readonly HostileServer[];
}

export const themes: readonly Theme[] = [
  { words: 'slow', servers: slow },
  { words: 'endless', servers: endless },
  { words: 'lying about lengths', servers: framing },
  { words: 'unasked', servers: unasked },
  { words: 'ending early', servers: resets },
  { words: 'no HTTP/1.1', servers: notHttp1 },
  { words: 'TLS', servers: tls },
  { words: 'redirecting', servers: redirects },
  { words: 'packed', servers: encodings },
  { words: 'bodies', servers: bodies },
  { words: 'heads', servers: heads },
  { words: 'sending the token back', servers: echoes },
  { words: 'markup for others', servers: markup },
];
