import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { type Answer, withHeader } from '../wire.ts';
import { answers, crashed, refuses } from './changes.ts';

/** Answers that are not what the contract declares. */
export const wrongAnswers = faulty<Desk>('basic', [
  {
    name: 'calls-csv-json',
    what: 'It answers CSV under application/json.',
    at: ['readReport'],
    foundBy: ['media-type-declared'],
    behaviour: answers('readReport', (answer) => withHeader(answer, 'content-type', 'application/json')),
  },
  {
    name: 'writes-ampersands-bare',
    what: 'It puts text into XML as it is, so that & and < break it.',
    at: ['readReport'],
    foundBy: ['body-is-xml'],
    behaviour: answers('readReport', (answer) => inXml(answer, (text) => text.replaceAll('&#38;', '&'))),
  },
  {
    name: 'cuts-xml',
    what: 'It leaves out the end of the XML.',
    at: ['readReport'],
    foundBy: ['body-is-xml'],
    behaviour: answers('readReport', (answer) => inXml(answer, (text) => text.replace('</report>', ''))),
  },
  {
    name: 'writes-two-roots',
    what: 'It writes one root after the other, as a log does.',
    at: ['readReport'],
    foundBy: ['body-is-xml'],
    behaviour: answers('readReport', (answer) => inXml(answer, (text) => `${text}<report/>`)),
  },
  {
    name: 'writes-latin-1',
    what: 'It writes CSV in Latin-1 and calls it UTF-8.',
    at: ['readReport'],
    foundBy: ['charset-is-utf-8'],
    behaviour: answers('readReport', (answer) => ({
      ...answer,
      body: Buffer.from(String(answer.body), 'latin1'),
    })),
  },
  {
    name: 'answers-422-for-report',
    what: 'It answers 422 where the contract has 400.',
    at: ['readReport'],
    foundBy: ['status-declared'],
    behaviour: refuses(400, (answer) => ({ ...answer, status: 422 })),
  },
  {
    name: 'answers-errors-with-302',
    what: 'It sends whoever fills in a form wrongly back to the form.',
    at: ['openSession'],
    foundBy: ['no-redirect'],
    behaviour: refuses(400, (answer) => ({
      ...withHeader(answer, 'location', '/sessions/new'),
      status: 302,
    })),
  },
  {
    name: 'answers-errors-with-200',
    what: 'It answers 200 with an error within.',
    at: ['readReport'],
    foundBy: ['invalid-rejected'],
    behaviour: refuses(400, (answer) => ({ ...answer, status: 200 })),
  },
  {
    name: 'leaves-fields-out-of-errors',
    what: 'It answers errors without the list of fields, which the contract requires.',
    at: ['readReport'],
    foundBy: ['body-matches-schema'],
    behaviour: ({ refused }) => ({
      refused: (refusal) => ({
        ...refused(refusal),
        body: JSON.stringify({ code: refusal.code, title: refusal.message }),
      }),
    }),
  },
  {
    name: 'numbers-errors',
    what: 'It answers errors with a number as their code.',
    at: ['openSession'],
    foundBy: ['body-matches-schema'],
    behaviour: ({ refused }) => ({
      refused: (refusal) => ({
        ...refused(refusal),
        body: JSON.stringify({ code: refusal.status, title: refusal.message, fields: [] }),
      }),
    }),
  },
  {
    name: 'names-fields-as-texts',
    what: 'It answers errors with the names of fields where the contract has objects.',
    at: ['readReport'],
    foundBy: ['body-matches-schema'],
    behaviour: ({ refused }) => ({
      refused: (refusal) => {
        const fields = refusal.fields.map(({ name }) => name);
        const body = JSON.stringify({ code: refusal.code, title: refusal.message, fields });
        return { ...refused(refusal), body };
      },
    }),
  },
  {
    name: 'shows-page-for-404',
    what: 'It answers 404 with a page for people.',
    at: ['readBooking'],
    foundBy: ['media-type-declared'],
    behaviour: refuses(404, (answer) => ({ ...crashed, status: answer.status })),
  },
  {
    name: 'shows-page-for-401',
    what: 'It answers 401 with a page for people.',
    at: ['readNote'],
    foundBy: ['media-type-declared'],
    behaviour: refuses(401, (answer) => ({
      ...answer,
      headers: { ...answer.headers, ...crashed.headers },
      body: crashed.body,
    })),
  },
  {
    name: 'fails-on-unknown-booking',
    what: 'It answers 500 where there is no such booking.',
    at: ['readBooking'],
    foundBy: ['no-server-error'],
    behaviour: refuses(404, () => crashed),
  },
  {
    name: 'fails-on-broken-path',
    what: 'It answers 500 where a percent sign in the path is followed by no digits.',
    at: ['readNote'],
    foundBy: ['no-server-error'],
    behaviour: () => ({
      around: async ({ path }, answer) => (/%(?![\da-f]{2})/i.test(path) ? crashed : answer()),
    }),
  },
  {
    name: 'fails-where-nothing-fits',
    what: 'It answers 500 where it has no type that Accept names.',
    at: ['readReport'],
    foundBy: ['no-server-error'],
    behaviour: refuses(406, () => crashed),
  },
  {
    name: 'takes-any-day',
    what: 'It reports of what is no day.',
    at: ['readReport'],
    foundBy: ['invalid-rejected'],
    behaviour: ({ forms }) => ({ forms: { ...forms, read: { ...forms.read, date: (text) => text } } }),
  },
  {
    name: 'takes-missing-day',
    what: 'It reports of today where the required day is missing.',
    at: ['readReport'],
    foundBy: ['invalid-rejected'],
    behaviour: ({ forms }) => ({
      forms: { ...forms, refuseMissing: (name) => (name === 'day' ? undefined : forms.refuseMissing(name)) },
    }),
  },
  {
    name: 'reads-tiers-as-one',
    what: 'It does not split a list in the query.',
    at: ['readReport'],
    foundBy: ['valid-accepted'],
    behaviour: ({ forms }) => ({ forms: { ...forms, itemsOf: (values) => values } }),
  },
]);

function inXml(answer: Answer, change: (text: string) => string): Answer {
  const isXml = String(answer.headers['content-type']).startsWith('application/xml');
  return isXml ? { ...answer, body: change(String(answer.body)) } : answer;
}
