import type { LintRule } from '../rule.ts';

export const mediaTypeNamed: LintRule = {
  id: 'media-type-named',
  severity: 'advice',
  holds: 'every body that has a schema names its media type',
  title: 'The media type is left open',
  why: '*/* says nothing of how the body is written: clients guess, and only what comes as JSON can be verified. Write application/json, or what it is.',
  restsOn: 'OpenAPI, Request Body Object and Response Object (content)',
  *problems({ operations }) {
    for (const { id, requestBody, responses } of operations) {
      for (const { content } of [...(requestBody === undefined ? [] : [requestBody]), ...responses]) {
        const open = content.find(({ range, schema }) => range === '*/*' && schema !== undefined);
        if (open === undefined || isFile(open.schema)) continue;
        yield { subject: id, place: open.place, expected: 'a media type', received: '*/*' };
      }
    }
  },
};

/** Any kind of file is what is meant. */
function isFile(schema: { readonly format: string | undefined } | undefined): boolean {
  return schema?.format === 'binary';
}
