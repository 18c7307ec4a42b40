import { htmlReply, Refusal, textReply } from '../exchange.ts';
import { right } from '../variant.ts';
import { answersRefused, because, type Change, failsOn } from './changes.ts';

/** More that a store may refuse, or say otherwise, where the contract is silent. */
export const rightStrictness = right([
  {
    name: 'refuses-blank-texts',
    what: 'It refuses a name or tag of white space alone with 400 and an Error, as @NotBlank does.',
    behaviour: refusesText((text) => text.trim() === ''),
  },
  {
    name: 'refuses-control-characters',
    what: 'It refuses control characters in a name or tag with 400 and an Error.',
    behaviour: refusesText((text) => /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)),
  },
  {
    name: 'refuses-nul',
    what: 'It refuses U+0000 in a name or tag with 400 and an Error, as PostgreSQL cannot store it.',
    behaviour: refusesText((text) => text.includes('\0')),
  },
  {
    name: 'refuses-names-over-250',
    what: 'It refuses a name or tag of more than 250 characters with 400 and an Error.',
    behaviour: refusesText((text) => text.length > 250),
  },
  {
    name: 'says-413-in-html',
    what: 'It answers 413 with a page in HTML to bodies over 50,000 bytes, as nginx does.',
    behaviour: (base) => ({
      readBody: async (request) => {
        const body = await base.readBody(request);
        if (body.length > 50_000) throw new Refusal('too-large', 'The body is larger than 50,000 bytes.');
        return body;
      },
      ...answersRefused(because('too-large'), () => htmlReply(413, 'Request Entity Too Large'))(base),
    }),
  },
  {
    name: 'knows-no-other-methods',
    what: 'It answers 501 with text to all methods but POST.',
    behaviour: answersRefused(because('method'), () => textReply(501, 'Unsupported method')),
  },
  {
    name: 'asks-who-first',
    what: 'It answers 401 to strangers also at addresses and to methods that it does not know.',
    behaviour: (base) => ({
      checkRoute: () => undefined,
      checkCredentials: (request, token) => {
        base.checkCredentials(request, token);
        base.checkRoute(request, '');
      },
    }),
  },
  {
    name: 'sends-neighbours-home',
    what: 'It answers 308 to /plants at /plants/, //plants and /PLANTS.',
    behaviour: (base) => ({
      around: async (request, answer) =>
        /^\/+plants\/?$/i.test(request.url ?? '') && request.url !== '/plants'
          ? { status: 308, headers: { location: '/plants' }, body: '' }
          : base.around(request, answer),
    }),
  },
  {
    name: 'takes-other-json-media-types',
    what: 'It takes JSON under text/json and application/*+json too, as the JSON formatters of ASP.NET Core do.',
    behaviour: (base) => ({
      checkMediaType: (request) => {
        if (!/^(text\/json|application\/[^;]+\+json)/i.test(request.headers['content-type'] ?? ''))
          base.checkMediaType(request);
      },
    }),
  },
  {
    name: 'hides-what-is-there',
    what: 'It answers 404 with an Error to all methods but POST.',
    behaviour: answersRefused(because('method'), (reply) => ({ ...reply, status: 404, headers: typed })),
  },
]);

const typed = { 'content-type': 'application/json' };

function refusesText(matches: (text: string) => boolean): Change {
  return failsOn(
    ({ name, tag }) => [name, tag].some((text) => typeof text === 'string' && matches(text)),
    () => {
      throw new Refusal('name', 'This text is not possible.');
    },
  );
}
