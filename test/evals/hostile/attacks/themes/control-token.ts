import { type Attack, type AttackTheme, closed, open } from '../attack.ts';
import { AUTH, CONTROL_TOKEN, controlRequest, WRONG_TOKEN } from '../requests.ts';

const controlRequestWith = (fields: string, route = 'journal') => controlRequest('GET', route, { fields });
const rejected = open(401);

const attacks: readonly Attack[] = [
  { name: 'no control token', reason: 'RFC 9110, 15.5.2', sends: controlRequestWith(''), expected: rejected },
  {
    name: 'a wrong control token',
    reason: 'it is not accepted',
    sends: controlRequestWith(`Authorization: Bearer ${WRONG_TOKEN}\r\n`),
    expected: rejected,
  },
  {
    name: 'the token of the contract',
    reason: 'it opens the contract alone',
    sends: controlRequestWith(AUTH),
    expected: rejected,
  },
  {
    name: 'the control token and one letter more',
    reason: 'compared as a whole',
    sends: controlRequestWith(`Authorization: Bearer ${CONTROL_TOKEN}x\r\n`),
    expected: rejected,
  },
  {
    name: 'the control token in the query',
    reason: 'queries are written to logs',
    sends: controlRequestWith('', `journal?token=${CONTROL_TOKEN}`),
    expected: rejected,
  },
  {
    name: 'the control token in a cookie',
    reason: 'pages of other sites would send it along',
    sends: controlRequestWith(`Cookie: token=${CONTROL_TOKEN}\r\n`),
    expected: rejected,
  },
  {
    name: 'a control token of 1 MB',
    reason: 'RFC 6585, 5',
    sends: controlRequestWith(`Authorization: Bearer ${'x'.repeat(1_000_000)}\r\n`),
    expected: closed(431),
  },
  {
    name: 'a route that there is not, without the token',
    reason: 'who has no token learns nothing',
    sends: controlRequestWith('', 'nowhere'),
    expected: rejected,
  },
  {
    name: 'the control token to the contract',
    reason: 'it opens the control API alone',
    sends: `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${CONTROL_TOKEN}\r\nContent-Length: 0\r\n\r\n`,
    expected: rejected,
  },
];

export const controlToken: AttackTheme = {
  name: 'The control API with a token',
  sends: 'no token, wrong ones, the right one in the wrong place',
  store: 'guarded',
  attacks,
};
