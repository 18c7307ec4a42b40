/** The second contract that is not the plants': a ticket desk with forms, headers, cookies and basic authentication. */
import { createZoo, type Zoo } from '../zoo.ts';
import type { DeskBehavior } from './behavior.ts';
import { staffCredentials, startDesk, tillCredentials } from './start.ts';
import { deskVariantGroups } from './variants/index.ts';

export const desk: Zoo = createZoo<DeskBehavior>({
  name: 'desk',
  title: 'ticket desk: forms, multipart, text, binary and XML, headers, cookies, basic authentication',
  contract: new URL('desk.yaml', import.meta.url),
  credentials: {
    token: undefined,
    byScheme: new Map([
      ['staff', staffCredentials],
      ['session', tillCredentials],
    ]),
  },
  variantGroups: deskVariantGroups,
  start: startDesk,
});
