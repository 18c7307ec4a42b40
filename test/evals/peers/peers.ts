/** All peers, in the order of the page. */
import { cats } from './cats/index.ts';
import { evomaster } from './evomaster.ts';
import type { Peer } from './peer.ts';
import { restler } from './restler.ts';
import { schemathesis } from './schemathesis.ts';

export const peers: readonly Peer[] = [cats, restler, schemathesis, evomaster];
