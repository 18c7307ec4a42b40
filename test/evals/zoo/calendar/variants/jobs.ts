/** Exports: jobs that end wrongly or never, and their files. */
import { notFound } from '../http.ts';
import { type CalendarFault, scoped } from '../variant.ts';
import { at, inObject, responds, withHeaders, withJson, without } from './changes.ts';

const jobs = ['createCalendar', 'createEvent', 'startExport', 'readExport'];
const files = [...jobs, 'readExportFile'];

export const wrongJobs: readonly CalendarFault[] = [
  ...scoped({ operations: jobs, foundBy: ['created-is-found'] }, [
    {
      name: 'never-ends-exports',
      description:
        'It shows every export as running for ever, where the contract says that it is done within five seconds.',
      behavior: () => ({ exportState: () => 'running' }),
    },
    {
      name: 'finds-no-exports',
      description: 'It returns 404 for every export that it started.',
      behavior: () => ({ findExport: () => undefined }),
    },
    {
      name: 'gives-address-of-another-export',
      description: 'It gives a Location at which there is no export.',
      behavior: responds(
        withHeaders({ location: '/v2/exports/00000000-0000-4000-8000-000000000000' }),
        at('startExport', 202),
      ),
    },
    {
      name: 'forgets-exports-that-are-done',
      description: 'It returns 404 for an export as soon as it is done.',
      behavior: ({ exportState }) => ({
        exportState: (job) => {
          const state = exportState(job);
          if (state === 'done') throw notFound('export');
          return state;
        },
      }),
    },
  ]),
  ...scoped({ operations: jobs, foundBy: ['body-matches-schema'] }, [
    {
      name: 'ends-exports-without-size',
      description: 'It shows an export that is done without what `then` requires.',
      behavior: responds(withJson(inObject(without('bytes'))), at('readExport')),
    },
  ]),
  ...scoped({ operations: jobs, foundBy: ['read-returns-written'] }, [
    {
      name: 'forgets-range-of-exports',
      description: 'It shows an export that is read without the dates that were sent.',
      behavior: responds(withJson(inObject(without('from', 'to'))), at('readExport')),
    },
    {
      name: 'exports-no-attendees',
      description: 'It shows the default of a boolean when an export is read.',
      behavior: responds(withJson(inObject((job) => ({ ...job, attendees: false }))), at('readExport')),
    },
  ]),
  ...scoped({ operations: files, foundBy: ['media-type-declared'] }, [
    {
      name: 'sends-files-as-text',
      description: 'It sends the file of an export as text/plain.',
      behavior: responds(withHeaders({ 'content-type': 'text/plain; charset=utf-8' }), at('readExportFile')),
    },
  ]),
  ...scoped({ operations: files, foundBy: ['body-matches-schema'] }, [
    {
      name: 'writes-files-with-bare-line-feeds',
      description: 'It ends lines of a file with a line feed alone.',
      behavior: responds(
        (response) => ({ ...response, body: String(response.body).replaceAll('\r\n', '\n') }),
        at('readExportFile'),
      ),
    },
  ]),
  ...scoped({ operations: files, foundBy: ['valid-accepted'] }, [
    {
      name: 'never-sends-files',
      description: 'It returns 404 for the file of every export.',
      behavior: ({ findExport }) => {
        let isFile = false;
        return {
          wrapExchange: async (request, respond) => {
            isFile = request.path.endsWith('/file');
            return respond();
          },
          findExport: (state, id) => (isFile ? undefined : findExport(state, id)),
        };
      },
    },
  ]),
];
