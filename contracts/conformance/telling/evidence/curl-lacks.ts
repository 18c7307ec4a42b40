/** What a case does and its curl line does not. */
import type { Case } from '../../model/case.ts';
import type { Delivery } from '../../model/exchange.ts';

/** Undefined where they do the same. */
export function curlLacks({ company, story }: Case, delivery: Delivery): string | undefined {
  if (story !== undefined)
    return 'this request alone, about a record of that run; replay sends the whole sequence';
  const { before, atOnce, inARow, watched } = company ?? {};
  if (before !== undefined || atOnce !== undefined || inARow !== undefined)
    return 'this request alone; replay sends all that the case is made of';
  if (watched === true)
    return 'curl does not look at what comes on the connection after the response; replay does';
  return byDelivery[delivery];
}

const byDelivery: Readonly<Partial<Record<Delivery, string>>> = {
  'in pieces': 'curl sends the body in one piece; replay sends it in two',
  'read slowly': 'curl reads the response immediately; replay leaves it waiting for a while',
};
