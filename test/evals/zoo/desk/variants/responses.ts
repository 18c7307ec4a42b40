import { faulty } from '../../variant.ts';
import type { DeskBehavior } from '../behavior.ts';
import { type DeskResponse, withDeskHeader } from '../http.ts';
import { changesErrors, changesResponses, deskServerError } from './changes.ts';

/** Answers that are not what the contract declares. */
export const wrongResponses = faulty<DeskBehavior>('basic', [
  {
    name: 'calls-csv-json',
    description: 'It returns CSV under application/json.',
    operations: ['readReport'],
    foundBy: ['media-type-declared'],
    behavior: changesResponses('readReport', (response) =>
      withDeskHeader(response, 'content-type', 'application/json'),
    ),
  },
  {
    name: 'writes-ampersands-bare',
    description: 'It puts text into XML as it is, so that & and < break it.',
    operations: ['readReport'],
    foundBy: ['body-is-xml'],
    behavior: changesResponses('readReport', (response) => inXml(response, (text) => text.replaceAll('&#38;', '&'))),
  },
  {
    name: 'cuts-xml',
    description: 'It omits the end of the XML.',
    operations: ['readReport'],
    foundBy: ['body-is-xml'],
    behavior: changesResponses('readReport', (response) => inXml(response, (text) => text.replace('</report>', ''))),
  },
  {
    name: 'writes-two-roots',
    description: 'It writes one root after the other, as a log does.',
    operations: ['readReport'],
    foundBy: ['body-is-xml'],
    behavior: changesResponses('readReport', (response) => inXml(response, (text) => `${text}<report/>`)),
  },
  {
    name: 'writes-latin-1',
    description: 'It writes CSV in Latin-1 and calls it UTF-8.',
    operations: ['readReport'],
    foundBy: ['charset-is-utf-8'],
    behavior: changesResponses('readReport', (response) => ({
      ...response,
      body: Buffer.from(String(response.body), 'latin1'),
    })),
  },
  {
    name: 'returns-422-for-report',
    description: 'It returns 422 where the contract has 400.',
    operations: ['readReport'],
    foundBy: ['status-declared'],
    behavior: changesErrors(400, (response) => ({ ...response, status: 422 })),
  },
  {
    name: 'returns-403-to-wrong-credentials',
    description: 'It returns 403 where credentials are given and wrong, and the contract has 401.',
    operations: ['readReport'],
    foundBy: ['status-declared'],
    behavior: () => ({
      wrapExchange: async (request, deskResponse) => {
        const given = await deskResponse();
        const hasSome = request.headers['authorization'] !== undefined;
        return given.status === 401 && hasSome ? { ...given, status: 403 } : given;
      },
    }),
  },
  {
    name: 'returns-errors-with-302',
    description: 'It redirects clients that send an invalid form back to the form.',
    operations: ['openSession'],
    foundBy: ['no-redirect'],
    behavior: changesErrors(400, (response) => ({
      ...withDeskHeader(response, 'location', '/sessions/new'),
      status: 302,
    })),
  },
  {
    name: 'returns-errors-with-200',
    description: 'It returns 200 with an error within.',
    operations: ['readReport'],
    foundBy: ['invalid-rejected'],
    behavior: changesErrors(400, (response) => ({ ...response, status: 200 })),
  },
  {
    name: 'leaves-fields-out-of-errors',
    description: 'It returns errors without the list of fields, which the contract requires.',
    operations: ['readReport'],
    foundBy: ['body-matches-schema'],
    behavior: ({ respondToError: reject }) => ({
      respondToError: (deskError) => ({
        ...reject(deskError),
        body: JSON.stringify({ code: deskError.code, title: deskError.message }),
      }),
    }),
  },
  {
    name: 'numbers-errors',
    description: 'It returns errors with a number as their code.',
    operations: ['openSession'],
    foundBy: ['body-matches-schema'],
    behavior: ({ respondToError: reject }) => ({
      respondToError: (deskError) => ({
        ...reject(deskError),
        body: JSON.stringify({ code: deskError.status, title: deskError.message, fields: [] }),
      }),
    }),
  },
  {
    name: 'names-fields-as-texts',
    description: 'It returns errors with the names of fields where the contract has objects.',
    operations: ['readReport'],
    foundBy: ['body-matches-schema'],
    behavior: ({ respondToError: reject }) => ({
      respondToError: (deskError) => {
        const fields = deskError.fields.map(({ name }) => name);
        const body = JSON.stringify({ code: deskError.code, title: deskError.message, fields });
        return { ...reject(deskError), body };
      },
    }),
  },
  {
    name: 'shows-page-for-404',
    description: 'It returns 404 with a page for people.',
    operations: ['readBooking'],
    foundBy: ['media-type-declared'],
    behavior: changesErrors(404, (response) => ({ ...deskServerError, status: response.status })),
  },
  {
    name: 'shows-page-for-401',
    description: 'It returns 401 with a page for people.',
    operations: ['readNote'],
    foundBy: ['media-type-declared'],
    behavior: changesErrors(401, (response) => ({
      ...response,
      headers: { ...response.headers, ...deskServerError.headers },
      body: deskServerError.body,
    })),
  },
  {
    name: 'fails-on-unknown-booking',
    description: 'It returns 500 where there is no such booking.',
    operations: ['readBooking'],
    foundBy: ['no-server-error'],
    behavior: changesErrors(404, () => deskServerError),
  },
  {
    name: 'fails-on-broken-path',
    description: 'It returns 500 where a percent sign in the path is followed by no digits.',
    operations: ['readNote'],
    foundBy: ['no-server-error'],
    behavior: () => ({
      wrapExchange: async ({ path }, response) => (/%(?![\da-f]{2})/i.test(path) ? deskServerError : response()),
    }),
  },
  {
    name: 'fails-where-nothing-fits',
    description: 'It returns 500 where it has no type that Accept names.',
    operations: ['readReport'],
    foundBy: ['no-server-error'],
    behavior: changesErrors(406, () => deskServerError),
  },
  {
    name: 'takes-any-day',
    description: 'It reports of what is no day.',
    operations: ['readReport'],
    foundBy: ['invalid-rejected'],
    behavior: ({ forms }) => ({ forms: { ...forms, read: { ...forms.read, date: (text) => text } } }),
  },
  {
    name: 'takes-missing-day',
    description: 'It reports of today where the required day is missing.',
    operations: ['readReport'],
    foundBy: ['invalid-rejected'],
    behavior: ({ forms }) => ({
      forms: { ...forms, rejectMissing: (name) => (name === 'day' ? undefined : forms.rejectMissing(name)) },
    }),
  },
  {
    name: 'reads-tiers-as-one',
    description: 'It does not split a list in the query.',
    operations: ['readReport'],
    foundBy: ['valid-accepted'],
    behavior: ({ forms }) => ({ forms: { ...forms, itemsOf: (values) => values } }),
  },
]);

function inXml(response: DeskResponse, change: (text: string) => string): DeskResponse {
  const isXml = String(response.headers['content-type']).startsWith('application/xml');
  return isXml ? { ...response, body: change(String(response.body)) } : response;
}
