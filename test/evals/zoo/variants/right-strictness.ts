import { htmlResponse, RequestError, textResponse } from '../response.ts';
import { right } from '../variant.ts';
import { changesErrorResponse, failsOn, hasReason, type PlantStoreChange } from './changes.ts';

/** More that a store may refuse, or say otherwise, where the contract is silent. */
export const rightStrictness = right([
  {
    name: 'rejects-blank-texts',
    description: 'It rejects a name or tag of white space alone with 400 and an Error, as @NotBlank does.',
    behavior: rejectsText((text) => text.trim() === ''),
  },
  {
    name: 'rejects-control-characters',
    description: 'It rejects control characters in a name or tag with 400 and an Error.',
    behavior: rejectsText((text) => /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)),
  },
  {
    name: 'rejects-nul',
    description: 'It rejects U+0000 in a name or tag with 400 and an Error, as PostgreSQL cannot store it.',
    behavior: rejectsText((text) => text.includes('\0')),
  },
  {
    name: 'rejects-names-over-250',
    description: 'It rejects a name or tag of more than 250 characters with 400 and an Error.',
    behavior: rejectsText((text) => text.length > 250),
  },
  {
    name: 'says-413-in-html',
    description: 'It returns 413 with a page in HTML to bodies over 50,000 bytes, as nginx does.',
    behavior: (base) => ({
      readBody: async (request) => {
        const body = await base.readBody(request);
        if (body.length > 50_000) throw new RequestError('too-large', 'The body is larger than 50,000 bytes.');
        return body;
      },
      ...changesErrorResponse(hasReason('too-large'), () => htmlResponse(413, 'Request Entity Too Large'))(base),
    }),
  },
  {
    name: 'knows-no-other-methods',
    description: 'It returns 501 with text to all methods but POST.',
    behavior: changesErrorResponse(hasReason('method'), () => textResponse(501, 'Unsupported method')),
  },
  {
    name: 'asks-who-first',
    description: 'It returns 401 without credentials even for unknown paths and methods.',
    behavior: (base) => ({
      checkRoute: () => undefined,
      checkCredentials: (request, token) => {
        base.checkCredentials(request, token);
        base.checkRoute(request, '');
      },
    }),
  },
  {
    name: 'sends-neighbours-home',
    description: 'It returns 308 to /plants at /plants/, //plants and /PLANTS.',
    behavior: (base) => ({
      wrapExchange: async (request, response) =>
        /^\/+plants\/?$/i.test(request.url ?? '') && request.url !== '/plants'
          ? { status: 308, headers: { location: '/plants' }, body: '' }
          : base.wrapExchange(request, response),
    }),
  },
  {
    name: 'takes-other-json-media-types',
    description:
      'It accepts JSON under text/json and application/*+json too, as the JSON formatters of ASP.NET Core do.',
    behavior: (base) => ({
      checkMediaType: (request) => {
        if (!/^(text\/json|application\/[^;]+\+json)/i.test(request.headers['content-type'] ?? ''))
          base.checkMediaType(request);
      },
    }),
  },
  {
    name: 'hides-what-is-there',
    description: 'It returns 404 with an Error to all methods but POST.',
    behavior: changesErrorResponse(hasReason('method'), (reply) => ({
      ...reply,
      status: 404,
      headers: typed,
    })),
  },
]);

const typed = { 'content-type': 'application/json' };

function rejectsText(matches: (text: string) => boolean): PlantStoreChange {
  return failsOn(
    ({ name, tag }) => [name, tag].some((text) => typeof text === 'string' && matches(text)),
    () => {
      throw new RequestError('name', 'This text is not possible.');
    },
  );
}
