/** The second contract that is not the plants': a ticket desk with forms, headers, cookies and basic authentication. */
import { type Zoo, zooOf } from '../zoo.ts';
import type { Desk } from './desk.ts';
import { staff, startDesk, till } from './start.ts';
import { enclosures } from './variants/index.ts';

export const desk: Zoo = zooOf<Desk>({
  name: 'desk',
  words: 'ticket desk: forms, multipart, text, binary and XML, headers, cookies, basic authentication',
  contract: new URL('desk.yaml', import.meta.url),
  credentials: {
    token: undefined,
    byScheme: new Map([
      ['staff', staff],
      ['session', till],
    ]),
  },
  enclosures,
  start: startDesk,
});
