import { headerOf } from '../../headers.ts';
import { type Check, isContractSilent } from './check.ts';

export const encodingAsAsked: Check = {
  id: 'encoding-as-asked',
  severity: 'fault',
  holds: 'the body is not packed, since the request says Accept-Encoding: identity',
  title: 'The body is packed although that was ruled out',
  why: 'A client that cannot unpack it, or that unpacks what was never packed, reads garbage. Likely causes: a compression layer that does not look at Accept-Encoding, a proxy that unpacks a body and leaves the header.',
  appliesTo: (judged) => judged.answer !== undefined && !isContractSilent(judged),
  violations({ answer, case: { operation } }) {
    const encoding = answer === undefined ? undefined : headerOf(answer.headers, 'content-encoding');
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return [];
    const received = `Content-Encoding ${JSON.stringify(encoding)}`;
    return [{ expected: 'no Content-Encoding', received, place: operation.place, key: encoding }];
  },
};
