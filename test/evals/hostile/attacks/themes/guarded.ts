import { type Attack, closed, open, type Theme } from '../attack.ts';
import { AUTH, CONTROL_TOKEN, steer, WRONG_TOKEN } from '../requests.ts';

const asking = (fields: string, route = 'journal') => steer('GET', route, { fields });
const refused = open(401);

const attacks: readonly Attack[] = [
  { name: 'no control token', why: 'RFC 9110, 15.5.2', sends: asking(''), gets: refused },
  {
    name: 'a wrong control token',
    why: 'it is not accepted',
    sends: asking(`Authorization: Bearer ${WRONG_TOKEN}\r\n`),
    gets: refused,
  },
  {
    name: 'the token of the contract',
    why: 'it opens the contract alone',
    sends: asking(AUTH),
    gets: refused,
  },
  {
    name: 'the control token and one letter more',
    why: 'compared as a whole',
    sends: asking(`Authorization: Bearer ${CONTROL_TOKEN}x\r\n`),
    gets: refused,
  },
  {
    name: 'the control token in the query',
    why: 'queries stand in logs',
    sends: asking('', `journal?token=${CONTROL_TOKEN}`),
    gets: refused,
  },
  {
    name: 'the control token in a cookie',
    why: 'pages of other sites would send it along',
    sends: asking(`Cookie: token=${CONTROL_TOKEN}\r\n`),
    gets: refused,
  },
  {
    name: 'a control token of 1 MB',
    why: 'RFC 6585, 5',
    sends: asking(`Authorization: Bearer ${'x'.repeat(1_000_000)}\r\n`),
    gets: closed(431),
  },
  {
    name: 'a route that there is not, without the token',
    why: 'who has no token learns nothing',
    sends: asking('', 'nowhere'),
    gets: refused,
  },
  {
    name: 'the control token to the contract',
    why: 'it opens the control API alone',
    sends: `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${CONTROL_TOKEN}\r\nContent-Length: 0\r\n\r\n`,
    gets: refused,
  },
];

export const guarded: Theme = {
  name: 'The control API with a token',
  sends: 'no token, wrong ones, the right one in the wrong place',
  store: 'guarded',
  attacks,
};
