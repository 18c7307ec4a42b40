/** docs/reference/error-codes.md, made from mock/http/http-error.ts: `node test/mock/http/error-codes-page.ts` writes it. */
import { writeFileSync } from 'node:fs';
import { httpErrorTable, violationCodes } from '../../../mock/http/http-error.ts';

export const CODES_DOCUMENT = 'docs/reference/error-codes.md';

export function codesDocument(): string {
  const refusals = Object.entries(httpErrorTable).toSorted(([, a], [, b]) => a.code - b.code);
  const keywords = Map.groupBy(Object.entries(violationCodes), ([, code]) => code);
  return `# The numbers in the errors of the fake store

They go into the number of the error that the contract declares (\`code\`, \`error\`, \`errorCode\`, ...), into \`code\` of an
\`application/problem+json\`, and stay the same from version to version: tests may rely on them. The rule is the \`code\` of
an entry in the header \`sl-violations\`. Made from \`mock/http/http-error.ts\`; a test holds the two together.

## A schema is broken: 11xx

The status is the declared 422, else 400. Where more than one rule is broken the number is that of the first, and
\`sl-violations\` has all.
A list or a map of fields that the error declares (\`errors: [{ field, message }]\`, \`errors: { name: [...] }\`) has the first
50. Where a code is one of a list of words, it is the one that names the status: \`not_found\`, \`VALIDATION_ERROR\`.

| number | rule: the JSON Schema keyword |
| --- | --- |
${[...keywords].map(([code, group]) => `| ${code} | ${group.map(([name]) => `\`${name}\``).join(', ')} |`).join('\n')}
| ${httpErrorTable.invalid.code} | any other |

## All else

A status of 400 is the declared 400 or else 422; for a media type or a content coding the declared 415 comes first, and
a 415 is what it is where the contract declares none of them.

| number | rule | status | what is wrong |
| --- | --- | --- | --- |
${refusals
  .filter(([kind]) => kind !== 'invalid')
  .map(([kind, { code, status, title }]) => `| ${code} | \`${kind}\` | ${status} | ${title} |`)
  .join('\n')}

## Asked for

An error that \`Prefer: code=\` or a rule of the scenario asks for breaks nothing: its number is the status itself, unless
the contract declares an example, which stands as it is. A status that the contract does not declare is an
\`application/problem+json\`; 401, 406, 413 and 415, which the store answers by itself too, borrow the shape of the declared
400 or 422.
`;
}

if (import.meta.main) writeFileSync(CODES_DOCUMENT, codesDocument());
